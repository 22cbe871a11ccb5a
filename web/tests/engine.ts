/* The engine as `make wasm` built it. */
import { resolve } from 'node:path';
import { openEngine as open, type Call } from '../tools/engine.mjs';

export type { Call };
export const openEngine = (): Promise<Call> => open(process.env.AZULEJO_WASM ?? resolve(import.meta.dirname, '../../build/azulejo.wasm'));
