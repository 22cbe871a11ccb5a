/* The set-up of a game on this device, as it is kept: the last choice is offered again. */
import { botAt, levelOf, levelsOf, seatNames } from '../model/bots';
import { RULES, type Colour, type GameOptions, type Rules, type Seat } from '../model/types';
import { readStored, writeStored } from '../settings/settings';
import type { Translate } from '../text/text';
import { botWords, nameOf, seatsOf } from './names';

const KEY = 'azulejo.setup';
export const LONGEST_NAME = 20;
const LONGEST_SEED = 64;
/** The level of a bot if none was chosen. */
export const USUAL = 5;

/** Set-up as the player left it; levels, 0 a person. It is kept with the names of bots. */
export interface Setup {
  rules: Rules;
  seats: number[];
  /** What people at this screen are called, by seat; empty: nothing of their own. */
  names: string[];
  starter: number | null;
  seed: string;
  tablets: string[] | null;
}

/** The tile that stands for a person at this screen, by seat. */
export const SEAT_TILES: readonly Colour[] = ['B', 'Y', 'R', 'T'];

export const FIRST_TABLETS = ['a1', 'b1', 'c1'];
/** A first game is against the gentlest level; what follows is offered (progress.ts). */
const FIRST: Setup = { rules: 'classic', seats: [0, 1], names: [], starter: null, seed: '', tablets: FIRST_TABLETS };

/** Three or four tablets, one side of each. */
function areTablets(given: unknown): given is string[] {
  if (!Array.isArray(given) || !given.every((id) => typeof id === 'string' && /^[a-d][12]$/.test(id))) return false;
  return given.length >= 3 && new Set(given.map((id: string) => id[0])).size === given.length;
}

const listOf = (given: unknown): unknown[] => (Array.isArray(given) ? given : []);

/** What was stored, with every part that no game can have replaced by the usual one. */
export function mended(stored: unknown): Setup {
  if (typeof stored !== 'object' || stored === null) return FIRST;
  const given = stored as Partial<Record<keyof Setup, unknown>>;
  const levels = levelsOf(listOf(given.seats));
  const seats = levels.length >= 2 && levels.length <= 4 ? levels : FIRST.seats;
  const { rules, starter, seed, tablets } = given;
  return {
    rules: RULES.find((r) => r === rules) ?? FIRST.rules,
    seats,
    names: listOf(given.names)
      .slice(0, 4)
      .map((name) => (typeof name === 'string' ? name.trim().slice(0, LONGEST_NAME) : '')),
    starter: seats.findIndex((_, seat) => seat === starter) === -1 ? null : (starter as number),
    seed: typeof seed === 'string' ? seed.trim().slice(0, LONGEST_SEED) : '',
    tablets: tablets === null || areTablets(tablets) ? tablets : FIRST.tablets,
  };
}

export const loadSetup = (): Setup => mended(readStored(KEY));

export const keepSetup = (setup: Setup): boolean => writeStored(KEY, { ...setup, seats: seatNames(setup.seats) });

/** The seats that play: two in Duel, whatever was chosen for the others. */
export const playing = ({ rules, seats }: Setup): number[] => (rules === 'duel' ? seats.slice(0, 2) : seats);

export function optionsOf(setup: Setup): GameOptions {
  const levels = playing(setup);
  const starter = setup.starter !== null && setup.starter < levels.length ? setup.starter : null;
  const seats = seatsOf(levels, setup.names);
  return { rules: setup.rules, seats, starter, seed: setup.seed || randomSeed(), tablets: setup.tablets };
}

const randomSeed = (): string => String(crypto.getRandomValues(new BigUint64Array(1))[0]);

/** The set-up of a game that was played; a bot of former times by the level that is usual now. */
export function setupOf({ rules, seats, tablets }: Pick<GameOptions, 'rules' | 'seats' | 'tablets'>): Setup {
  const last = loadSetup();
  return {
    ...last,
    rules,
    seats: seats.map((s) => (s.kind === 'bot' ? levelOf(s.bot) || USUAL : 0)),
    names: seats.map((s, i) => (s.kind === 'bot' || !s.name ? (last.names[i] ?? '') : s.name)),
    starter: null,
    seed: '',
    tablets: rules === 'duel' ? tablets : last.tablets,
  };
}

export function setupWords(t: Translate, setup: Setup): string {
  const levels = playing(setup);
  const bots = levels.filter((l) => l > 0).map((l) => botWords(t, botAt(l)));
  const game = t('setup-summary', { rules: t(`rules-${setup.rules}`), players: String(levels.length) });
  return bots.length ? `${game} ${t('setup-against', { bots: [...new Set(bots)].join(', ') })}` : game;
}

/** What a person at this seat is called where no name is given. */
export const namelessWords = (t: Translate, seat: number): string => nameOf(t, { kind: 'person', name: '' } as Seat, seat);
