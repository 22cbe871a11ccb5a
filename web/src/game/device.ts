/* Games on this device: one engine, one thread that thinks. Fetched while the visitor looks at the first page. */
import { Engine } from '../engine/engine';
import { Search } from '../engine/search';
import { loadSettings, SPEED_FACTOR } from '../settings/settings';
import type { LocalEngine } from '../engine/localEngine';
import { LocalSource } from './LocalSource';
import type { SavedGame } from './saved';
import type { GameOptions } from '../model/types';

const search = new Search();
const pauseFactor = () => SPEED_FACTOR[loadSettings().speed];
let engine: Promise<Engine> | null = null;

/** An engine that could not be fetched is tried again the next time. */
export async function localEngine(): Promise<LocalEngine> {
  engine ??= Engine.load();
  try {
    return { engine: await engine, search, pauseFactor };
  } catch (error) {
    engine = null;
    throw error;
  }
}

export async function open(options: GameOptions): Promise<LocalSource> {
  return LocalSource.start((await localEngine()).engine, search, options, pauseFactor);
}

export async function load(record: string, names: string[] = []): Promise<LocalSource> {
  return LocalSource.fromRecord((await localEngine()).engine, search, record, names, pauseFactor);
}

export async function resume(saved: SavedGame): Promise<LocalSource> {
  return LocalSource.resume((await localEngine()).engine, search, saved, pauseFactor);
}
