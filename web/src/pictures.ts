/* Recorded games and settings by address, for the gallery only: the built page leaves this file out. */
import { FixtureSource, type RecordedPly } from './game/fixture';
import type { GameSource } from './game/source';
import type { Seat } from './game/types';
import { DEFAULTS, sanitise, type Settings } from './ui/settings';

const FIXTURES = import.meta.env.MODE === 'gallery' ? import.meta.glob('../fixtures/*.json', { import: 'default' }) : {};

export async function pictured(): Promise<{ initial: GameSource | null; overrides: Partial<Settings> }> {
  const query = new URLSearchParams(location.search);
  const pseudo = query.has('pseudo') ? { pseudo: true } : {};
  return { initial: await fixture(query), overrides: { ...overrides(query), ...pseudo } };
}

async function fixture(query: URLSearchParams): Promise<GameSource | null> {
  const load = FIXTURES[`../fixtures/${query.get('fixture')}.json`];
  if (!load) return null;
  const plies = (await load()) as RecordedPly[];
  const wanted = Number(query.get('ply') ?? 0);
  const phase = plies.findIndex((p) => p.position.phase === query.get('phase') && p.position.round > 1);
  const at = phase >= 0 ? phase : wanted < 0 ? plies.length + wanted : wanted;
  const names = ['Ana', 'Bruno', 'Clara', 'Duarte'].slice(0, plies[0]!.position.players);
  return new FixtureSource(plies, Math.min(at, plies.length - 1), names.map((name): Seat => ({ kind: 'person', name })));
}

function overrides(query: URLSearchParams): Partial<Settings> {
  const given: Record<string, unknown> = {};
  for (const key of ['language', 'theme', 'speed']) if (query.has(key)) given[key] = query.get(key);
  for (const key of ['letters', 'contrast', 'confirm']) if (query.has(key)) given[key] = query.get(key) === '1';
  const clean = sanitise(given, DEFAULTS.language);
  return Object.fromEntries(Object.keys(given).map((k) => [k, clean[k as keyof Settings]])) as Partial<Settings>;
}
