/* The parts of the editor: rows of places, pattern lines, small numbers. Every place is a button. */
import { Tile, type Piece, type TileShape } from '../art/pieces';
import { range } from '../model/counts';
import { COLOURS, type Counts } from '../model/types';
import type { Translate } from '../text/text';
import { usePage } from '../ui/context';
import { brushed, filled, type Brush } from './draft';

const pieceWords = (t: Translate, piece: string | undefined): string =>
  !piece || piece === '.'
    ? t('edit-empty')
    : piece === 'M'
      ? t('edit-marker')
      : piece === '*'
        ? t('edit-special')
        : t('colour', { colour: piece });

interface PlaceProps {
  label: string;
  piece?: string;
  shape: TileShape;
  class?: string;
  onClick: () => void;
  children?: preact.ComponentChildren;
}

export function Place({ label, piece, shape, class: cls = '', onClick, children }: PlaceProps) {
  const { t } = usePage();
  const laid = piece && piece !== '.';
  return (
    <button type="button" class={`edit-place space ${shape} ${cls}`} aria-label={`${label}: ${pieceWords(t, piece)}`} onClick={onClick}>
      {laid ? <Tile piece={piece as Piece} shape={shape} /> : children}
    </button>
  );
}

interface RowProps {
  label: string;
  tiles: string;
  room: number;
  shape: TileShape;
  brush: Brush;
  /** The marker may lie here. */
  marker?: boolean;
  onChange: (tiles: string) => void;
}

/** Tiles beside each other: a factory, the centre, the floor. */
export function TileRow({ label, tiles, room, shape, brush, marker, onChange }: RowProps) {
  const touch = (at: number) => {
    if (brush !== 'M' || marker) onChange(brushed(tiles, at, brush));
  };
  return (
    <div class="edit-row" role="group" aria-label={label}>
      {range(room).map((i) => (
        <Place key={i} label={`${label} ${i + 1}`} piece={tiles[i]} shape={shape} onClick={() => touch(i)} />
      ))}
    </div>
  );
}

interface LinesProps {
  lines: string[];
  shape: TileShape;
  brush: Brush;
  onChange: (lines: string[]) => void;
}

export function EditLines({ lines, shape, brush, onChange }: LinesProps) {
  const { t } = usePage();
  return (
    <ol class="edit-lines" aria-label={t('lines')}>
      {lines.map((line, i) => (
        <li key={i} class="edit-row">
          {range(i + 1).map((k) => {
            const at = i + 1 - k;
            return (
              <Place
                key={k}
                label={t('edit-line-space', { n: i + 1, at })}
                piece={line[at - 1]}
                shape={shape}
                onClick={() => onChange(lines.with(i, filled(line, at, brush)))}
              />
            );
          })}
        </li>
      ))}
    </ol>
  );
}

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (n: number) => void;
}

export function NumberField({ label, value, min, max, onChange }: NumberProps) {
  const set = (n: number) => Number.isInteger(n) && onChange(Math.max(min, Math.min(max, n)));
  return (
    <label class="edit-number">
      <span>{label}</span>
      <input type="number" inputMode="numeric" min={min} max={max} value={value} onInput={(e) => set(e.currentTarget.valueAsNumber)} />
    </label>
  );
}

export function CountsField({
  label,
  counts,
  shape,
  onChange,
}: {
  label: string;
  counts: Counts;
  shape: TileShape;
  onChange: (c: Counts) => void;
}) {
  const { t } = usePage();
  return (
    <fieldset class="edit-counts">
      <legend>{label}</legend>
      {COLOURS.map((c, i) => (
        <label key={c} class="edit-number">
          <span class="unseen">{t('colour', { colour: c })}</span>
          <Tile piece={c} shape={shape} />
          <input
            type="number"
            inputMode="numeric"
            min="0"
            max="20"
            value={counts[i]}
            onInput={(e) =>
              Number.isInteger(e.currentTarget.valueAsNumber) && onChange(counts.with(i, e.currentTarget.valueAsNumber) as Counts)
            }
          />
        </label>
      ))}
    </fieldset>
  );
}
