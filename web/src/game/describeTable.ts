/* The whole table in words: the state on demand, for those who listen instead of looking. */
import { groupsOf } from '../model/counts';
import { domePrint } from '../model/plates';
import type { Translate } from '../text/text';
import { isDuel, type ClassicPosition, type Counts, type DuelPosition, type TableState } from '../model/types';

export interface Section {
  title: string;
  lines: string[];
}

export function tableInWords(t: Translate, state: TableState): Section[] {
  const { position } = state;
  const offer = { title: t('offer'), lines: isDuel(position) ? duelOffer(t, position) : classicOffer(t, position) };
  const boards = position.boards.map((_, i) => boardInWords(t, state, (state.view + i) % position.players));
  const counts = (name: string, tiles: Counts) => `${t(name)}: ${pile(t, tiles)}`;
  const rest = isDuel(position) ? counts('tower', position.tower) : counts('lid', position.lid);
  return [offer, ...boards, { title: t('counts'), lines: [counts('bag', position.bag), rest] }];
}

/** "2 blue tiles, 1 red tile", or that there are none. */
function pile(t: Translate, counts: Counts): string {
  return (
    groupsOf(counts)
      .map((g) => t('tiles', g))
      .join(', ') || t('state-none')
  );
}

const colours = (t: Translate, letters: string): string => [...letters].map((c) => pieceWord(t, c)).join(', ') || t('state-none');

function pieceWord(t: Translate, letter: string): string {
  if (letter === 'M') return t('edit-marker');
  if (letter === '*') return t('edit-special');
  return letter === '.' ? t('edit-empty') : t('colour', { colour: letter });
}

function classicOffer(t: Translate, position: ClassicPosition): string[] {
  const factories = position.factories.map((tiles, i) => `${t('factory', { n: i + 1 })}: ${pile(t, tiles)}`);
  const marker = position.marker === 'centre' ? ` ${t('marker-in-centre')}.` : '';
  return [...factories, `${t('centre')}: ${pile(t, position.centre)}.${marker}`];
}

function duelOffer(t: Translate, position: DuelPosition): string[] {
  const sides = (sun: string, moon: string) => t('state-sun-moon', { sun, moon });
  const large = `${t('large-factory')}: ${sides(pile(t, position.large.sun), pile(t, position.large.moon))}`;
  const small = position.small.map((f, i) => {
    const chip = f.chip === null ? '' : ` ${f.face_up ? t('chip-face', { face: f.chip }) : t('chip-down')}.`;
    return `${t('small-factory', { n: i + 1 })}: ${sides(pile(t, f.sun), colours(t, f.moon))}${chip}`;
  });
  return [large, ...small];
}

function boardInWords(t: Translate, { position, components, seats }: TableState, seat: number): Section {
  const who = seats[seat]?.name ?? '';
  const { lines, score } = position.boards[seat]!;
  const rows = isDuel(position) ? position.boards[seat]!.tiles : position.boards[seat]!.wall;
  const floor = isDuel(position) ? position.boards[seat]!.broken : position.boards[seat]!.floor;
  const cell = (row: number, column: number): string => {
    const tile = rows[row]![column]!;
    const plates = isDuel(position) ? position.boards[seat]!.plates : null;
    const print = plates && tile === '.' ? domePrint(plates, row + 1, column + 1, components) : '';
    return print ? t('state-free', { space: t('plate-space', { letter: print }) }) : pieceWord(t, tile);
  };
  return {
    title: `${t('board-of', { who })}: ${t('points', { points: score })}`,
    lines: [
      ...lines.map((tiles, i) => (tiles ? t('line', { n: i + 1, count: tiles.length, colour: tiles[0]! }) : t('line-empty', { n: i + 1 }))),
      ...rows.map((row, r) => t('state-row', { n: r + 1, tiles: [...row].map((_, c) => cell(r, c)).join(', ') })),
      `${t(isDuel(position) ? 'broken-title' : 'floor-title')}: ${colours(t, floor)}`,
    ],
  };
}
