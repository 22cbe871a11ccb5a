/* Games on this device: one engine, one thread that thinks. Fetched while the visitor looks at the first page. */
import { Engine } from '../engine/engine';
import { Search } from '../engine/search';
import { FACTOR } from '../motion/motion';
import { loadSettings } from '../ui/settings';
import type { Desk } from './desk';
import { LocalSource } from './local';
import type { SavedGame } from './saved';
import type { GameOptions } from './types';

const search = new Search();
const breath = () => FACTOR[loadSettings().speed];
let engine: Promise<Engine> | null = null;

/** An engine that could not be fetched is tried again the next time. */
export async function desk(): Promise<Desk> {
  engine ??= Engine.load();
  try {
    return { engine: await engine, search, breath };
  } catch (error) {
    engine = null;
    throw error;
  }
}

export async function open(options: GameOptions): Promise<LocalSource> {
  return LocalSource.start((await desk()).engine, search, options, breath);
}

export async function load(record: string, names: string[] = []): Promise<LocalSource> {
  return LocalSource.fromRecord((await desk()).engine, search, record, names, breath);
}

export async function resume(saved: SavedGame): Promise<LocalSource> {
  return LocalSource.resume((await desk()).engine, search, saved, breath);
}
