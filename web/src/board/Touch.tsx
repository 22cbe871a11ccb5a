/* Anything on the table that a move may name: one button, the same for mouse, finger, keyboard and screen reader. */
import type { ComponentChildren } from 'preact';
import type { Step } from '../game/choosing';
import { useTable } from '../ui/context';

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
  const { touch, explain, last, hinted } = useTable();
  const state = useTouchState(step);
  const marks = `${at && last.has(at) ? ' last' : ''}${hinted.has(step) ? ' hinted' : ''}`;
  const press = (e: MouseEvent) => {
    e.stopPropagation();
    if (state === 'shut') explain(step);
    else touch(step, e.detail === 0);
  };
  return (
    <button
      type="button"
      class={`touch ${state} ${cls}${marks}`}
      data-step={step}
      data-at={at}
      aria-label={label}
      aria-disabled={state === 'shut'}
      aria-pressed={state === 'chosen' ? true : undefined}
      tabIndex={state === 'shut' ? -1 : 0}
      onClick={press}
    >
      {children}
    </button>
  );
}
