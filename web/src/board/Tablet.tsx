/* Scoring tablets as small plaques: a drawing of the dome with the cells that count, and what they are worth. */
import { range } from '../model/counts';
import { TABLET_POINTS } from '../model/tablets';

type Cell = (row: number, column: number) => boolean;

const border: Cell = (r, c) => r === 0 || c === 0 || r === 5 || c === 5;
const diagonal: Cell = (r, c) => r === c || r + c === 5;
const corner: Cell = (r, c) => (r < 2 || r > 3) && (c < 2 || c > 3);

/** The spaces that count. */
const DRAWINGS: Record<string, Cell> = {
  a1: (r) => r === 2,
  a2: (r, c) => r === 2 && c < 5,
  b1: (_, c) => c === 3,
  b2: border,
  c1: diagonal,
  c2: corner,
  d1: (r, c) => (r + c) % 4 === 1 && r % 2 === 0,
  d2: (r, c) => r % 2 === 1 && (r + c) % 4 === 2,
};

/** Five colours in one row are drawn in five colours; the others in the tone of the plaque. */
const tone = (id: string, c: number): string =>
  id === 'a2' ? (['tone-B', 'tone-Y', 'tone-R', 'tone-K', 'tone-T'][c] ?? '') : id.startsWith('d') ? `tone-${id}` : 'tone';

export function Tablet({ id }: { id: string }) {
  const [counted, points] = [DRAWINGS[id], TABLET_POINTS[id]];
  if (!counted || !points) return null;
  return (
    <span class="tablet-face">
      <svg class="tablet-art" viewBox="0 0 76 52" aria-hidden="true">
        <rect x="1" y="1" width="74" height="50" rx="7" class="plaque" />
        <rect x="3.6" y="3.6" width="68.8" height="44.8" rx="5" fill="none" class="plaque-line" />
        {range(6).flatMap((r) =>
          range(6).map((c) => {
            const cls = counted(r, c) ? tone(id, c) : 'tone-off';
            return <circle key={`${r}${c}`} cx={11 + c * 6.4} cy={10 + r * 6.4} r="2.5" class={cls} />;
          }),
        )}
      </svg>
      <span class={`plaque-points size-${points.length}`} data-text={points} />
    </span>
  );
}
