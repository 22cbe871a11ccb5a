/* Dome plates as the trace writes them: "S3/1" is S3 turned a quarter clockwise once. */
import type { Components } from './types';

/** Letters of the four spaces: top left, top right, bottom left, bottom right; '?' for a back. */
export function plateSpaces(id: string, turn: number, components: Components): string[] {
  const front = components.plates[id];
  if (!front) return ['?', '?', '?', '?'];
  let spaces = [...front.replace('/', '')];
  for (let i = 0; i < turn % 4; i++) spaces = [spaces[2]!, spaces[0]!, spaces[3]!, spaces[1]!];
  return spaces;
}

export function parsePlate(text: string): { id: string; turn: number } {
  const [id, turn] = text.split('/');
  return { id: id!, turn: Number(turn ?? 0) };
}

/** The printed letter of a dome cell (rows and columns from 1), or '' where no plate lies. */
export function domePrint(plates: (string | null)[], row: number, column: number, components: Components): string {
  const slot = Math.floor((row - 1) / 2) * 3 + Math.floor((column - 1) / 2);
  const plate = plates[slot];
  if (!plate) return '';
  const { id, turn } = parsePlate(plate);
  return plateSpaces(id, turn, components)[((row - 1) % 2) * 2 + ((column - 1) % 2)]!;
}

export const isBack = (id: string): boolean => id.endsWith('?');
export const plateType = (id: string): 'S' | 'J' => (id.startsWith('S') ? 'S' : 'J');
