/* The table of the classic family, place by place. */
import { Printed } from '../art/pieces';
import { range } from '../model/counts';
import type { ClassicBoard, ClassicPosition, Colour, Components } from '../model/types';
import { usePage } from '../ui/context';
import { SelectField } from '../ui/SelectField';
import { countsOf, lettersOf, withLetter, type Brush } from './draft';
import { CountsField, EditLines, NumberField, Place, TileRow } from './fields';

interface Props {
  draft: ClassicPosition;
  components: Components;
  brush: Brush;
  change: (part: Partial<ClassicPosition>) => void;
}

export function ClassicEditor({ draft, components, brush, change }: Props) {
  const { t } = usePage();
  const seats = range(draft.players).map(String);
  const hold = (value: string) =>
    change(value === 'centre' ? { marker: 'centre', boards: draft.boards.map(withoutMarker) } : held(draft, Number(value)));
  return (
    <>
      <section class="edit-offer" aria-label={t('offer')}>
        {draft.factories.map((tiles, i) => (
          <div key={i} class="edit-factory">
            <h2>{t('factory', { n: i + 1 })}</h2>
            <TileRow
              label={t('factory', { n: i + 1 })}
              tiles={lettersOf(tiles)}
              room={4}
              shape="square"
              brush={brush}
              onChange={(s) => change({ factories: draft.factories.with(i, countsOf(s)) })}
            />
          </div>
        ))}
        <div class="edit-factory wide">
          <h2>{t('centre')}</h2>
          <TileRow
            label={t('centre')}
            tiles={lettersOf(draft.centre)}
            room={Math.min(27, lettersOf(draft.centre).length + 1)}
            shape="square"
            brush={brush}
            onChange={(s) => change({ centre: countsOf(s) })}
          />
          <SelectField
            label={t('edit-marker')}
            value={String(draft.marker)}
            values={['centre', ...seats]}
            words={(v) => (v === 'centre' ? t('centre') : t('seat', { n: Number(v) + 1 }))}
            onChange={hold}
          />
        </div>
        <CountsField label={t('lid')} counts={draft.lid} shape="square" onChange={(lid) => change({ lid })} />
      </section>
      <div class="edit-boards">
        {draft.boards.map((board, seat) => (
          <EditBoard
            key={seat}
            seat={seat}
            board={board}
            fixed={draft.rules === 'classic'}
            components={components}
            brush={brush}
            change={(part) => change({ boards: draft.boards.with(seat, { ...board, ...part }) })}
          />
        ))}
      </div>
    </>
  );
}

const withoutMarker = (b: ClassicBoard): ClassicBoard => ({ ...b, floor: b.floor.replace('M', '') });

function held(draft: ClassicPosition, seat: number): Partial<ClassicPosition> {
  const boards = draft.boards.map(withoutMarker);
  return { marker: seat, boards: boards.with(seat, { ...boards[seat]!, floor: `M${boards[seat]!.floor}`.slice(0, 7) }) };
}

interface BoardProps {
  seat: number;
  board: ClassicBoard;
  /** The coloured wall: a space takes its own colour only. */
  fixed: boolean;
  components: Components;
  brush: Brush;
  change: (part: Partial<ClassicBoard>) => void;
}

function EditBoard({ seat, board, fixed, components, brush, change }: BoardProps) {
  const { t } = usePage();
  const touch = (r: number, c: number) => {
    const row = board.wall[r]!;
    const colour = fixed ? components.wall[r]![c]! : brush;
    const letter = brush === 'erase' || row[c] === colour || colour === 'M' ? '.' : colour;
    change({ wall: board.wall.with(r, withLetter(row, c, letter)) });
  };
  return (
    <section class="player-board edit-board" aria-label={t('seat', { n: seat + 1 })}>
      <header>
        <h2>{t('seat', { n: seat + 1 })}</h2>
        <NumberField label={t('edit-score')} value={board.score} min={0} max={999} onChange={(score) => change({ score })} />
      </header>
      <div class="edit-halves">
        <EditLines lines={board.lines} shape="square" brush={brush} onChange={(lines) => change({ lines })} />
        <div class="edit-wall" role="group" aria-label={t('wall')}>
          {range(25).map((i) => {
            const [r, c] = [Math.floor(i / 5), i % 5];
            const print = components.wall[r]?.[c] ?? '.';
            return (
              <Place
                key={i}
                label={t('edit-cell', { row: r + 1, column: c + 1 })}
                piece={board.wall[r]![c]}
                shape="square"
                class={print === '.' ? 'plain' : `on-${print}`}
                onClick={() => touch(r, c)}
              >
                {print !== '.' && <Printed colour={print as Colour} />}
              </Place>
            );
          })}
        </div>
      </div>
      <h3>{t('floor-title')}</h3>
      <TileRow
        label={t('floor-title')}
        tiles={board.floor}
        room={7}
        shape="square"
        brush={brush}
        marker
        onChange={(floor) => change({ floor })}
      />
    </section>
  );
}
