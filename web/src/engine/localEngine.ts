/* What a game on this device needs: the engine, the thread that thinks, and the pace of the viewer. */
import type { Engine } from './engine';
import type { Search } from './search';

export interface LocalEngine {
  engine: Engine;
  search: Search;
  pauseFactor: () => number;
}
