/* What a game on this device needs: the engine, the thread that thinks, and the pace of the viewer. */
import type { Engine } from '../engine/engine';
import type { Search } from '../engine/search';

export interface Desk {
  engine: Engine;
  search: Search;
  breath: () => number;
}
