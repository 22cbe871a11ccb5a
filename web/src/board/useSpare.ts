/* Rows of factories that are empty: on a phone they give their room to the boards. */
import { useRef } from 'preact/hooks';

/**
 * Which of these have nothing to offer, their whole row included. A row becomes spare between two scenes only, so that
 * no piece in the air misses its place; with new tiles it is back at once.
 */
export function useSpare(empty: boolean[], rowOf: (i: number) => number, busy: boolean): boolean[] {
  const before = useRef<boolean[]>([]);
  const now = empty.map((_, i) => empty.every((e, other) => e || rowOf(other) !== rowOf(i)));
  before.current = busy ? now.map((spare, i) => spare && (before.current[i] ?? false)) : now;
  return before.current;
}
