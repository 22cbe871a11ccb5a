/* Anything on the table that a move may name: one button, the same for mouse, finger, keyboard and screen reader. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Step } from '../game/choosing';
import { useTable } from './tableContext';

interface Props {
  step: Step;
  label: string;
  class?: string;
  /** Place name, for marks and motion. */
  at?: string;
  children: ComponentChildren;
}

export type TouchState = 'chosen' | 'open' | 'first' | 'shut';

export function useTouchState(step: Step): TouchState {
  const { open, first, chosen } = useTable();
  if (chosen.includes(step)) return 'chosen';
  if (open.has(step)) return 'open';
  return first.has(step) ? 'first' : 'shut';
}

export function Touch({ step, label, class: cls = '', at, children }: Props) {
  const { touch, explain, last, hinted, ghosts } = useTable();
  const state = useTouchState(step);
  const marks = `${at && last.has(at) ? ' last' : ''}${hinted.has(step) ? ' hinted' : ''}`;
  const button = useRef<HTMLButtonElement>(null);
  const shut = state === 'shut';
  // After the drawing: focusing a button forces the browser to lay out the whole page, which must not happen during the changes.
  useEffect(() => {
    button.current!.tabIndex = shut ? -1 : 0;
  }, [shut]);
  const leave = () => ghosts.aim('');
  const press = (e: MouseEvent) => {
    e.stopPropagation();
    if (state === 'chosen' && e.detail > 1) return; // the second click of a double click
    if (shut) explain(step);
    else touch(step, e.detail === 0);
  };
  return (
    <button
      type="button"
      ref={button}
      class={`touch ${state} ${cls}${marks}`}
      data-step={step}
      data-at={at}
      aria-label={label}
      aria-disabled={shut}
      aria-pressed={state === 'chosen' ? true : undefined}
      onClick={press}
      {...(step.startsWith('to:') && {
        onPointerEnter: () => ghosts.aim(step),
        onPointerLeave: leave,
        onFocus: () => ghosts.aim(step),
        onBlur: leave,
      })}
    >
      {children}
    </button>
  );
}
