/* A player's board in Duel: six pattern lines, the dome, broken tiles, tokens and chips. */
import { Chip, Tile, type Piece } from '../art/pieces';
import type { DuelBoard as Board, DuelPosition } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { TargetCell } from './ClassicBoard';
import { range } from '../model/counts';
import { Floor, Lines } from './Lines';
import { Plate, plateWords, PrintedSpace } from './Plate';
import { domePrint, plateSpaces } from '../model/plates';
import { Touch } from './Touch';

interface Props {
  position: DuelPosition;
  seat: number;
  mine: boolean;
}

export function DuelBoard({ position, seat, mine }: Props) {
  const { state } = useTable();
  const board = position.boards[seat]!;
  const current = position.phase === 'tiling' && position.seat === seat ? position.line : undefined;
  return (
    <div class="player-board duel-board">
      <div class="rows">
        <Lines seat={seat} lines={board.lines} shape="disc" mine={mine} current={current} />
        <Dome board={board} seat={seat} mine={mine} />
        <SpecialPoints points={state.components.special} />
      </div>
      <div class="below">
        <Floor seat={seat} pieces={board.broken} penalties={state.components.penalties} shape="disc" mine={mine} kind="broken" />
        <StartSpace position={position} seat={seat} />
        <Storage board={board} seat={seat} />
      </div>
    </div>
  );
}

function SpecialPoints({ points }: { points: number[] }) {
  const { t } = usePage();
  return (
    <ol class="special-points" aria-label={t('special-points')}>
      {points.map((p) => (
        <li key={p}>{p}</li>
      ))}
    </ol>
  );
}

function StartSpace({ position, seat }: { position: DuelPosition; seat: number }) {
  const { t } = usePage();
  const held = position.start_tile === seat;
  return (
    <span class="start-space space disc" data-at={`${seat}/start`} role="img" aria-label={t(held ? 'start-tile-held' : 'start-tile-space')}>
      <span class="penalty" data-text="−2" />
      {held && <Tile piece="M" shape="disc" />}
    </span>
  );
}

/** Tokens still to be spent, chips in store, chips turned over. */
function Storage({ board, seat }: { board: Board; seat: number }) {
  const { t } = usePage();
  return (
    <div class="storage">
      <span class="tokens" role="img" aria-label={t('tokens', { n: board.tokens })}>
        {range(2).map((i) => (
          <span key={i} class={`token${i < board.tokens ? '' : ' used'}`} />
        ))}
      </span>
      <ul class="chips" data-at={`${seat}/chips`} aria-label={t('chips', { n: board.chips.length })}>
        {board.chips.map((face, i) => (
          <li key={i} aria-label={t('chip-face', { face })}>
            <Chip face={face} />
          </li>
        ))}
        {board.spent.map((face, i) => (
          <li key={`s${i}`} aria-label={t('chip-spent', { face })}>
            <Chip face={face} spent />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Dome({ board, seat, mine }: { board: Board; seat: number; mine: boolean }) {
  const { t } = usePage();
  return (
    <div class="dome">
      <div class="slots" role="group" aria-label={t('dome-places')}>
        {range(9).map((i) => (
          <Slot key={i} number={i + 1} plate={board.plates[i] ?? null} mine={mine} seat={seat} />
        ))}
      </div>
      <div class="dome-cells" role="table" aria-label={t('dome')}>
        {range(6).map((r) => (
          <div class="dome-row" role="row" key={r}>
            {range(6).map((c) => (
              <DomeCell key={c} board={board} seat={seat} mine={mine} row={r + 1} column={c + 1} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Slot({ number, plate, mine, seat }: { number: number; plate: string | null; mine: boolean; seat: number }) {
  const { last } = useTable();
  const name = <span class="place-number" data-text={number} />;
  if (plate)
    return (
      <span class={`slab${last.has(`${seat}/slot/${number}`) ? ' last' : ''}`} data-at={`${seat}/slot/${number}`}>
        {name}
      </span>
    );
  if (!mine)
    return (
      <span class="slot" data-at={`${seat}/slot/${number}`}>
        {name}
      </span>
    );
  return <OpenSlot number={number} seat={seat} />;
}

/** An empty slot: a target while a plate is in hand, then the ghost of the plate, which turns at every touch. */
function OpenSlot({ number, seat }: { number: number; seat: number }) {
  const { t } = usePage();
  const { chosen, open, turn, setTurn, state } = useTable();
  const step = `slot:${number}`;
  const plate = chosen.find((s) => s.startsWith('plate:'))?.slice(6);
  if (plate && chosen.includes(step)) {
    const words = plateWords(t, plateSpaces(plate, turn, state.components));
    return (
      <button
        type="button"
        class="ghost-plate"
        data-step={step}
        aria-label={t('turn-ghost', { plate: words })}
        onClick={(e) => {
          e.stopPropagation();
          setTurn((turn + 1) % 4);
        }}
      >
        <Plate id={plate} turn={turn} />
      </button>
    );
  }
  const name = <span class="place-number" data-text={number} />;
  if (!open.has(step))
    return (
      <span class="slot" data-at={`${seat}/slot/${number}`}>
        {name}
      </span>
    );
  return (
    <Touch step={step} label={t('slot-target', { n: number })} class="slot" at={`${seat}/slot/${number}`}>
      {name}
    </Touch>
  );
}

interface CellProps {
  board: Board;
  seat: number;
  mine: boolean;
  row: number;
  column: number;
}

function DomeCell({ board, seat, mine, row, column }: CellProps) {
  const { t } = usePage();
  const { state, open, highlightedTablet, chosen, ghosts } = useTable();
  const print = domePrint(board.plates, row, column, state.components);
  const tile = board.tiles[row - 1]![column - 1]!;
  const step = `cell:${row}:${column}`;
  const option = mine ? open.get(step) : undefined;
  const shown =
    mine &&
    highlightedTablet !== '' &&
    state.tabletScores.some((s) => s.tablet === highlightedTablet && s.cells.some(([r, c]) => r === row && c === column));
  const ghost = mine && tile === '.' ? ghosts.tiles.get(`${row}/${column}`) : undefined;
  const marks = `${ghost ? ' coming' : ''}${mine && ghosts.run.has(`${row}/${column}`) ? ' in-run' : ''}`;
  const face = (
    <span
      class={`space disc${print ? ` on-${print}` : ' bare'}${shown ? ' lit' : ''}${mine && chosen.includes(step) ? ' chosen' : ''}${marks}`}
      data-at={`${seat}/wall/${row}/${column}`}
    >
      {tile !== '.' ? <Tile piece={tile as Piece} shape="disc" /> : <PrintedSpace letter={print} />}
      {ghost && <Tile piece={ghost} shape="disc" />}
    </span>
  );
  const label = t('dome-cell', { row, column, tile: tile === '.' ? 'none' : tile === '*' ? 'special' : tile, print: print || 'none' });
  return (
    <div class="wall-cell" role="cell" aria-label={option ? undefined : label}>
      {option ? (
        <TargetCell row={row} column={column} label={label} moves={option.moves}>
          {face}
        </TargetCell>
      ) : (
        face
      )}
    </div>
  );
}
