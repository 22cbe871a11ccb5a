/* The other boards, in turn order; on a phone as strips that open at a touch. */
import { useState } from 'preact/hooks';
import { isDuel, type Position } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { ClassicBoard } from './ClassicBoard';
import { range } from '../model/counts';
import { DuelBoard } from './DuelBoard';
import { ScoreHead } from './ScoreHead';

export function Rivals() {
  const { t } = usePage();
  const { state } = useTable();
  const { players } = state.position;
  const others = range(players - 1).map((i) => (state.view + 1 + i) % players);
  return (
    <section class={`rivals rivals-${others.length}`} aria-label={t('other-boards')}>
      {others.map((seat) => (
        <Rival key={seat} seat={seat} />
      ))}
    </section>
  );
}

function Rival({ seat }: { seat: number }) {
  const { t } = usePage();
  const { state } = useTable();
  const [open, setOpen] = useState(false);
  const { position, components } = state;
  const name = state.seats[seat]?.name ?? '';
  return (
    <article
      class={`rival${open ? ' open' : ''}${position.seat === seat ? ' to-move' : ''}`}
      aria-label={t('board-of', { who: name })}
      data-seat={seat}
    >
      <ScoreHead seat={seat}>
        <MiniWall position={position} seat={seat} />
        <button
          type="button"
          class="strip-toggle"
          aria-expanded={open}
          aria-label={t(open ? 'board-hide' : 'board-show', { who: name })}
          onClick={() => setOpen(!open)}
        >
          <span aria-hidden="true">{open ? '▴' : '▾'}</span>
        </button>
      </ScoreHead>
      <div class="rival-board">
        {isDuel(position) ? (
          <DuelBoard position={position} seat={seat} mine={false} />
        ) : (
          <ClassicBoard position={position} components={components} seat={seat} mine={false} />
        )}
      </div>
    </article>
  );
}

/** The wall in miniature for the strip: a dot a tile. */
function MiniWall({ position, seat }: { position: Position; seat: number }) {
  const rows = isDuel(position) ? position.boards[seat]!.tiles : position.boards[seat]!.wall;
  const n = rows.length;
  return (
    <svg class="mini-wall" viewBox={`0 0 ${n * 8} ${n * 8}`} aria-hidden="true">
      {rows.flatMap((row, r) =>
        [...row].map((c, i) => (
          <rect
            key={`${r}${i}`}
            x={i * 8 + 0.6}
            y={r * 8 + 0.6}
            width="6.8"
            height="6.8"
            rx={isDuel(position) ? 3.4 : 1.4}
            class={c === '.' ? 'tone-off' : c === '*' ? 'tone-special' : `tone-${c}`}
          />
        )),
      )}
    </svg>
  );
}
