/* The name of a screen. A new screen takes the focus here: screen readers announce it, and Tab starts from its top. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The first screen of a visit leaves the focus to the browser. */
let first = true;

interface Props {
  /** A change of it makes another screen of this one. */
  about?: string;
  class?: string;
  children: ComponentChildren;
}

export function Heading({ about = '', class: cls, children }: Props) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!first) head.current?.focus({ preventScroll: true });
    first = false;
  }, [about]);
  return (
    <h1 ref={head} class={cls} tabIndex={-1}>
      {children}
    </h1>
  );
}
