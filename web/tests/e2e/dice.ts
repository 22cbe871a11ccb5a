/** A small generator, so that a failing game can be played again. */
export function dice(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1103515245) + 12345) & 0x7fffffff;
    return (s >> 8) % n;
  };
}
