/* The engine as `make wasm` built it. */
import { resolve } from 'node:path';
import { openEngine as open, openTable as table, type Call } from '../tools/engine.mjs';

export type { Call };
const PATH = process.env.AZULEJO_WASM ?? resolve(import.meta.dirname, '../../build/azulejo.wasm');
export const openEngine = (): Promise<Call> => open(PATH);
export const openTable = (): Promise<Call> => table(PATH);
