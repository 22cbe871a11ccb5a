/* Recorded games and settings by address, for the gallery only: the built page leaves this file out. */
import type { GameSource } from './game/source';
import type { LogEntry } from './model/types';
import { DEFAULTS, sanitise, type Settings } from './settings/settings';

const RECORDS: Record<string, () => Promise<unknown>> =
  import.meta.env.MODE === 'gallery' ? import.meta.glob('../fixtures/*.azr', { query: '?raw', import: 'default' }) : {};
const NAMES = ['Ana', 'Bruno', 'Clara', 'Duarte'];

export async function pictured(): Promise<{ initial: GameSource | null; overrides: Partial<Settings> }> {
  const query = new URLSearchParams(location.search);
  const pseudo = query.has('pseudo') ? { pseudo: true } : {};
  return { initial: await recorded(query), overrides: { ...overrides(query), ...pseudo } };
}

/** A game between people, gone back to the wanted ply: counted from the end if negative, or the first of a phase. A later
 * ply means the offer that follows: the games change with the bots. */
async function recorded(query: URLSearchParams): Promise<GameSource | null> {
  const load = RECORDS[`../fixtures/${query.get('game')}.azr`];
  if (!load) return null;
  const { load: open } = await import('./game/device');
  const game = await open((await load()) as string, NAMES);
  const plies = game.state().log.length;
  const wanted = Number(query.get('ply') ?? 0);
  const phase = query.get('phase');
  const offered = (i: number) => i >= wanted && game.at(i).position.phase === 'offer';
  const first = (e: LogEntry, i: number) => (phase ? e.round > 1 && game.at(i).position.phase === phase : wanted > 0 && offered(i));
  const early = game.state().log.findIndex(first);
  const at = early >= 0 ? early : wanted < 0 ? plies + 1 + wanted : wanted;
  return game.branch(at);
}

function overrides(query: URLSearchParams): Partial<Settings> {
  const given: Record<string, unknown> = {};
  for (const key of ['language', 'theme', 'speed']) if (query.has(key)) given[key] = query.get(key);
  for (const key of ['letters', 'contrast', 'confirm']) if (query.has(key)) given[key] = query.get(key) === '1';
  const clean = sanitise(given, DEFAULTS.language);
  return Object.fromEntries(Object.keys(given).map((k) => [k, clean[k as keyof Settings]])) as Partial<Settings>;
}
