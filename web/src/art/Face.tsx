/* The bots as workshop characters: one painted tile each, a figure in cobalt on plaster with a flourish in every corner,
 * as single-figure tiles have. */
import { personOf } from '../model/bots';

/** A path and how it is painted: a line, a pale wash, a full wash, or bare plaster that covers what it overlaps. */
type Stroke = ['line' | 'thin' | 'wash' | 'deep' | 'bare', string];

interface Portrait {
  /** Behind the head: hair that falls, what is carried. */
  behind?: Stroke[];
  clothes: Stroke[];
  /** Half the width and half the height of the head, and how far the chin is drawn down. */
  head: [width: number, height: number, chin: number];
  eyes: 'dots' | 'wide' | 'closed' | 'down';
  brows: string;
  nose: string;
  mouth: Stroke[];
  /** Before the face: hair, hat, beard, glasses. */
  before: Stroke[];
}

const MIDDLE = 48;
const EYES = 43;

/** An oval that narrows to the chin. */
function skull([w, h, chin]: Portrait['head']): string {
  const [top, low] = [41 - h, 41 + h + chin];
  return (
    `M${MIDDLE - w} 40 C${MIDDLE - w} ${top - 2} ${MIDDLE + w} ${top - 2} ${MIDDLE + w} 40 ` +
    `C${MIDDLE + w} ${51 + chin} ${MIDDLE + 7} ${low} ${MIDDLE} ${low} C${MIDDLE - 7} ${low} ${MIDDLE - w} ${51 + chin} ${MIDDLE - w} 40 Z`
  );
}

const SHOULDERS = 'M14 96 C15 77 27 71 40 68 Q48 74 56 68 C69 71 81 77 82 96 Z';
const NARROW = 'M22 96 C23 81 31 74 41 71 Q48 76 55 71 C65 74 73 81 74 96 Z';
const BROAD = 'M8 96 C9 76 24 70 39 66 Q48 72 57 66 C72 70 87 76 88 96 Z';

const PORTRAITS: Record<string, Portrait> = {
  bia: {
    behind: [
      ['wash', 'M30 46 C19 47 17 58 21 68 C24 66 29 61 31 54 Z'],
      ['wash', 'M66 46 C77 47 79 58 75 68 C72 66 67 61 65 54 Z'],
      ['deep', 'M31 45 l-7 -5 v10 Z M31 45 l6 -5 v9 Z'],
      ['deep', 'M65 45 l7 -5 v10 Z M65 45 l-6 -5 v9 Z'],
    ],
    clothes: [
      ['wash', NARROW],
      ['bare', 'M39 72 Q31 74 33 82 Q43 82 48 75 Q53 82 63 82 Q65 74 57 72 Q48 78 39 72 Z'],
    ],
    head: [18, 18, 0],
    eyes: 'wide',
    brows: 'M38 34.5 q3.5 -2.5 6.5 -.5 M51.5 34 q3.5 -2 6.5 .5',
    nose: 'M47 47.5 q1.2 1 2.4 0',
    mouth: [['line', 'M42.5 52.4 Q48 58 53.5 52.4']],
    before: [
      ['wash', 'M29.5 43 C26 20 42 18 48 19 C56 17 71 21 66.5 43 C64 37 62 33 59 30.5 C52 34 42 33 37 30.5 C33 34 31 38 29.5 43 Z'],
      ['thin', 'M48 19.5 V32 M36.5 49 h.1 M39.5 50.6 h.1 M59.5 49 h.1 M56.5 50.6 h.1'],
    ],
  },
  tomas: {
    behind: [
      ['line', 'M77 96 L69 25'],
      ['wash', 'M62 26 L75 23.5 L79 6 Q68 4 58 9 Z'],
      ['thin', 'M66 24 L64 9 M70 23.5 L71 7'],
    ],
    clothes: [
      ['bare', NARROW],
      ['wash', 'M30 96 V80 L36 75 L40 96 Z M66 96 V80 L60 75 L56 96 Z'],
    ],
    head: [15.5, 18, 1],
    eyes: 'dots',
    brows: 'M37 37.5 q4 -2 6.5 .3 M52.5 37.8 q3 -2.3 6.5 -.3',
    nose: 'M48 43 q-2.6 5 1 6',
    mouth: [['line', 'M43.5 54.2 Q48.5 57.4 53.5 53.4']],
    before: [
      ['deep', 'M33 40 C31 34 33 31 35 29 L62 29 C64 32 65 35 63 40 C61 37 60 34 58 32 L53 35 L50 31.5 L45 35 L41 32 C37 34 35 37 33 40 Z'],
      ['wash', 'M30 30 C27 17 38 12 49 12 C61 12 69 18 66 30 C56 25.5 40 25.5 30 30 Z'],
      ['bare', 'M31 30 C41 24.5 58 25 70 31.5 C60 32.5 41 29.5 31 30 Z'],
      ['thin', 'M48 12 v4 M34 20 q6 -5 13 -6'],
    ],
  },
  rita: {
    clothes: [
      ['bare', SHOULDERS],
      ['wash', 'M31 96 L35 74 L40 76 Q48 83 56 76 L61 74 L65 96 Z'],
      ['thin', 'M35 75 L40 69 M61 75 L56 69'],
    ],
    head: [15.5, 19, 1],
    eyes: 'down',
    brows: 'M37 37.5 q4 -3 7.5 -.6 M51.5 36.9 q4 -2.4 7.5 .6',
    nose: 'M48 43 q-3 5.5 .8 6.4',
    mouth: [['line', 'M44 55 Q48 57.6 52 55']],
    before: [
      ['wash', 'M31.5 38 C28 22 38 15.5 48 15.5 C58 15.5 68 22 64.5 38 C58 28.5 39 28.5 31.5 38 Z'],
      ['deep', 'M44 17 C37 9 36 5 41 4 C46 4 47 10 48 14 C50 9 53 4 57 6 C61 9 56 13 52 17 Z'],
      ['thin', 'M38 24 h.1 M44 21.5 h.1 M51 21.5 h.1 M58 24 h.1 M34.5 30.5 h.1 M61.5 30.5 h.1 M41 27.5 h.1 M55 27.5 h.1 M48 25.5 h.1'],
      ['line', 'M33 50 a3 3.4 0 1 0 .1 0 M63 50 a3 3.4 0 1 0 .1 0'],
    ],
  },
  duarte: {
    clothes: [
      ['bare', BROAD],
      ['deep', 'M36 67 Q48 78 60 67 L57 75 L49 78 L52 90 L44 90 L46.5 78 L39 75 Z'],
      ['thin', 'M22 82 L26 96 M74 82 L70 96'],
    ],
    head: [17.5, 17, 4],
    eyes: 'dots',
    brows: 'M36 38.5 q4.5 -3 8.5 -.4 M51.5 38.1 q4.5 -2.6 8.5 .4',
    nose: 'M47.5 42 q-4.6 7 1.5 8.2 q2 -.2 2.6 -1.4',
    mouth: [['line', 'M42.5 56.2 Q48 59.4 54 55.6']],
    before: [
      ['thin', 'M34.5 53 l1.4 2.6 M36 57.5 l2 2.3 M39 61 l2.2 1.8 M43.5 63.6 l2 1.1 M46 61.5 h4'],
      ['thin', 'M52.5 63.6 l-2 1.1 M57 61 l-2.2 1.8 M60 57.5 l-2 2.3 M61.5 53 l-1.4 2.6'],
      ['wash', 'M33 28 C33 14 39 9 48 9 C57 9 63 14 63 28 Z'],
      ['deep', 'M33 28 L33.4 22.5 C43 25 53 25 62.6 22.5 L63 28 C54 31 42 31 33 28 Z'],
      ['wash', 'M12 30 C22 22.5 31 26.5 34 28 C43 31.5 53 31.5 62 28 C65 26.5 74 22.5 84 30 C68 38.5 28 38.5 12 30 Z'],
      ['thin', 'M20 30.5 q7 -3 12 0 M76 30.5 q-7 -3 -12 0 M40 13 l2 6 M48 12 v7 M56 13 l-2 6'],
    ],
  },
  ines: {
    behind: [
      ['line', 'M29 12 L62 27'],
      ['deep', 'M29.5 12.3 l-9.5 -5.3 q.5 6 7.5 8.4 Z'],
      ['wash', 'M37 20 C34 9 42 4 49 5 C58 5 62 12 58 21 Z'],
    ],
    clothes: [
      ['wash', SHOULDERS],
      ['bare', 'M39 69 L48 85 L57 69 Q48 75 39 69 Z'],
    ],
    head: [14.5, 18.5, 3],
    eyes: 'wide',
    brows: 'M37.5 36 q4 -3.6 7.5 -1.4 M51 34.6 q3.5 -2.2 7.5 1.4',
    nose: 'M48 42 q-2.4 6 .8 7',
    mouth: [
      ['line', 'M44.5 55.4 Q48 57.2 51.5 55.4'],
      ['thin', 'M46.4 57.9 h3.2'],
    ],
    before: [
      ['wash', 'M33.5 44 C29 24 38 18.5 48 19 C58 18.5 67 24 62.5 44 C62 34 57 28 48 25 C39 28 34 34 33.5 44 Z'],
      ['thin', 'M40 9.5 q8 5 16 2 M39 14.5 q9 4.5 18.5 1.5 M48 19 V25 M41 21 q-5 5 -6 12 M55 21 q5 5 6 12'],
      ['deep', 'M57.5 49 q3.4 -1.6 4 1.2 q-1.6 2.4 -4 -1.2 Z'],
    ],
  },
  simao: {
    clothes: [
      ['deep', SHOULDERS],
      ['bare', 'M39 69 L48 92 L57 69 Q48 75 39 69 Z'],
      ['deep', 'M41.5 74 L48 77.5 L54.5 74 V82 L48 78.8 L41.5 82 Z'],
    ],
    head: [15, 18.5, 3],
    eyes: 'dots',
    brows: 'M36.5 39 q4 -2.4 8 0 M51.5 35.6 q4.5 -4 8.5 -.6',
    nose: 'M48 41 q-4.4 8 1 8.6 q2 0 2.6 -1.4',
    mouth: [['thin', 'M45 57.6 Q49 59.2 53 56.6']],
    before: [
      ['deep', 'M48 52 C42 49.6 38.5 56 32 51.4 C34 58 43.5 58.6 48 54.4 C52.5 58.6 62 58 64 51.4 C57.5 56 54 49.6 48 52 Z'],
      [
        'deep',
        'M32.5 41 C28.5 22 40 17 50 18.5 C60 17.5 68 25 63.5 41 C62.5 34 61 31 58.5 28.5 C51 29.5 43 27.5 39.5 25 C37 30 33.5 33 32.5 41 Z',
      ],
    ],
  },
  leonor: {
    behind: [['deep', 'M29 62 C24 38 28 17 48 17 C68 17 72 38 67 62 Z']],
    clothes: [
      ['bare', SHOULDERS],
      ['wash', 'M38 70 L38 62 Q48 69 58 62 L58 70 Q48 77 38 70 Z'],
      ['thin', 'M48 77 V96 M48 83 h.1 M48 89 h.1'],
    ],
    head: [14.5, 18, 3],
    eyes: 'dots',
    brows: 'M37.5 35 h7 M51.5 35 h7',
    nose: 'M48 45 q-2.4 4.6 .8 5.4',
    mouth: [['line', 'M44.5 56 Q49 57.6 52 55.4']],
    before: [
      ['deep', 'M32 41 C30 24 37 18 48 18 C59 18 66 24 64 41 C63 37 62.5 35 61.5 32.5 L34.5 32.5 C33.5 35 33 37 32 41 Z'],
      ['line', 'M41 37.4 a6 6 0 1 0 .1 0 M55 37.4 a6 6 0 1 0 .1 0 M46.8 42.4 q1.2 -1 2.4 0'],
      ['wash', 'M58 40 L78 25 L80.5 28 L61 43 Z'],
      ['deep', 'M78 25 L84 21.5 L80.5 28 Z'],
    ],
  },
  baltasar: {
    clothes: [
      ['bare', BROAD],
      ['wash', 'M29 96 L31 72 L38 68 Q48 76 58 68 L65 72 L67 96 Z'],
    ],
    head: [17, 19, 3],
    eyes: 'closed',
    brows: 'M35.5 38 q5 -4 9 -.6 M51.5 37.4 q4 -3.4 9 .6',
    nose: 'M47 42 q-4 7 1 7.8 q3 0 3.6 -1.8',
    mouth: [],
    before: [
      [
        'wash',
        'M31 43 C30 54 31 66 39 74 C44 79 52 79 57 74 C65 66 66 54 65 43 C62 50 58 51.5 54 51 C50 50 46 50 42 51 C38 51.5 34 50 31 43 Z',
      ],
      ['bare', 'M43 55.4 Q48 52.6 53 55.4 Q48 59.4 43 55.4 Z'],
      [
        'thin',
        'M36 58 q1 8 6 13 M60 58 q-1 8 -6 13 M43 62 q1 7 3 11 M53 62 q-1 7 -3 11 M48 62 v12 M41 26 q7 -3 14 0 M42.5 30 q5.5 -2 11 0',
      ],
    ],
  },
  amalia: {
    behind: [
      ['wash', 'M35 24 L31 10 Q48 2 65 10 L61 24 Z'],
      ['thin', 'M37.5 10.5 a3.5 3.5 0 0 0 7 0 a3.5 3.5 0 0 0 7 0 a3.5 3.5 0 0 0 7 0 M41 16 a3.5 3.5 0 0 0 7 0 a3.5 3.5 0 0 0 7 0'],
    ],
    clothes: [
      ['deep', SHOULDERS],
      ['bare', 'M38 69 Q48 90 58 69 Q48 75 38 69 Z'],
      ['bare', 'M46 79 a2 2 0 1 0 4 0 a2 2 0 1 0 -4 0 Z'],
    ],
    head: [14.5, 18.5, 3],
    eyes: 'wide',
    brows: 'M36.5 35.6 q4.5 -4 8.5 -.8 M51 34.8 q4 -3.2 8.5 .8',
    nose: 'M48 42 q-2.8 6.4 .8 7.4',
    mouth: [['deep', 'M44 55.4 Q46.6 53.6 48 54.6 Q49.4 53.6 52 55.4 Q48 58.8 44 55.4 Z']],
    before: [
      ['deep', 'M32.5 42 C28 24 38 15 48 16.5 C58 15 68 24 63.5 42 C63 34 58 27 48 23.5 C38 27 33 34 32.5 42 Z'],
      ['bare', 'M49 23.6 C55 17.5 60 18.5 63 24 C60 21.5 55 21.5 49 23.6 Z'],
      ['line', 'M33.4 48 v3 M62.6 48 v3'],
      ['wash', 'M33.4 51 l3 5 l-3 5 l-3 -5 Z M62.6 51 l3 5 l-3 5 l-3 -5 Z'],
    ],
  },
  gaspar: {
    clothes: [
      ['wash', BROAD],
      ['bare', 'M34 70 L30 96 H66 L62 70 Q48 78 34 70 Z'],
    ],
    head: [15.5, 19, 3],
    eyes: 'dots',
    brows: 'M35 38.6 q5 -5 10 -.4 M51 38.2 q5 -4.6 10 .4 M36 37 q4.5 -4.5 9 -.6 M51 36.4 q4.5 -3.9 9 .6',
    nose: 'M47.4 42 q-4 7.4 1 8.2 q3 0 3.4 -1.8',
    mouth: [],
    before: [
      ['bare', 'M32.5 44 C31 60 34 78 48 91 C62 78 65 60 63.5 44 C61.5 51 58 53 54 52 C50 51 46 51 42 52 C38 53 34.5 51 32.5 44 Z'],
      ['bare', 'M48 52.6 C43 50 38.5 55 33 53.4 C37 59.6 44.5 59 48 55.4 C51.5 59 59 59.6 63 53.4 C57.5 55 53 50 48 52.6 Z'],
      [
        'thin',
        'M38 62 q2 12 8 20 M58 62 q-2 12 -8 20 M43.5 62 q1 10 3.5 18 M52.5 62 q-1 10 -3.5 18 M48 62 v22 M36 47.5 l-2.4 1 M60 47.5 l2.4 1',
      ],
      ['deep', 'M29 31 C22 20 32 8 50 9 C68 9.5 76 19 67 31 C57 24.5 39 24.5 29 31 Z'],
      ['wash', 'M29.5 31.5 C38 25 58 25 66.5 31.5 L66 35 C57 29.5 39 29.5 30 35 Z'],
      ['bare', 'M62 11 C66 2 76 2 82 7 C76 7 73 13 66 15 Z'],
    ],
  },
};

function Eyes({ kind }: { kind: Portrait['eyes'] }) {
  const at = [41, 55];
  if (kind === 'closed') return <path class="face-line" d={`M37.5 ${EYES} q3.5 3 7 0 M51.5 ${EYES} q3.5 3 7 0`} />;
  if (kind === 'down')
    return (
      <path
        class="face-line"
        d={`M37.5 ${EYES - 1} q3.5 4.4 7 0 M51.5 ${EYES - 1} q3.5 4.4 7 0 M38 ${EYES + 2} l-1 1.4 M58 ${EYES + 2} l1 1.4`}
      />
    );
  return (
    <>
      {at.map((x) => (
        <>
          {kind === 'wide' && <ellipse class="face-thin" cx={x} cy={EYES} rx="3.7" ry="2.9" />}
          <circle class="face-pupil" cx={x} cy={EYES} r={kind === 'wide' ? 1.8 : 2} />
        </>
      ))}
    </>
  );
}

const paint = (strokes: Stroke[] = []) => strokes.map(([how, d], i) => <path key={i} class={`face-${how}`} d={d} />);

const CORNER = 'M5 5 C11 5 14 8 14 14 C8 14 5 11 5 5 Z M5 18 q5 0 6 -2 M18 5 q0 5 -2 6';

const WHOLE = { x: 1, y: 1, width: 94, height: 94, rx: 12 };
const CLOSE = { x: 15, y: 2, width: 66, height: 66, rx: 8 };

/** The portrait of a bot by its name; of any other a plain tile. `close`: the head alone, for small sizes. */
export function Face({ bot, close = false }: { bot: string; close?: boolean }) {
  const who = PORTRAITS[personOf(bot)];
  const box = close ? CLOSE : WHOLE;
  return (
    <svg class="face" viewBox={`${box.x - 1} ${box.y - 1} ${box.width + 2} ${box.height + 2}`} aria-hidden="true" focusable="false">
      <rect class="face-ground" {...box} />
      {!close && (
        <g class="face-corners">
          {[0, 90, 180, 270].map((a) => (
            <path key={a} d={CORNER} transform={`rotate(${a} 48 48)`} />
          ))}
        </g>
      )}
      {who ? (
        <g class="face-figure">
          {paint(who.behind)}
          <path class="face-bare" d="M42 56 V72 Q48 77 54 72 V56 Z" />
          {paint(who.clothes)}
          <path class="face-bare" d={skull(who.head)} />
          <Eyes kind={who.eyes} />
          <path class="face-line" d={who.brows} />
          <path class="face-thin" d={who.nose} />
          {paint(who.mouth)}
          {paint(who.before)}
        </g>
      ) : (
        <path class="face-wash" d="M48 24 L55 41 L72 48 L55 55 L48 72 L41 55 L24 48 L41 41 Z" />
      )}
      <rect class="face-rim" {...box} />
    </svg>
  );
}

export const FACES = Object.keys(PORTRAITS);
