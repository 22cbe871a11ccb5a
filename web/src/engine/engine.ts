/* The C rules in the page: a JSON request goes in, a JSON answer comes out (src/wasm/call.c). An instance keeps no game, so
 * any number of games may use one. */
import plainUrl from 'azulejo-plain.wasm?url';
import simdUrl from 'azulejo.wasm?url';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  request(length: number): number;
  call(length: number): number;
  answer(): number;
  net(length: number): number;
}

export interface Request {
  do: string;
  [argument: string]: unknown;
}

/** What an answer looks like when the request was wrong or the rules refuse it. */
export interface Refused {
  ok: false;
  refusal?: { code: string; text: string } & Record<string, string | number>;
  fault?: { code: string; text: string; offset: number; line: number; column: number; part: string; refusal?: Refused['refusal'] };
}

export type Answer<T> = ({ ok: true } & T) | Refused;

/** A record or a position that the engine could not read. */
export class Unreadable extends Error {
  constructor(readonly answer: Refused) {
    super(answer.fault?.text ?? answer.refusal?.text ?? 'refused');
  }
}

/** The answer to a request that is right unless what a person gave cannot be read. */
export function must<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Unreadable(answer);
  return answer;
}

export class Engine {
  private constructor(private readonly exports: Exports) {}

  static async load(): Promise<Engine> {
    return Engine.of(await compiled());
  }

  static async of(module: WebAssembly.Module): Promise<Engine> {
    const instance = await WebAssembly.instantiate(module, { env: { now: () => performance.now() } });
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return new Engine(exports);
  }

  /** A network that judges boards for its game from now on; false when the file is none. */
  addNet(file: Uint8Array): boolean {
    this.give(file);
    return this.exports.net(file.length) === 1;
  }

  private give(bytes: Uint8Array): void {
    const at = this.exports.request(bytes.length);
    if (at === 0) throw new Error('the request is too long');
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  call<T>(request: Request): Answer<T> {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    this.give(bytes);
    const length = this.exports.call(bytes.length);
    if (length === 0) throw new Error('the engine is out of memory');
    const answer = new Uint8Array(this.exports.memory.buffer, this.exports.answer(), length);
    return JSON.parse(new TextDecoder().decode(answer)) as Answer<T>;
  }
}

/** A function that returns a vector: valid where the browser has WebAssembly with SIMD. The service worker asks the same. */
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** The browser has no WebAssembly, or the visitor has turned it off. */
export class NoWebAssembly extends Error {}

export const hasWebAssembly = (): boolean => typeof WebAssembly === 'object';

const wasmUrl = (): string => (WebAssembly.validate(Uint8Array.from(VECTOR)) ? simdUrl : plainUrl);

let fetched: Promise<WebAssembly.Module> | null = null;

/** The code of the engine, fetched and compiled once for the page and all its threads; after a failure anew. */
export function compiled(): Promise<WebAssembly.Module> {
  fetched ??= compile().catch((error) => {
    fetched = null;
    throw error;
  });
  return fetched;
}

/** Compiles while it comes in where the host names the type right, else from a buffer. */
async function compile(): Promise<WebAssembly.Module> {
  if (!hasWebAssembly()) throw new NoWebAssembly();
  const response = await fetch(wasmUrl());
  if (!response.ok) throw new Error(`the engine could not be fetched: ${response.status}`);
  if (response.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
