/* The table of Duel, place by place. */
import { Chip } from '../art/pieces';
import { range } from '../model/counts';
import { PrintedSpace } from '../board/Plate';
import { domePrint, parsePlate } from '../model/plates';
import { Tablet } from '../board/Tablet';
import type { Components, DuelBoard, DuelPosition } from '../model/types';
import { usePage } from '../ui/context';
import { SelectField } from '../ui/SelectField';
import { CHIP_FACES, countsOf, hiddenPlates, lettersOf, withLetter, type Brush } from './draft';
import { CountsField, EditLines, NumberField, Place, TileRow } from './fields';

interface Props {
  draft: DuelPosition;
  components: Components;
  brush: Brush;
  change: (part: Partial<DuelPosition>) => void;
}

const TABLETS = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2'];

export function DuelEditor({ draft, components, brush, change }: Props) {
  const { t } = usePage();
  const free = hiddenPlates(draft, components);
  const pick = (id: string) => {
    const rest = draft.tablets.filter((x) => x[0] !== id[0]);
    change({ tablets: draft.tablets.includes(id) ? rest : [...rest, id].sort() });
  };
  return (
    <>
      <section class="edit-offer" aria-label={t('offer')}>
        <div class="edit-factory">
          <h2>{t('edit-large-sun')}</h2>
          <TileRow
            label={t('edit-large-sun')}
            tiles={lettersOf(draft.large.sun)}
            room={5}
            shape="disc"
            brush={brush}
            onChange={(s) => change({ large: { ...draft.large, sun: countsOf(s) } })}
          />
          <h2>{t('edit-large-moon')}</h2>
          <TileRow
            label={t('edit-large-moon')}
            tiles={lettersOf(draft.large.moon)}
            room={4}
            shape="disc"
            brush={brush}
            onChange={(s) => change({ large: { ...draft.large, moon: countsOf(s) } })}
          />
          <SelectField
            label={t('edit-start-tile')}
            value={String(draft.start_tile)}
            values={['large', '0', '1']}
            words={(v) => (v === 'large' ? t('large-factory') : t('seat', { n: Number(v) + 1 }))}
            onChange={(v) => change({ start_tile: v === 'large' ? v : Number(v) })}
          />
        </div>
        {draft.small.map((_, i) => (
          <SmallFactoryField key={i} number={i + 1} draft={draft} brush={brush} change={change} />
        ))}
        <fieldset class="edit-factory">
          <legend>{t('display')}</legend>
          {range(3).map((i) => (
            <PlateSelect
              key={i}
              label={t('edit-place', { n: i + 1 })}
              value={draft.display[i] ?? null}
              free={free}
              components={components}
              onChange={(id) => change({ display: draft.display.with(i, id) })}
            />
          ))}
        </fieldset>
        <fieldset class="edit-factory">
          <legend>{t('tablets')}</legend>
          <div class="edit-row tablet-choice">
            {TABLETS.map((id) => (
              <button
                type="button"
                key={id}
                class="tablet"
                aria-pressed={draft.tablets.includes(id)}
                aria-label={t(`tablet-${id}`)}
                title={t(`tablet-${id}`)}
                onClick={() => pick(id)}
              >
                <Tablet id={id} />
              </button>
            ))}
          </div>
        </fieldset>
        <CountsField label={t('tower')} counts={draft.tower} shape="disc" onChange={(tower) => change({ tower })} />
      </section>
      <div class="edit-boards">
        {draft.boards.map((board, seat) => (
          <EditBoard
            key={seat}
            seat={seat}
            board={board}
            free={free}
            components={components}
            brush={brush}
            change={(part) => change({ boards: draft.boards.with(seat, { ...board, ...part }) })}
          />
        ))}
      </div>
    </>
  );
}

function SmallFactoryField({ number, draft, brush, change }: Omit<Props, 'components'> & { number: number }) {
  const { t } = usePage();
  const factory = draft.small[number - 1]!;
  const set = (part: Partial<typeof factory>) => change({ small: draft.small.with(number - 1, { ...factory, ...part }) });
  const chip = factory.chip === null ? 'none' : factory.face_up ? factory.chip : '?';
  const setChip = (v: string) => set(v === 'none' ? { chip: null, face_up: false } : { chip: v, face_up: v !== '?' });
  return (
    <div class="edit-factory">
      <h2>{t('edit-sun', { n: number })}</h2>
      <TileRow
        label={t('edit-sun', { n: number })}
        tiles={lettersOf(factory.sun)}
        room={4}
        shape="disc"
        brush={brush}
        onChange={(s) => set({ sun: countsOf(s) })}
      />
      <h2>{t('edit-moon', { n: number })}</h2>
      <TileRow
        label={t('edit-moon', { n: number })}
        tiles={factory.moon}
        room={3}
        shape="disc"
        brush={brush}
        onChange={(moon) => set({ moon })}
      />
      <SelectField
        label={t('edit-chip')}
        value={chip}
        values={['?', ...CHIP_FACES, 'none']}
        words={(v) => (v === '?' ? t('edit-chip-down') : v === 'none' ? t('edit-chip-none') : v)}
        onChange={setChip}
      />
    </div>
  );
}

interface PlateProps {
  label: string;
  value: string | null;
  free: string[];
  components: Components;
  onChange: (id: string | null) => void;
}

function PlateSelect({ label, value, free, components, onChange }: PlateProps) {
  const { t } = usePage();
  const values = ['', ...(value ? [value] : []), ...free];
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      values={values}
      words={(v) => (v ? `${v}  ${components.plates[v]}` : t('edit-no-plate'))}
      onChange={(v) => onChange(v || null)}
    />
  );
}

interface BoardProps {
  seat: number;
  board: DuelBoard;
  free: string[];
  components: Components;
  brush: Brush;
  change: (part: Partial<DuelBoard>) => void;
}

function EditBoard({ seat, board, free, components, brush, change }: BoardProps) {
  const { t } = usePage();
  const touch = (r: number, c: number) => {
    const print = domePrint(board.plates, r + 1, c + 1, components);
    const row = board.tiles[r]!;
    const wanted = print === 'S' ? '*' : print === 'J' ? brush : print;
    if (!print) return;
    const letter = row[c] !== '.' || brush === 'erase' || wanted === 'M' ? '.' : wanted;
    change({ tiles: board.tiles.with(r, withLetter(row, c, letter)) });
  };
  return (
    <section class="player-board edit-board" aria-label={t('seat', { n: seat + 1 })}>
      <header>
        <h2>{t('seat', { n: seat + 1 })}</h2>
        <NumberField label={t('edit-score')} value={board.score} min={0} max={999} onChange={(score) => change({ score })} />
        <NumberField label={t('edit-tokens')} value={board.tokens} min={0} max={2} onChange={(tokens) => change({ tokens })} />
        <NumberField label={t('edit-taken')} value={board.taken} min={0} max={2} onChange={(taken) => change({ taken })} />
      </header>
      <div class="edit-halves">
        <EditLines lines={board.lines} shape="disc" brush={brush} onChange={(lines) => change({ lines })} />
        <div class="edit-dome" role="group" aria-label={t('dome')}>
          {range(36).map((i) => {
            const [r, c] = [Math.floor(i / 6), i % 6];
            const print = domePrint(board.plates, r + 1, c + 1, components);
            return (
              <Place
                key={i}
                label={t('edit-cell', { row: r + 1, column: c + 1 })}
                piece={board.tiles[r]![c]}
                shape="disc"
                class={print ? `on-${print}` : 'bare'}
                onClick={() => touch(r, c)}
              >
                <PrintedSpace letter={print} />
              </Place>
            );
          })}
        </div>
      </div>
      <details class="edit-plates" open>
        <summary>{t('edit-plates')}</summary>
        <div class="edit-plate-grid">
          {board.plates.map((plate, i) => (
            <SlotField
              key={i}
              number={i + 1}
              plate={plate}
              free={free}
              components={components}
              onChange={(p) => change(withPlate(board, i, p))}
            />
          ))}
        </div>
      </details>
      <h3>{t('broken-title')}</h3>
      <TileRow
        label={t('broken-title')}
        tiles={board.broken}
        room={4}
        shape="disc"
        brush={brush}
        onChange={(broken) => change({ broken })}
      />
      <Chips board={board} change={change} />
    </section>
  );
}

/** A plate that leaves takes the tiles on it along. */
function withPlate(board: DuelBoard, slot: number, plate: string | null): Partial<DuelBoard> {
  const [top, left] = [Math.floor(slot / 3) * 2, (slot % 3) * 2];
  const tiles = board.tiles.map((row, r) => (r === top || r === top + 1 ? withLetter(withLetter(row, left, '.'), left + 1, '.') : row));
  return { plates: board.plates.with(slot, plate), tiles };
}

function SlotField({
  number,
  plate,
  free,
  components,
  onChange,
}: {
  number: number;
  plate: string | null;
  free: string[];
  components: Components;
  onChange: (p: string | null) => void;
}) {
  const { t } = usePage();
  const { id, turn } = plate ? parsePlate(plate) : { id: '', turn: 0 };
  return (
    <div class="edit-slot">
      <PlateSelect
        label={t('slot-target', { n: number })}
        value={id || null}
        free={free}
        components={components}
        onChange={(p) => onChange(p && `${p}/0`)}
      />
      {plate && (
        <button type="button" class="button small" aria-label={t('turn-right')} onClick={() => onChange(`${id}/${(turn + 1) % 4}`)}>
          ↻
        </button>
      )}
    </div>
  );
}

/** Chips in store and used ones: a touch takes one away. */
function Chips({ board, change }: { board: DuelBoard; change: (part: Partial<DuelBoard>) => void }) {
  const { t } = usePage();
  const remove = (key: 'chips' | 'spent', at: number) => change({ [key]: board[key].filter((_, i) => i !== at) });
  return (
    <div class="edit-chips">
      {(['chips', 'spent'] as const).map((key) => (
        <div key={key} class="edit-row">
          {board[key].map((face, i) => (
            <button
              type="button"
              key={i}
              class="edit-chip"
              aria-label={t('edit-remove', { what: t(key === 'chips' ? 'chip-face' : 'chip-spent', { face }) })}
              onClick={() => remove(key, i)}
            >
              <Chip face={face} spent={key === 'spent'} />
            </button>
          ))}
          <SelectField
            label={t(`edit-add-${key}`)}
            value=""
            values={['', ...CHIP_FACES]}
            words={(v) => v || '+'}
            onChange={(face) => face && change({ [key]: [...board[key], face].sort() })}
          />
        </div>
      ))}
    </div>
  );
}
