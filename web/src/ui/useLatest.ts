/* Values for code that runs later than the drawing that named it. */
import { useRef } from 'preact/hooks';

/** A box, always the same one, that holds what was given at the last drawing. An effect that reads it runs only when its
 * other dependencies change. */
export function useLatest<T>(value: T): { readonly current: T } {
  const box = useRef(value);
  box.current = value;
  return box;
}
