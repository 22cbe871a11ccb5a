/* The boards as a picture of their own: one SVG that needs nothing else, and a PNG made from it in the page. */
import { range } from '../model/counts';
import { domePrint } from '../model/plates';
import { isDuel, type Components, type Position, type TableState } from '../model/types';

const CELL = 44;
const TILE = 40;
const PAD = 24;
const HEAD = 46;
const GAP = 28;

interface Ground {
  page: string;
  board: string;
  well: string;
  ink: string;
  line: string;
  accent: string;
}

function groundOf(root: Element): Ground {
  const style = getComputedStyle(root);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    page: colour('page'),
    board: colour('board'),
    well: colour('well'),
    ink: colour('ink'),
    line: colour('line'),
    accent: colour('accent'),
  };
}

/** The drawings with the colours of the present theme written into them. */
function drawings(): string {
  const sprite = document.querySelector('.sprite')!;
  const copy = sprite.cloneNode(true) as Element;
  const from = sprite.querySelectorAll('[class]');
  copy.querySelectorAll('[class]').forEach((e, i) => {
    const style = getComputedStyle(from[i]!);
    for (const name of ['fill', 'stroke', 'stroke-width']) e.setAttribute(name, style.getPropertyValue(name));
    e.removeAttribute('class');
  });
  return copy.innerHTML;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
function symbolAt(id: string, x: number, y: number, size = TILE, opacity = 1): string {
  const inset = (CELL - size) / 2;
  const pale = opacity < 1 ? ` opacity="${opacity}"` : '';
  return `<use href="#${id}" x="${x + inset}" y="${y + inset}" width="${size}" height="${size}"${pale}/>`;
}

function space(x: number, y: number, disc: boolean, g: Ground): string {
  const round = disc ? TILE / 2 : 7;
  return `<rect x="${x + 2}" y="${y + 2}" width="${TILE}" height="${TILE}" rx="${round}" fill="${g.well}" stroke="${g.line}"/>`;
}

function piece(letter: string, shape: string): string {
  return letter === 'M' ? `marker-${shape}` : letter === '*' ? 'special' : `tile-${letter}-${shape}`;
}

function printOf(position: Position, components: Components, seat: number, row: number, column: number): string {
  if (isDuel(position)) return domePrint(position.boards[seat]!.plates, row + 1, column + 1, components);
  const print = components.wall[row]?.[column] ?? '.';
  return print === '.' ? '' : print;
}

const symbolOfPrint = (print: string): string => (print === 'J' ? 'joker' : print === 'S' ? 'special-space' : `printed-${print}`);

function cell(letter: string, print: string, x: number, y: number, shape: string, g: Ground): string {
  if (letter !== '.') return symbolAt(piece(letter, shape), x, y);
  return space(x, y, shape === 'disc', g) + (print ? symbolAt(symbolOfPrint(print), x, y, TILE - 8, 0.55) : '');
}

/** Who won, in large letters over the boards. */
const HEADLINE = 64;

function headlineOf(words: string, width: number, g: Ground): string {
  const size = Math.min(40, (width - 2 * PAD) / (0.56 * words.length));
  const place = `x="${width / 2}" y="${PAD + 42}" font-size="${size}" font-weight="600" text-anchor="middle"`;
  return `<text ${place} fill="${g.accent}">${escaped(words)}</text>`;
}

/** One board with its name, lines, wall or dome, and what fell. */
function board(state: TableState, seat: number, height: number, g: Ground): string {
  const { position, components, seats } = state;
  const shape = isDuel(position) ? 'disc' : 'square';
  const lines = position.boards[seat]!.lines;
  const n = lines.length;
  const rows = isDuel(position) ? position.boards[seat]!.tiles : position.boards[seat]!.wall;
  const fallen = isDuel(position) ? position.boards[seat]!.broken : position.boards[seat]!.floor;
  const left = PAD + n * CELL + GAP;
  const won = state.winners.includes(seat);
  const parts = [
    `<rect x="2" y="2" width="${boardWidth(n) - 4}" height="${height - 4}" rx="18" fill="${g.board}"` +
      ` stroke="${won ? g.accent : g.line}" stroke-width="${won ? 4 : 2}"/>`,
    `<text x="${PAD}" y="${PAD + 20}" font-size="22" font-weight="600" fill="${g.ink}">${escaped(seats[seat]?.name ?? '')}</text>`,
    `<text x="${boardWidth(n) - PAD}" y="${PAD + 22}" font-size="30" font-weight="700" text-anchor="end" fill="${g.accent}">` +
      `${position.boards[seat]!.score}</text>`,
  ];
  for (const r of range(n)) {
    const y = PAD + HEAD + r * CELL;
    for (const k of range(r + 1)) {
      const x = PAD + (n - 1 - k) * CELL;
      parts.push(cell(lines[r]![k] ?? '.', '', x, y, shape, g));
    }
    for (const c of range(n)) parts.push(cell(rows[r]![c]!, printOf(position, components, seat, r, c), left + c * CELL, y, shape, g));
  }
  [...fallen].forEach((letter, i) => parts.push(symbolAt(piece(letter, shape), PAD + i * CELL, PAD + HEAD + n * CELL + 10, TILE - 6)));
  return parts.join('');
}

const boardWidth = (n: number): number => 2 * PAD + 2 * n * CELL + GAP;
/** With room below for what fell, where anything did. */
const boardHeight = (n: number, fallen: boolean): number => 2 * PAD + HEAD + n * CELL + (fallen ? CELL + 6 : 0);

/** `headline`: the text above the boards; may be empty. */
export function boardsSvg(state: TableState, title: string, headline: string): { svg: string; width: number; height: number } {
  const g = groundOf(document.documentElement);
  const n = state.position.boards[0]!.lines.length;
  const fell = state.position.boards.some((b) => ('floor' in b ? b.floor : b.broken) !== '');
  const [w, h] = [boardWidth(n), boardHeight(n, fell)];
  const count = state.seats.length;
  const across = Math.min(2, count);
  const width = PAD + across * (w + PAD);
  const top = PAD + (headline ? HEADLINE : 0);
  const height = top + Math.ceil(count / across) * (h + PAD) + 40;
  const boards = range(count).map((seat) => {
    const x = PAD + (seat % across) * (w + PAD);
    const y = top + Math.floor(seat / across) * (h + PAD);
    return `<g transform="translate(${x} ${y})">${board(state, seat, h, g)}</g>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"` +
    ` font-family="system-ui, sans-serif">` +
    `<title>${escaped(title)}</title>${drawings()}<rect width="${width}" height="${height}" fill="${g.page}"/>` +
    `${headline && headlineOf(headline, width, g)}${boards.join('')}` +
    `<text x="${width / 2}" y="${height - 22}" font-size="18" letter-spacing="1" text-anchor="middle" fill="${g.ink}">` +
    `${escaped(title)}</text></svg>`;
  return { svg, width, height };
}

/** Twice the size, so that it is sharp on every screen. */
export async function boardsPng(state: TableState, title: string, headline: string): Promise<Blob> {
  const { svg, width, height } = boardsSvg(state, title, headline);
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width * 2, height * 2);
    image.src = url;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: width * 2, height: height * 2 });
    canvas.getContext('2d')!.drawImage(image, 0, 0, width * 2, height * 2);
    return await new Promise<Blob>((done, fail) => canvas.toBlob((b) => (b ? done(b) : fail(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}
