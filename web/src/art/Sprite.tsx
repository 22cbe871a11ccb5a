/* Every drawing of the table once, as symbols; the board uses them by name. */
import type { JSX } from 'preact';
import { COLOURS, type Colour } from '../model/types';
import { MOTIFS, OUTLINES } from './motifs';
import { GLAZES, GROUND, PIECES } from './palette';

type Shape = 'square' | 'disc';
const SHAPES: Shape[] = ['square', 'disc'];

function Body({ shape, inset = 0, ...paint }: { shape: Shape; inset?: number } & JSX.SVGAttributes) {
  const at = 2 + inset;
  if (shape === 'disc') return <circle cx="32" cy="32" r={30 - inset} {...(paint as object)} />;
  return <rect x={at} y={at} width={64 - 2 * at} height={64 - 2 * at} rx={Math.max(3, 10 - inset)} {...(paint as object)} />;
}

/** One soft light from the top left, as on a glaze. */
function Highlight({ shape }: { shape: Shape }) {
  const d =
    shape === 'disc'
      ? 'M7.6 29 A25 25 0 0 1 46 11.2 Q26 10.5 18.5 18 Q10.5 25 7.6 29 Z'
      : 'M7 15 Q7 7 15 7 H50 Q30 9.5 20 19 Q10 29 7 44 Z';
  return <path d={d} fill="url(#glaze)" />;
}

function TileSymbol({ colour, shape }: { colour: Colour; shape: Shape }) {
  const glaze = GLAZES[colour];
  const Motif = MOTIFS[colour];
  return (
    <symbol id={`tile-${colour}-${shape}`} viewBox="0 0 64 64">
      <g transform="translate(0 1.6)">
        <Body shape={shape} class="tile-shadow" />
      </g>
      <Body shape={shape} fill={glaze.base} />
      <g clip-path={`url(#inside-${shape})`}>
        <g transform={shape === 'disc' ? 'translate(32 32) scale(.9) translate(-32 -32)' : undefined}>
          <Motif />
        </g>
      </g>
      <Body shape={shape} inset={3.8} fill="none" stroke={glaze.light} stroke-width="1.4" stroke-opacity=".55" />
      <Highlight shape={shape} />
      <Body shape={shape} inset={0.2} fill="none" stroke-width="2" class={`edge-${colour}`} />
    </symbol>
  );
}

function PrintedSymbol({ colour }: { colour: Colour }) {
  const Outline = OUTLINES[colour];
  return (
    <symbol id={`printed-${colour}`} viewBox="0 0 64 64">
      <g class={`printed printed-${colour}`} fill="none" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round">
        <Outline />
      </g>
    </symbol>
  );
}

const ONE = 'M27.5 24.5 L33.5 18.5 H36 V44 H40 V47.5 H27.5 V44 H31.5 V25.5 L28.6 28 Z';

function MarkerSymbol({ shape }: { shape: Shape }) {
  return (
    <symbol id={`marker-${shape}`} viewBox="0 0 64 64">
      <g transform="translate(0 1.6)">
        <Body shape={shape} class="tile-shadow" />
      </g>
      <Body shape={shape} fill="#FDFCF8" />
      <Body shape={shape} inset={5} fill="none" stroke={GROUND.light.accent} stroke-width="1.4" />
      <Body shape={shape} inset={8} fill="none" stroke={GROUND.light.accent} stroke-width=".8" stroke-opacity=".6" />
      <path d={ONE} fill={GROUND.light.accent} transform="translate(-1.5 -1)" />
      <Highlight shape={shape} />
      <Body shape={shape} inset={0.2} fill="none" stroke-width="2" class="edge-marker" />
    </symbol>
  );
}

function SpecialSymbol() {
  return (
    <symbol id="special" viewBox="0 0 64 64">
      <circle cx="32" cy="33.6" r="30" class="tile-shadow" />
      <circle cx="32" cy="32" r="30" fill={PIECES.special} />
      <circle cx="32" cy="32" r="27" fill="none" stroke={PIECES.rim} stroke-width="4" />
      <g fill="#8E4A29" stroke="#D98F66" stroke-width="1.2">
        {[0, 90, 180, 270].map((a) => (
          <path d="M32 31 C24 24 25.5 15.5 32 11.5 C38.5 15.5 40 24 32 31 Z" transform={`rotate(${a + 45} 32 32)`} />
        ))}
      </g>
      <circle cx="32" cy="32" r="4" fill={PIECES.rim} />
      <circle cx="32" cy="32" r="29.8" fill="none" stroke-width="2" class="edge-special" />
    </symbol>
  );
}

/** The joker space: a petal of every colour. */
function JokerSymbol() {
  return (
    <symbol id="joker" viewBox="0 0 64 64">
      {(['Y', 'T', 'R', 'B', 'K'] as Colour[]).map((c, i) => (
        <path d="M32 31 C22 24 23 11 32 7 C41 11 42 24 32 31 Z" fill={GLAZES[c].base} class="petal" transform={`rotate(${72 * i} 32 32)`} />
      ))}
      <circle cx="32" cy="32" r="5" class="petal-heart" />
    </symbol>
  );
}

/** The space of a special tile, before it lies there. */
function SpecialSpaceSymbol() {
  return (
    <symbol id="special-space" viewBox="0 0 64 64">
      <g class="special-space" fill="none" stroke-width="2.6">
        <circle cx="32" cy="32" r="24" stroke-dasharray="5 4.2" />
        {[0, 90, 180, 270].map((a) => (
          <path d="M32 31 C26 25.5 27 19 32 15.5 C37 19 38 25.5 32 31 Z" transform={`rotate(${a + 45} 32 32)`} />
        ))}
      </g>
    </symbol>
  );
}

function HalfMoon({ colour, side }: { colour: Colour; side: 'left' | 'right' }) {
  const d = side === 'left' ? 'M32 6 A26 26 0 0 0 32 58 Z' : 'M32 6 A26 26 0 0 1 32 58 Z';
  return <path d={d} fill={GLAZES[colour].base} />;
}

const FACES: [Colour, Colour][] = [
  ['B', 'B'],
  ['Y', 'Y'],
  ['R', 'R'],
  ['K', 'K'],
  ['T', 'T'],
  ['B', 'R'],
  ['R', 'T'],
  ['Y', 'T'],
  ['Y', 'K'],
  ['B', 'K'],
];

function ChipSymbol({ left, right }: { left: Colour; right: Colour }) {
  const Left = MOTIFS[left];
  const Right = MOTIFS[right];
  const id = left === right ? left : left + right;
  const small = 'translate(32 32) scale(.56) translate(-32 -32)';
  return (
    <symbol id={`chip-${id}`} viewBox="0 0 64 64">
      <circle cx="32" cy="33.4" r="28" class="tile-shadow" />
      <circle cx="32" cy="32" r="28" class="chip-rim" />
      <HalfMoon colour={left} side="left" />
      <HalfMoon colour={right} side="right" />
      {left === right ? (
        <g transform={small}>
          <Left />
        </g>
      ) : (
        <g>
          <g transform="translate(19.5 32) scale(.4) translate(-32 -32)">
            <Left />
          </g>
          <g transform="translate(44.5 32) scale(.4) translate(-32 -32)">
            <Right />
          </g>
          <path d="M32 6 V58" class="chip-seam" stroke-width="2.4" />
        </g>
      )}
      <circle cx="32" cy="32" r="27.4" fill="none" stroke-width="2" class="chip-edge" />
    </symbol>
  );
}

/** Face down: a crescent on bare clay. */
function ChipBack() {
  return (
    <symbol id="chip-back" viewBox="0 0 64 64">
      <circle cx="32" cy="33.4" r="28" class="tile-shadow" />
      <circle cx="32" cy="32" r="28" class="chip-back" />
      <circle cx="32" cy="32" r="22" fill="none" class="chip-back-line" stroke-width="1.4" />
      <path d="M37 17 A16 16 0 1 0 45 43 A13.5 13.5 0 1 1 37 17 Z" class="chip-back-moon" />
      <circle cx="32" cy="32" r="27.4" fill="none" stroke-width="2" class="chip-edge" />
    </symbol>
  );
}

export function Sprite() {
  return (
    <svg class="sprite" aria-hidden="true" width="0" height="0">
      <defs>
        <linearGradient id="glaze" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity=".46" />
          <stop offset="1" stop-color="#fff" stop-opacity=".04" />
        </linearGradient>
        {SHAPES.map((shape) => (
          <clipPath id={`inside-${shape}`}>
            <Body shape={shape} inset={4.4} />
          </clipPath>
        ))}
      </defs>
      {COLOURS.flatMap((c) => SHAPES.map((s) => <TileSymbol colour={c} shape={s} />))}
      {COLOURS.map((c) => (
        <PrintedSymbol colour={c} />
      ))}
      {SHAPES.map((s) => (
        <MarkerSymbol shape={s} />
      ))}
      <SpecialSymbol />
      <SpecialSpaceSymbol />
      <JokerSymbol />
      {FACES.map(([l, r]) => (
        <ChipSymbol left={l} right={r} />
      ))}
      <ChipBack />
    </svg>
  );
}
