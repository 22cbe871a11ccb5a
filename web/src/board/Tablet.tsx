/* Scoring tablets as small plaques: a drawing of the dome with the cells that count, and what they are worth. */
import { range } from '../model/counts';

type Cell = (row: number, column: number) => boolean;

const border: Cell = (r, c) => r === 0 || c === 0 || r === 5 || c === 5;
const diagonal: Cell = (r, c) => r === c || r + c === 5;
const corner: Cell = (r, c) => (r < 2 || r > 3) && (c < 2 || c > 3);

const DRAWINGS: Record<string, { cells: Cell; points: string }> = {
  a1: { cells: (r) => r === 2, points: '3' },
  a2: { cells: (r, c) => r === 2 && c < 5, points: '4' },
  b1: { cells: (_, c) => c === 3, points: '7' },
  b2: { cells: border, points: '1' },
  c1: { cells: diagonal, points: '10' },
  c2: { cells: corner, points: '3 · 8' },
  d1: { cells: (r, c) => (r + c) % 4 === 1 && r % 2 === 0, points: '2' },
  d2: { cells: (r, c) => r % 2 === 1 && (r + c) % 4 === 2, points: '−3' },
};

/** Five colours in one row are drawn in five colours; the others in the tone of the plaque. */
const tone = (id: string, c: number): string =>
  id === 'a2' ? (['tone-B', 'tone-Y', 'tone-R', 'tone-K', 'tone-T'][c] ?? '') : id.startsWith('d') ? `tone-${id}` : 'tone';

export function Tablet({ id }: { id: string }) {
  const drawing = DRAWINGS[id];
  if (!drawing) return null;
  return (
    <span class="tablet-face">
      <svg class="tablet-art" viewBox="0 0 76 52" aria-hidden="true">
        <rect x="1" y="1" width="74" height="50" rx="7" class="plaque" />
        <rect x="3.6" y="3.6" width="68.8" height="44.8" rx="5" fill="none" class="plaque-line" />
        {range(6).flatMap((r) =>
          range(6).map((c) => {
            const counts = drawing.cells(r, c);
            return <circle key={`${r}${c}`} cx={11 + c * 6.4} cy={10 + r * 6.4} r="2.5" class={counts ? tone(id, c) : 'tone-off'} />;
          }),
        )}
      </svg>
      <span class={`plaque-points size-${drawing.points.length}`} data-text={drawing.points} />
    </span>
  );
}
