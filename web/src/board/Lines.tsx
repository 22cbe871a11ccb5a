/* Pattern lines and the row of penalties, the same in both games. */
import { Tile, type Piece, type TileShape } from '../art/pieces';
import { matching, previewOf } from '../game/choosing';
import type { Colour, Preview } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { range } from '../model/counts';
import { Touch, useTouchState } from './Touch';

export interface LinesProps {
  seat: number;
  lines: string[];
  shape: TileShape;
  mine: boolean;
  /** The line that must be placed now. */
  current?: number;
}

export function Lines(props: LinesProps) {
  const { t } = usePage();
  return (
    <ol class="lines" aria-label={t('lines')}>
      {props.lines.map((tiles, i) => (
        <li key={i} class={props.current === i + 1 ? 'current' : ''}>
          {props.mine ? <OpenLine {...props} number={i + 1} tiles={tiles} /> : <PlainLine {...props} number={i + 1} tiles={tiles} />}
        </li>
      ))}
    </ol>
  );
}

type LineProps = LinesProps & { number: number; tiles: string };

function useLineLabel({ number, tiles }: LineProps): string {
  const { t } = usePage();
  if (!tiles) return t('line-empty', { n: number });
  return t('line', { n: number, count: tiles.length, colour: tiles[0]! });
}

function PlainLine(props: LineProps) {
  const { last } = useTable();
  const label = useLineLabel(props);
  const at = `${props.seat}/line/${props.number}`;
  return (
    <div class={`line${last.has(at) ? ' last' : ''}`} role="img" aria-label={label} data-at={at}>
      <Spaces {...props} ghosts={0} />
    </div>
  );
}

function OpenLine(props: LineProps) {
  const { t } = usePage();
  const { taking, open, chosen: steps, state } = useTable();
  const step = `to:${props.number}`;
  const option = open.get(step);
  const preview = option && previewOf(option.moves);
  // Once chosen, the tiles lie in this line while the rest of the move is decided.
  const moves = useTouchState(step) === 'chosen' ? matching(state.legal, steps) : (option?.moves ?? []);
  const fit = taking ? taking.count - (previewOf(moves)?.overflow ?? taking.count) : 0;
  const base = useLineLabel(props);
  const label = preview ? t('line-target', { line: base, fit, ...previewArgs(preview) }) : base;
  return (
    <Touch step={step} label={label} class="line" at={`${props.seat}/line/${props.number}`}>
      <Spaces {...props} ghosts={fit} ghost={taking?.colour} />
      {preview && <Badge change={preview.change} />}
    </Touch>
  );
}

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

export const previewArgs = (p: Preview) => ({ overflow: p.overflow, change: signed(p.change) });

/** What a target leads to: the points that this move changes. The floor is a cost even where it takes nothing. */
export function Badge({ change, cost = false }: { change: number; cost?: boolean }) {
  const tone = cost || change < 0 ? 'loss' : change > 0 ? 'gain' : 'nothing';
  return (
    <span class="badge" aria-hidden="true">
      <span class={tone} data-text={signed(change)} />
    </span>
  );
}

/** Right to left: the rightmost space is the first to be filled. */
function Spaces({ number, tiles, shape, seat, ghosts, ghost }: LineProps & { ghosts: number; ghost?: Colour }) {
  return (
    <span class="spaces">
      {range(number).map((i) => {
        const place = number - 1 - i;
        const piece = tiles[place] as Piece | undefined;
        const coming = !piece && ghost && place < tiles.length + ghosts;
        return (
          <span key={i} class={`space ${shape}${coming ? ' coming' : ''}`} data-at={`${seat}/line/${number}/${place + 1}`}>
            {piece && <Tile piece={piece} shape={shape} />}
            {coming && <Tile piece={ghost} shape={shape} />}
          </span>
        );
      })}
    </span>
  );
}

export interface FloorProps {
  seat: number;
  pieces: string;
  penalties: number[];
  shape: TileShape;
  mine: boolean;
  kind: 'floor' | 'broken';
}

/** The floor line, or Duel's space for broken tiles. */
export function Floor(props: FloorProps) {
  const { t } = usePage();
  const { open, last } = useTable();
  const { seat, kind, pieces } = props;
  const step = `to:${kind}`;
  const option = props.mine ? open.get(step) : undefined;
  const preview = option && previewOf(option.moves);
  const base = t(kind === 'floor' ? 'floor-line' : 'broken-space', { count: pieces.length });
  const label = preview ? t('floor-target', { floor: base, ...previewArgs(preview) }) : base;
  const body = <FloorSpaces {...props} />;
  return (
    <div class={`floor floor-${kind}`}>
      <span class="caption" aria-hidden="true">
        {t(kind === 'floor' ? 'floor-title' : 'broken-title')}
      </span>
      {props.mine ? (
        <Touch step={step} label={label} class="floor-spaces" at={`${seat}/floor`}>
          {body}
          {preview && <Badge change={preview.change} cost />}
        </Touch>
      ) : (
        <div class={`floor-spaces${last.has(`${seat}/floor`) ? ' last' : ''}`} role="img" aria-label={base} data-at={`${seat}/floor`}>
          {body}
        </div>
      )}
    </div>
  );
}

function FloorSpaces({ seat, pieces, penalties, shape }: FloorProps) {
  return (
    <span class="spaces">
      {penalties.map((penalty, i) => (
        <span key={i} class={`space ${shape}`} data-at={`${seat}/floor/${i + 1}`}>
          <span class="penalty" data-text={penalty === 0 ? '0' : `−${Math.abs(penalty)}`} />
          {pieces[i] && <Tile piece={pieces[i] as Piece} shape={shape} />}
        </span>
      ))}
    </span>
  );
}
