/* The five motifs, drawn in a 64 × 64 box inside a circle of radius 25, so that the same drawing serves the square tile
 * and the disc. Each has a silhouette of its own. */
import type { JSX } from 'preact';
import type { Colour } from '../model/types';
import { GLAZES } from './palette';

/** The lines of the lattice in one path: where they cross, two paths would be darker. */
const LATTICE =
  'M14.5 31.8 L31.8 14.5 M14.5 49.3 L49.3 14.5 M32.2 49.5 L49.5 32.2 ' +
  'M14.5 32.2 L31.8 49.5 M14.5 14.7 L49.3 49.5 M32.2 14.5 L49.5 31.8';

const turned = (n: number, draw: (angle: number) => JSX.Element): JSX.Element[] => Array.from({ length: n }, (_, i) => draw((360 / n) * i));

function Sun() {
  const { light, deep } = GLAZES.Y;
  return (
    <g>
      {turned(8, (a) => (
        <path d="M32 6.5 L36.4 17 Q32 15.6 27.6 17 Z" fill={deep} transform={`rotate(${a} 32 32)`} />
      ))}
      <circle cx="32" cy="32" r="12" fill={deep} />
      <circle cx="32" cy="32" r="8" fill={light} />
      <circle cx="32" cy="32" r="3.4" fill={deep} />
    </g>
  );
}

/** Rows of scales from the bottom up, each lapping over the one below; the tile clips them. */
const SCALE_ROWS: [number, number[]][] = [
  [42, [14, 32, 50]],
  [29, [5, 23, 41, 59]],
  [16, [14, 32, 50]],
];

function Scallops() {
  const { base, light, deep } = GLAZES.T;
  return (
    <g>
      {SCALE_ROWS.flatMap(([y, xs], row) =>
        xs.map((x) => (
          <g>
            <path d={`M${x - 9} ${y - 14} V${y} a9 9 0 0 0 18 0 V${y - 14} Z`} fill={row === 1 ? base : deep} />
            <path d={`M${x - 9} ${y - 3} V${y} a9 9 0 0 0 18 0 v-3`} fill="none" stroke={light} stroke-width="3.4" />
          </g>
        )),
      )}
    </g>
  );
}

const DOTS: [number, number][] = [
  [32, 32],
  [32, 14.5],
  [32, 49.5],
  [14.5, 32],
  [49.5, 32],
];

function Lattice() {
  const { light, deep } = GLAZES.R;
  return (
    <g>
      <g stroke={light} stroke-width="3.4" stroke-linecap="round">
        <path d="M14.5 31.8 L31.8 14.5 M14.5 49.3 L49.3 14.5 M32.2 49.5 L49.5 32.2" transform="translate(0 0)" />
        <path d="M14.5 32.2 L31.8 49.5 M14.5 14.7 L49.3 49.5 M32.2 14.5 L49.5 31.8" />
      </g>
      {DOTS.map(([x, y]) => (
        <circle cx={x} cy={y} r="5.4" fill={deep} stroke={light} stroke-width="2" />
      ))}
    </g>
  );
}

export const STAR =
  'M32 7 L39.3 14.4 H49.7 V24.7 L57 32 L49.7 39.3 V49.7 H39.3 L32 57 L24.7 49.7 H14.3 V39.3 L7 32 L14.3 24.7 V14.4 H24.7 Z';

function Star() {
  const { base, light, deep } = GLAZES.B;
  return (
    <g>
      <path d={STAR} fill={light} transform="translate(32 32) scale(.93) translate(-32 -32)" />
      <path d={STAR} fill={base} transform="translate(32 32) scale(.66) translate(-32 -32)" />
      <path d={STAR} fill={light} transform="translate(32 32) rotate(22.5) scale(.36) translate(-32 -32)" />
      <circle cx="32" cy="32" r="3.2" fill={deep} />
    </g>
  );
}

const LOOP = { width: 43, height: 17, rx: 8.5 };

/** Two loops, each passing over and under the other. */
function Knot() {
  const { base, light } = GLAZES.K;
  const flat = <rect x="10.5" y="23.5" {...LOOP} />;
  const upright = <rect x="23.5" y="10.5" width={LOOP.height} height={LOOP.width} rx={LOOP.rx} />;
  return (
    <g fill="none" stroke-linejoin="round">
      <g stroke={light} stroke-width="4.6">
        {flat}
      </g>
      <g stroke={base} stroke-width="9">
        {upright}
      </g>
      <g stroke={light} stroke-width="4.6">
        {upright}
      </g>
      <path d="M17.5 23.5 H29 M35 40.5 H46.5" stroke={base} stroke-width="9" />
      <path d="M16 23.5 H31 M33 40.5 H48" stroke={light} stroke-width="4.6" />
      <path d="M32 27.6 L36.4 32 L32 36.4 L27.6 32 Z" fill={light} />
    </g>
  );
}

const PRINTED_ROWS: [number, number[]][] = [
  [17, [24, 40]],
  [30, [16, 32, 48]],
  [43, [24, 40]],
];

export const MOTIFS: Record<Colour, () => JSX.Element> = { Y: Sun, T: Scallops, R: Lattice, B: Star, K: Knot };

/** The same motifs as thin outlines, for printed spaces. */
export const OUTLINES: Record<Colour, () => JSX.Element> = {
  Y: () => (
    <g>
      <circle cx="32" cy="32" r="10.5" />
      {turned(8, (a) => (
        <path d="M32 8 L35.8 17 Q32 15.8 28.2 17 Z" transform={`rotate(${a} 32 32)`} />
      ))}
    </g>
  ),
  T: () => <g>{PRINTED_ROWS.flatMap(([y, xs]) => xs.map((x) => <path d={`M${x - 8} ${y - 2} v2 a8 8 0 0 0 16 0 v-2`} />))}</g>,
  R: () => (
    <g>
      <path d={LATTICE} />
      {DOTS.map(([x, y]) => (
        <circle cx={x} cy={y} r="3.6" />
      ))}
    </g>
  ),
  B: () => (
    <g>
      <path d={STAR} transform="translate(32 32) scale(.93) translate(-32 -32)" />
      <path d={STAR} transform="translate(32 32) scale(.52) translate(-32 -32)" />
    </g>
  ),
  K: () => (
    <g>
      <rect x="10.5" y="23.5" {...LOOP} />
      <rect x="23.5" y="10.5" width={LOOP.height} height={LOOP.width} rx={LOOP.rx} />
    </g>
  ),
};
