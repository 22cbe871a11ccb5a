/* A small drawing for each rule, of the pieces of the table: positions as they come about, with their numbers. The words
 * beside it say the same, so that a reader of the screen misses nothing. One cell is 10 units wide. */
import { createContext, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { Rules } from '../model/types';

/** Pixels of a unit; the letters of 6 units are then 13 px. */
const SCALE = 2.2;
const CELL = 10;
const STEP = 11;

/** A wall without printed colours. */
const GreyWall = createContext(false);

type At = { x: number; y: number };

const Use = ({ id, x, y, size = CELL, faint }: At & { id: string; size?: number; faint?: boolean | undefined }) => (
  <use href={`#${id}`} x={x} y={y} width={size} height={size} class={faint ? 'fig-faint' : undefined} />
);
const Well = ({ x, y, disc }: At & { disc?: boolean }) => (
  <rect class="fig-well" x={x} y={y} width={CELL} height={CELL} rx={disc ? CELL / 2 : 1.6} />
);
const Say = ({ x, y, children, tone = '' }: At & { children: ComponentChildren; tone?: '' | 'gain' | 'loss' | 'small' }) => (
  <text class={`fig-text ${tone && `fig-${tone}`}`} x={x} y={y} text-anchor="middle">
    {children}
  </text>
);
const Ring = ({ x, y, w = 1, h = 1 }: At & { w?: number; h?: number }) => (
  <rect class="fig-ring" x={x - 0.9} y={y - 0.9} width={w * STEP + 0.8} height={h * STEP + 0.8} rx="2.6" />
);
const No = ({ x, y }: At) => <path class="fig-no" d={`M${x + 2} ${y + 2}l6 6m0 -6l-6 6`} />;

function Arrow({ d, to }: { d: string; to: [x: number, y: number, angle: number] }) {
  return (
    <g class="fig-arrow">
      <path d={d} />
      <path d="M-3 -2.2L0 0L-3 2.2" transform={`translate(${to[0]} ${to[1]}) rotate(${to[2]})`} />
    </g>
  );
}
const Right = ({ x, y, by = 9 }: At & { by?: number }) => <Arrow d={`M${x} ${y}h${by}`} to={[x + by, y, 0]} />;

/** A row of cells: a letter is a tile, '.' an empty space, '-' nothing, a small letter what is printed there. */
function Row({ x, y, cells, disc = false, faint = false }: At & { cells: string; disc?: boolean; faint?: boolean }) {
  const grey = useContext(GreyWall);
  return (
    <>
      {[...cells].map((c, i) => {
        const at = { x: x + i * STEP, y };
        if (c === '-') return null;
        if (c === '.' || (grey && !disc && c !== 'm' && c === c.toLowerCase())) return <Well key={i} {...at} disc={disc} />;
        if (c === 'm') return <Use key={i} {...at} id={`marker-${disc ? 'disc' : 'square'}`} />;
        if (c === '*') return <Use key={i} {...at} id="special" />;
        const symbol = { j: 'joker', s: 'special-space' }[c] ?? (c === c.toLowerCase() ? `printed-${c.toUpperCase()}` : '');
        if (!symbol) return <Use key={i} {...at} id={`tile-${c}-${disc ? 'disc' : 'square'}`} faint={faint} />;
        return (
          <g key={i}>
            <Well {...at} disc={disc} />
            <Use {...at} id={symbol} />
          </g>
        );
      })}
    </>
  );
}
const Rows = ({ x, y, rows, disc = false }: At & { rows: string[]; disc?: boolean }) => (
  <>
    {rows.map((cells, i) => (
      <Row key={i} x={x} y={y + i * STEP} cells={cells} disc={disc} />
    ))}
  </>
);

/** A dome plate at two by two cells. */
const Slab = ({ x, y, rows }: At & { rows: [string, string] }) => (
  <>
    <rect class="fig-slab" x={x - 1.5} y={y - 1.5} width={STEP * 2 + 2} height={STEP * 2 + 2} rx="3" />
    <Rows x={x} y={y} rows={rows} disc />
  </>
);
const Chip = ({ x, y, face }: At & { face: string }) => <Use x={x} y={y} id={face === '?' ? 'chip-back' : `chip-${face}`} />;

function Plaque({ x, y, points, lit }: At & { points: number; lit: (row: number, column: number) => boolean }) {
  return (
    <g>
      {[0, 1, 2, 3, 4, 5].map((r) =>
        [0, 1, 2, 3, 4, 5].map((c) => (
          <circle key={`${r}${c}`} class={lit(r, c) ? 'fig-lit' : 'fig-dot'} cx={x + 2 + c * 4} cy={y + 2 + r * 4} r="1.5" />
        )),
      )}
      <Say x={x + 12} y={y + 33} tone="gain">
        +{points}
      </Say>
    </g>
  );
}

const FLOOR = ['−1', '−1', '−2', '−2', '−2', '−3', '−3'];

function Floor({ x, y, tiles, prices = FLOOR }: At & { tiles: string; prices?: string[] }) {
  return (
    <>
      <Row x={x} y={y + 7} cells={tiles.padEnd(prices.length, '.')} />
      {prices.map((price, i) => (
        <Say key={i} x={x + i * STEP + 5} y={y + 5} tone="small">
          {price}
        </Say>
      ))}
    </>
  );
}

const Factory = ({ x, y, r = 14 }: At & { r?: number }) => <circle class="fig-plate" cx={x} cy={y} r={r} />;

type Figure = [width: number, height: number, drawing: () => JSX.Element];

/** A full row, a full column and all tiles of a colour, with their bonuses. */
const endFigure = ([row, column, colour]: [string, string, string]): Figure => [
  112,
  56,
  () => (
    <>
      <Rows x={1} y={1} rows={['BYRKT', 'T.Y..', 'K.BY.', 'R...Y', 'Y....']} />
      <Ring x={1} y={1} w={5} />
      <Ring x={1} y={1} h={5} />
      <Say x={94} y={9} tone="gain">
        {row}
      </Say>
      <path class="fig-run" d="M66 6h14" />
      <Say x={94} y={31} tone="gain">
        {column}
      </Say>
      <path class="fig-run" d="M73 21v14" />
      <Row x={64} y={42} cells="Y" />
      <Say x={80} y={49}>
        ×5
      </Say>
      <Say x={96} y={50} tone="gain">
        {colour}
      </Say>
    </>
  ),
];

const CLASSIC: Record<string, Figure> = {
  goal: [
    114,
    32,
    () => (
      <>
        <Rows x={1} y={1} rows={['--Y', '-RR', 'KKK']} />
        <Right x={36} y={28} />
        <Rows x={50} y={1} rows={['Byrkt', 'tBYrk', 'ktByr']} />
        <Ring x={50} y={23} />
      </>
    ),
  ],
  offer: [
    112,
    34,
    () => (
      <>
        <Factory x={17} y={17} r={16} />
        <Rows x={6.5} y={6.5} rows={['TK', 'TR']} />
        <Ring x={6.5} y={6.5} h={2} />
        <Arrow d="M33 11Q42 5 52 10" to={[52, 10, 28]} />
        <Row x={54} y={6} cells="TT" />
        <Arrow d="M34 24Q46 30 62 26" to={[62, 26, -16]} />
        <ellipse class="fig-plate" cx="87" cy="25" rx="23" ry="8" />
        <Row x={70} y={20} cells="KR" />
        <Use x={97} y={20} id="marker-square" />
      </>
    ),
  ],
  place: [
    112,
    36,
    () => (
      <>
        <Row x={1} y={7} cells="TTT" />
        <Right x={36} y={12} />
        <Rows x={50} y={1} rows={['-.', 'TT']} />
        <Arrow d="M18 19Q40 34 56 30" to={[56, 30, -14]} />
        <Row x={59} y={25} cells="T.." />
        <Say x={98} y={32} tone="loss">
          −1
        </Say>
      </>
    ),
  ],
  floor: [
    104,
    19,
    () => (
      <>
        <Floor x={1} y={0} tiles="mRB" />
        <Say x={92} y={14} tone="loss">
          = −4
        </Say>
      </>
    ),
  ],
  tiling: [
    124,
    34,
    () => (
      <>
        <Rows x={12} y={1} rows={['-.', 'BB']} />
        <Row x={1} y={23} cells="K.." />
        <Arrow d="M34 17H45" to={[45, 17, 0]} />
        <Rows x={48} y={1} rows={['byrkt', 'tbyrk', 'ktbyr']} />
        <Ring x={59} y={12} />
      </>
    ),
  ],
  score: [
    112,
    34,
    () => (
      <>
        <Rows x={1} y={1} rows={['.YRK.', '..Y..', '..BY.']} />
        <Ring x={12} y={1} w={3} />
        <Ring x={23} y={1} h={3} />
        <Say x={84} y={14}>
          3 + 3 = 6
        </Say>
        <Use x={68} y={20} id="tile-R-square" />
        <Say x={90} y={28} tone="gain">
          +6
        </Say>
      </>
    ),
  ],
  end: endFigure(['+2', '+7', '+10']),
};

const EXTRA: Record<string, Figure> = {
  'floor-crystal': [
    104,
    19,
    () => (
      <>
        <Floor x={1} y={0} tiles="mRB" prices={['−1', '0', '−1', '−2', '−1', '−2', '−3']} />
        <Say x={92} y={14} tone="loss">
          = −2
        </Say>
      </>
    ),
  ],
  grey: [
    112,
    34,
    () => (
      <>
        <Row x={1} y={12} cells="BB" />
        <Right x={27} y={17} />
        <Rows x={41} y={1} rows={['..B..', 'K..R.', 'B....']} />
        <No x={63} y={12} />
        <Ring x={52} y={12} />
        <Ring x={85} y={12} />
      </>
    ),
  ],
  crystal1: [
    112,
    34,
    () => (
      <>
        <Rows x={1} y={1} rows={['...k.', 'T.B..', '..Y..']} />
        <Ring x={23} y={12} h={2} />
        <Say x={84} y={14}>
          2 × 2 = 4
        </Say>
        <Use x={68} y={20} id="printed-Y" />
        <Say x={90} y={28} tone="gain">
          +4
        </Say>
      </>
    ),
  ],
  'end-crystal2': endFigure(['+3', '+10', '+12']),
  crystal2: [60, 56, () => <Rows x={1} y={1} rows={['.....', '.b.r.', '..t..', '.k.y.', '.....']} />],
};

const DUEL: Record<string, Figure> = {
  'duel-goal': [
    118,
    48,
    () => (
      <>
        <Rows x={1} y={1} rows={['---R', '--BB', '-KKK', 'TTTT']} disc />
        <Right x={48} y={22} />
        <Slab x={64} y={2.5} rows={['Yb', 'ks']} />
        <Slab x={90} y={2.5} rows={['tr', 'Bj']} />
        <rect class="fig-slot" x="62.5" y="27" width="24" height="19" rx="3" />
        <rect class="fig-slot" x="88.5" y="27" width="24" height="19" rx="3" />
      </>
    ),
  ],
  'duel-actions': [
    126,
    28,
    () => (
      <>
        <Slab x={3} y={3} rows={['yk', 'ts']} />
        <Factory x={47} y={14} r={13} />
        <Rows x={36.5} y={3.5} rows={['RR', 'BT']} disc />
        <Factory x={79} y={14} r={13} />
        <Use x={70} y={9} id="tile-K-disc" />
        <Use x={76} y={6} id="tile-Y-disc" />
        <Factory x={111} y={14} r={13} />
        <Chip x={106} y={9} face="BR" />
      </>
    ),
  ],
  'duel-plate': [
    116,
    28,
    () => (
      <>
        <Slab x={3} y={3} rows={['yk', 'ts']} />
        <Arrow d="M31 19A7 7 0 1 1 43 18" to={[43, 18, 110]} />
        <Slab x={52} y={3} rows={['ty', 'sk']} />
        <Right x={79} y={14} by={7} />
        <rect class="fig-slot" x="89.5" y="1.5" width="24" height="24" rx="3" />
      </>
    ),
  ],
  'duel-sun': [
    120,
    32,
    () => (
      <>
        <Factory x={16} y={16} r={15} />
        <Rows x={5.5} y={5.5} rows={['KY', 'KR']} disc />
        <Ring x={5.5} y={5.5} h={2} />
        <Arrow d="M32 10Q40 5 48 9" to={[48, 9, 24]} />
        <Row x={51} y={4} cells="KK" disc />
        <Arrow d="M32 22H48" to={[48, 22, 0]} />
        <Factory x={68} y={24} r={7.5} />
        <Use x={60} y={19} id="tile-R-disc" />
        <Use x={65} y={16} id="tile-Y-disc" />
      </>
    ),
  ],
  'duel-moon': [
    120,
    30,
    () => (
      <>
        {[
          ['R', 'T', 3],
          ['Y', 'T', 25],
          ['B', 'K', 47],
        ].map(([below, top, x]) => (
          <g key={x}>
            <Use x={Number(x)} y={13} id={`tile-${below}-disc`} />
            <Use x={Number(x) + 5} y={9} id={`tile-${top}-disc`} />
            {top === 'T' && <circle class="fig-ring" cx={Number(x) + 10} cy={14} r="6.2" />}
          </g>
        ))}
        <Right x={70} y={15} />
        <Row x={84} y={10} cells="TT" disc />
      </>
    ),
  ],
  'duel-chip': [
    106,
    30,
    () => (
      <>
        <Factory x={15} y={15} r={14} />
        <Chip x={5} y={11} face="?" />
        <Use x={13} y={8} id="tile-R-disc" />
        <Right x={34} y={15} />
        <Factory x={62} y={15} r={14} />
        <Chip x={57} y={10} face="YK" />
        <circle class="fig-ring" cx="62" cy="15" r="6.4" />
        <Say x={92} y={18}>
          2 ×
        </Say>
      </>
    ),
  ],
  'duel-place': [
    112,
    34,
    () => (
      <>
        <Row x={1} y={1} cells="BBB" disc />
        <Right x={36} y={6} />
        <Row x={50} y={1} cells="BB" disc />
        <Arrow d="M18 13Q34 30 52 27" to={[52, 27, -10]} />
        <Row x={55} y={22} cells="B..." disc />
        {['−1', '−3', '−6', '−10'].map((price, i) => (
          <Say key={price} x={60 + i * STEP} y={20} tone="small">
            {price}
          </Say>
        ))}
      </>
    ),
  ],
  'duel-tiling': [
    116,
    28,
    () => (
      <>
        <Row x={1} y={3} cells="RR" disc />
        <Right x={27} y={8} />
        <Slab x={43} y={3} rows={['yr', 'jb']} />
        <Slab x={69} y={3} rows={['jb', 'tk']} />
        <circle class="fig-ring" cx="59" cy="8" r="6.2" />
        <circle class="fig-ring" cx="74" cy="8" r="6.2" />
        <rect class="fig-slot" x="93.5" y="1.5" width="21" height="24" rx="3" />
      </>
    ),
  ],
  'duel-pay': [
    126,
    32,
    () => (
      <>
        <Row x={1} y={11} cells=".TTT" disc />
        <Say x={6} y={19}>
          ?
        </Say>
        <Say x={52} y={19}>
          =
        </Say>
        <Chip x={60} y={1} face="T" />
        <Chip x={71} y={1} face="RT" />
        <Chip x={60} y={21} face="B" />
        <Chip x={71} y={21} face="YK" />
        <Chip x={82} y={21} face="R" />
        <Say x={76} y={18} tone="small">
          /
        </Say>
      </>
    ),
  ],
  'duel-score': [
    108,
    28,
    () => (
      <>
        <Slab x={3} y={3} rows={['YK', 'Ts']} />
        <Right x={30} y={14} />
        <Slab x={45} y={3} rows={['YK', 'T*']} />
        <circle class="fig-ring" cx="61" cy="19" r="6.2" />
        <Say x={88} y={21} tone="gain">
          +2
        </Say>
      </>
    ),
  ],
  'duel-end': [
    110,
    36,
    () => (
      <>
        <Plaque x={2} y={1} points={3} lit={(r) => r === 1} />
        <Plaque x={42} y={1} points={7} lit={(_, c) => c === 2} />
        <Plaque x={82} y={1} points={10} lit={(r, c) => r === c} />
      </>
    ),
  ],
};

const FIGURES: Record<string, Figure> = { ...CLASSIC, ...EXTRA, ...DUEL };

export const FIGURE_NAMES = Object.keys(FIGURES);

export function RuleFigure({ name, rules }: { name: string; rules: Rules }) {
  const crystal = rules === 'crystal1' || rules === 'crystal2';
  const figure = FIGURES[`${name}-${rules}`] ?? ((crystal && FIGURES[`${name}-crystal`]) || FIGURES[name]);
  if (!figure) return null;
  const [width, height, drawing] = figure;
  return (
    <svg
      class="figure"
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      width={(width + 2) * SCALE}
      height={(height + 2) * SCALE}
      aria-hidden="true"
      focusable="false"
    >
      <GreyWall.Provider value={rules !== 'classic' && name in CLASSIC}>{drawing()}</GreyWall.Provider>
    </svg>
  );
}
