/* The QR code is read back by the rules of the standard: format, mask, blocks, and check bytes that leave nothing over. */
import { expect, it } from 'vitest';
import { qrCode, times, type Modules } from '../src/online/qr';

const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8];
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22];
const ALIGNED = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50], [30, 54], [32, 58]];

/** The modules that hold data: neither finder, timing, alignment, format nor version. */
function isData(x: number, y: number, size: number): boolean {
  const version = (size - 17) / 4;
  if ((x < 9 && y < 9) || (x < 9 && y > size - 9) || (x > size - 9 && y < 9) || x === 6 || y === 6) return false;
  if (version > 6 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12))) return false;
  const centres = version === 1 ? [] : [6, ...ALIGNED[version - 1]!];
  return !centres.some((cx) =>
    centres.some((cy) => {
      const finder = [cx === 6, cy === 6, cx === size - 7, cy === size - 7];
      if ((finder[0] && finder[1]) || (finder[0] && finder[3]) || (finder[2] && finder[1])) return false;
      return Math.abs(cx - x) <= 2 && Math.abs(cy - y) <= 2;
    }),
  );
}

const MASKED: ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

function read(modules: Modules): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const along = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => modules[8]![x]!);
  const format = [...along, ...[7, 5, 4, 3, 2, 1, 0].map((y) => modules[y]![8]!)].reduce((f, b) => 2 * f + Number(b), 0) ^ 0x5412;
  expect(format >> 13).toBe(0); // level M
  const mask = (format >> 10) & 7;
  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let k = 0; k < size; k++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - k : k;
        if (isData(x, y, size)) bits.push(Number(modules[y]![x]! !== MASKED[mask]!(y, x)));
      }
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(''), 2));
  const blocks = BLOCKS[version - 1]!;
  const checks = CHECKS[version - 1]!;
  const data = bytes.length - blocks * checks;
  const short = Math.floor(data / blocks);
  const longer = data % blocks;
  const parts = Array.from({ length: blocks }, () => [] as number[]);
  let at = 0;
  for (let k = 0; k <= short; k++) for (let b = 0; b < blocks; b++) if (k < short || b >= blocks - longer) parts[b]!.push(bytes[at++]!);
  for (let k = 0; k < checks; k++) for (let b = 0; b < blocks; b++) parts[b]!.push(bytes[at++]!);
  for (const part of parts)
    for (let i = 0, root = 1; i < checks; i++, root = times(root, 2))
      expect(part.reduce((sum, byte) => times(sum, root) ^ byte, 0)).toBe(0);
  const text = parts.flatMap((p) => p.slice(0, p.length - checks)).flatMap((byte) => [byte >> 4, byte & 15]);
  expect(text[0]).toBe(4);
  const long = version < 10 ? 2 : 4;
  const length = text.slice(1, 1 + long).reduce((n, half) => 16 * n + half, 0);
  const body = text.slice(1 + long, 1 + long + 2 * length);
  return new TextDecoder().decode(Uint8Array.from({ length }, (_, i) => 16 * body[2 * i]! + body[2 * i + 1]!));
}

it('every length of an invitation can be read back', () => {
  const seen = new Set<number>();
  for (let length = 1; length <= 280; length += 7) {
    const text = `https://azulejo.example/#table=é${'aB3-_'.repeat(60)}`.slice(0, length);
    const code = qrCode(text)!;
    seen.add((code.length - 17) / 4);
    expect(read(code)).toBe(text);
  }
  expect([...seen]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(qrCode('x'.repeat(400))).toBeNull();
});
