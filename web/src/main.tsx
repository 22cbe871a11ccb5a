import { render } from 'preact';
import { App } from './App';
import { FixtureSource, type RecordedPly } from './game/fixture';
import type { GameSource } from './game/source';
import type { GameOptions, Seat } from './game/types';
import './styles/index.css';
import { DEFAULTS, sanitise, type Settings } from './ui/settings';

const query = new URLSearchParams(location.search);

/** Recorded games: only where the page is developed and pictured. */
const FIXTURES = import.meta.glob('../fixtures/*.json', { import: 'default' });

async function fixture(name: string, ply: number, seats: Seat[] | null): Promise<GameSource | null> {
  const load = FIXTURES[`../fixtures/${name}.json`];
  if (!load) return null;
  const plies = (await load()) as RecordedPly[];
  const players = plies[0]!.position.players;
  const everyone: Seat[] = ['Ana', 'Bruno', 'Clara', 'Duarte'].slice(0, players).map((n) => ({ kind: 'person', name: n }));
  const found = query.has('phase') ? plies.findIndex((p) => p.position.phase === query.get('phase') && p.position.round > 1) : -1;
  const at = found >= 0 ? found : ply < 0 ? plies.length + ply : ply;
  return new FixtureSource(plies, Math.min(at, plies.length - 1), seats ?? everyone);
}

async function open(options: GameOptions): Promise<GameSource> {
  const name = options.rules === 'classic' && options.seats.length > 2 ? `classic${options.seats.length}` : options.rules;
  return (await fixture(name, 0, options.seats.map((s) => ({ kind: 'person', name: s.name }))))!;
}

function overrides(): Partial<Settings> {
  const given: Record<string, unknown> = {};
  for (const key of ['language', 'theme', 'speed']) if (query.has(key)) given[key] = query.get(key);
  for (const key of ['letters', 'contrast', 'confirm']) if (query.has(key)) given[key] = query.get(key) === '1';
  const clean = sanitise(given, DEFAULTS.language);
  return Object.fromEntries(Object.keys(given).map((k) => [k, clean[k as keyof Settings]])) as Partial<Settings>;
}

async function start(): Promise<void> {
  const initial = query.has('fixture') ? await fixture(query.get('fixture')!, Number(query.get('ply') ?? 0), null) : null;
  const extra = query.has('pseudo') ? { pseudo: true } : {};
  render(<App open={open} resume={null} initial={initial} overrides={{ ...overrides(), ...extra }} />, document.getElementById('app')!);
}

void start();
