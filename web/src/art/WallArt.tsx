/* A wall or a dome as one drawing, at any size: thumbnails of rule sets, and the winner's wall at the end. */
import { useContext } from 'preact/hooks';
import { Letters } from './letters';
import { range } from '../model/counts';
import { domePrint } from '../model/plates';
import { isDuel, type Colour, type Components, type Position } from '../model/types';

const CELL = 72;
const TILE = 64;

export interface WallPicture {
  /** Letters of the tiles by row; '.' for none. */
  rows: readonly string[];
  /** Letters of the printed spaces by row: a colour, J joker, S special; '.' for a plain space. */
  prints: readonly string[];
  shape: 'square' | 'disc';
  /** Printed spaces count twice. */
  doubled?: boolean;
  /** In a thumbnail, whose seals nobody could read: one large seal instead, over these two spaces of a row. */
  largeSeal?: { row: number; column: number };
}

/** The present wall of a seat. */
export function wallOf(position: Position, components: Components, seat: number): WallPicture {
  if (isDuel(position)) {
    const { tiles, plates } = position.boards[seat]!;
    const prints = range(6).map((r) =>
      range(6)
        .map((c) => domePrint(plates, r + 1, c + 1, components) || ' ')
        .join(''),
    );
    return { rows: tiles, prints, shape: 'disc' };
  }
  return { rows: position.boards[seat]!.wall, prints: components.wall, shape: 'square', doubled: components.doubled };
}

const symbolOf = (letter: string, shape: string): string => (letter === '*' ? 'special' : `tile-${letter}-${shape}`);
const printOf = (letter: string): string => (letter === 'J' ? 'joker' : letter === 'S' ? 'special-space' : `printed-${letter}`);

function Space({ print, shape, doubled }: { print: string; shape: string; doubled: boolean }) {
  const bare = print === '.' || print === ' ';
  const round = shape === 'disc' ? 30 : 10;
  return (
    <>
      <rect
        x="2"
        y="2"
        width="60"
        height="60"
        rx={round}
        class={`wall-space${bare ? '' : ` wall-on-${print}`}${print === ' ' ? ' bare' : ''}`}
      />
      {!bare && <use href={`#${printOf(print)}`} x="5" y="5" width="54" height="54" class="wall-print" />}
      {doubled && !bare && <Seal x={33} y={41} />}
    </>
  );
}

function Seal({ x, y, scale = 1 }: { x: number; y: number; scale?: number }) {
  return (
    <g class="wall-seal" transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect width="31" height="22" rx="11" />
      <text x="15.5" y="16.5" text-anchor="middle">
        ×2
      </text>
    </g>
  );
}

export function WallArt({ picture, letters = false }: { picture: WallPicture; letters?: boolean }) {
  const letterOf = useContext(Letters);
  const { rows, prints, shape, doubled = false, largeSeal } = picture;
  const size = rows.length * CELL - (CELL - TILE);
  return (
    <svg class={`wall-art wall-art-${shape}`} viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false">
      {rows.flatMap((row, r) =>
        [...row].map((letter, c) => (
          <g key={`${r}${c}`} transform={`translate(${c * CELL} ${r * CELL})`}>
            {letter === '.' ? (
              <Space print={prints[r]?.[c] ?? '.'} shape={shape} doubled={doubled && !largeSeal} />
            ) : (
              <use href={`#${symbolOf(letter, shape)}`} width={TILE} height={TILE} />
            )}
            {letters && /[BYRKT]/.test(letter) && (
              <g class="wall-letter">
                <rect x="36" y="38" width="26" height="24" rx="6" />
                <text x="49" y="56" text-anchor="middle">
                  {letterOf(letter as Colour)}
                </text>
              </g>
            )}
          </g>
        )),
      )}
      {largeSeal && <Seal x={largeSeal.column * CELL + 9} y={largeSeal.row * CELL - 9} scale={3.8} />}
    </svg>
  );
}
