/* What stands on the scoring tablets of Duel. */
export const TABLET_POINTS: Record<string, string> = {
  a1: '3',
  a2: '4',
  b1: '7',
  b2: '1',
  c1: '10',
  c2: '3 · 8',
  d1: '2',
  d2: '−3',
};
