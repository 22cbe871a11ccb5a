/* A player's board of the classic family. */
import { Printed, Tile, type Piece } from '../art/pieces';
import { previewOf } from '../game/choosing';
import type { ClassicBoard as Board, ClassicPosition, Colour, Components } from '../model/types';
import { usePage } from '../ui/context';
import { useTable } from './tableContext';
import { range } from '../model/counts';
import { Badge, Floor, Lines, previewArgs } from './Lines';
import { Touch } from './Touch';

interface Props {
  position: ClassicPosition;
  components: Components;
  seat: number;
  mine: boolean;
}

export function ClassicBoard({ position, components, seat, mine }: Props) {
  const board = position.boards[seat]!;
  const current = position.phase === 'tiling' && position.seat === seat ? position.line : undefined;
  return (
    <div class="player-board classic-board">
      <div class="rows">
        <Lines seat={seat} lines={board.lines} shape="square" mine={mine} current={current} />
        <Wall board={board} components={components} seat={seat} mine={mine} />
      </div>
      <Floor seat={seat} pieces={board.floor} penalties={components.penalties} shape="square" mine={mine} kind="floor" />
    </div>
  );
}

interface WallProps {
  board: Board;
  components: Components;
  seat: number;
  mine: boolean;
}

export function Wall({ board, components, seat, mine }: WallProps) {
  const { t } = usePage();
  return (
    <div class="wall" role="table" aria-label={t('wall')}>
      {range(5).map((r) => (
        <div class="wall-row" role="row" key={r}>
          {range(5).map((c) => (
            <WallCell key={c} board={board} components={components} seat={seat} mine={mine} row={r + 1} column={c + 1} />
          ))}
        </div>
      ))}
    </div>
  );
}

function WallCell({ board, components, seat, mine, row, column }: WallProps & { row: number; column: number }) {
  const { t } = usePage();
  const { open, last, ghosts } = useTable();
  const at = `${seat}/wall/${row}/${column}`;
  const tile = board.wall[row - 1]![column - 1]!;
  const print = components.wall[row - 1]?.[column - 1] ?? '.';
  const doubled = components.doubled && print !== '.';
  const option = mine ? open.get(`cell:${row}:${column}`) : undefined;
  const ghost = mine && tile === '.' ? ghosts.tiles.get(`${row}/${column}`) : undefined;
  const lit = mine && ghosts.run.has(`${row}/${column}`) ? ' in-run' : '';
  const face = (
    <span
      class={`space square${print !== '.' ? ` on-${print}` : ' plain'}${last.has(at) ? ' last' : ''}${ghost ? ' coming' : ''}${lit}`}
      data-at={at}
    >
      {tile !== '.' ? <Tile piece={tile as Piece} shape="square" /> : print !== '.' && <Printed colour={print as Colour} />}
      {ghost && <Tile piece={ghost} shape="square" />}
      {doubled && tile === '.' && (
        <span class="seal" aria-hidden="true">
          ×2
        </span>
      )}
    </span>
  );
  const label = t('wall-cell', {
    row,
    column,
    tile: tile === '.' ? 'none' : tile,
    print: print === '.' ? 'none' : print,
    doubled: doubled ? 'yes' : 'no',
  });
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

interface TargetProps {
  row: number;
  column: number;
  label: string;
  moves: Parameters<typeof previewOf>[0];
  children: preact.ComponentChildren;
}

/** A space of wall or dome that the tile in question may go to. */
export function TargetCell({ row, column, label, moves, children }: TargetProps) {
  const { t } = usePage();
  const preview = previewOf(moves);
  const words = preview ? t('cell-target', { cell: label, ...previewArgs(preview) }) : label;
  return (
    <Touch step={`cell:${row}:${column}`} label={words} class="cell-target">
      {children}
      {preview && <Badge change={preview.pointsNow} />}
    </Touch>
  );
}
