/* A QR code (ISO/IEC 18004) of a short text: byte mode, error correction M, versions 1 to 12. The smallest version that
 * holds the text and the mask of the lowest penalty are chosen. */

/** Rows of modules, true is dark. */
export type Modules = boolean[][];

/** Of each version from 1 on, at level M: check bytes in a block, and blocks. */
const CHECK_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8];

/** All bytes of a version: what is left of its modules beside the fixed patterns. */
function bytesOf(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version > 1) {
    const n = Math.floor(version / 7) + 2;
    modules -= (25 * n - 10) * n - 55;
    if (version > 6) modules -= 36;
  }
  return Math.floor(modules / 8);
}

const dataBytes = (version: number): number => bytesOf(version) - CHECK_BYTES[version - 1]! * BLOCKS[version - 1]!;

/** The modules of the text; null where it is too long. */
export function qrCode(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const version = CHECK_BYTES.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= dataBytes(i + 1)) + 1;
  if (version === 0) return null;
  const stream = interleaved(packed(bytes, version), version);
  let best: Modules | null = null;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const drawn = draw(stream, version, mask);
    const cost = penalty(drawn);
    if (cost < least) [best, least] = [drawn, cost];
  }
  return best;
}

/* ---- The bytes ---- */

function packed(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  const room = dataBytes(version) * 8;
  put(4, 4); // byte mode
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: room / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((b, bit) => 2 * b + bit, 0));
}

/** Multiplication in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1. */
export function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

/** The remainder by the generator polynomial, the product of x − 2ⁱ. */
function checkBytes(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
    generator = [...generator, 0].map((g, k) => g ^ (k > 0 ? times(generator[k - 1]!, root) : 0));
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    generator.forEach((g, k) => (rest[i + k]! ^= times(g, factor)));
  }
  return rest.slice(data.length);
}

/** The blocks and their check bytes, taken in turns; the first blocks may be one byte shorter. */
function interleaved(data: number[], version: number): number[] {
  const blocks = BLOCKS[version - 1]!;
  const checks = CHECK_BYTES[version - 1]!;
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  const parts: number[][] = [];
  for (let i = 0, at = 0; i < blocks; i++) {
    const length = short + (i >= blocks - longer ? 1 : 0);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const turns = (rows: number[][], most: number): number[] =>
    Array.from({ length: most }, (_, k) => rows.flatMap((row) => (k < row.length ? [row[k]!] : []))).flat();
  return [
    ...turns(parts, short + 1),
    ...turns(
      parts.map((p) => checkBytes(p, checks)),
      checks,
    ),
  ];
}

/* ---- The drawing ---- */

/** Centres of the alignment patterns along one side. */
function alignment(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return Array.from({ length: count }, (_, i) => (i === 0 ? 6 : version * 4 + 10 - step * (count - 1 - i)));
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A number, followed by the remainder of its division by a binary polynomial of this degree. */
function withRemainder(value: number, polynomial: number, degree: number): number {
  let rest = value;
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return (value << degree) | rest;
}

function draw(stream: number[], version: number, mask: number): Modules {
  const size = version * 4 + 17;
  const fixed: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    if (fixed[y]?.[x] !== undefined) fixed[y]![x] = dark;
  };
  /** A square of rings around a centre; `dark` by distance. */
  const rings = (cx: number, cy: number, radius: number, dark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const finders = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const;
  for (const [x, y] of finders) rings(x, y, 4, (d) => d !== 2 && d !== 4);
  const along = alignment(version);
  const corner = (x: number, y: number) => finders.some(([fx, fy]) => Math.abs(fx - x) < 5 && Math.abs(fy - y) < 5);
  for (const y of along) for (const x of along) if (!corner(x, y)) rings(x, y, 2, (d) => d !== 1);
  putFormat(set, size, mask);
  if (version > 6) putVersion(set, version, size);
  return filled(fixed, stream, MASKS[mask]!);
}

type Set = (x: number, y: number, dark: boolean) => void;

/** Level M and the mask, twice: around the first corner, and beside the two others. */
function putFormat(set: Set, size: number, mask: number): void {
  const format = withRemainder(mask, 0x537, 10) ^ 0x5412;
  const bit = (i: number) => ((format >> i) & 1) === 1;
  for (let i = 0; i < 15; i++) {
    const before = i < 6 ? i : i < 8 ? i + 1 : 0;
    if (i < 8) set(8, before, bit(i));
    else set(i === 8 ? 7 : 14 - i, 8, bit(i));
    if (i < 8) set(size - 1 - i, 8, bit(i));
    else set(8, size - 15 + i, bit(i));
  }
  set(8, size - 8, true);
}

function putVersion(set: Set, version: number, size: number): void {
  const bits = withRemainder(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    set(a, b, ((bits >> i) & 1) === 1);
    set(b, a, ((bits >> i) & 1) === 1);
  }
}

/** The free modules in pairs of columns from the right, up and down in turns; what is left over at the end is light. */
function filled(fixed: (boolean | null)[][], stream: number[], masked: (x: number, y: number) => boolean): Modules {
  const size = fixed.length;
  const modules = fixed.map((row) => row.map((m) => m === true));
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--; // the timing pattern
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x] !== null) continue;
        const bit = ((stream[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        at++;
        modules[y]![x] = (bit === 1) !== masked(x, y);
      }
    }
  }
  return modules;
}

/** How hard the drawing is to read: long runs, blocks, what looks like a finder, too dark or too light. */
function penalty(modules: Modules): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]!));
  const lines = [...modules, ...columns].map((line) => line.map((m) => (m ? '1' : '0')).join(''));
  let cost = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) cost += run.length - 2;
    cost += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const m = modules[y]![x]!;
      if (m === modules[y - 1]![x] && m === modules[y]![x - 1] && m === modules[y - 1]![x - 1]) cost += 3;
    }
  const dark = modules.flat().filter(Boolean).length;
  return cost + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
