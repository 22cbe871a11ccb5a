/* The engine as an asset, with SIMD and (azulejo-plain) without; vite.config.ts says where it was built. */
declare module 'azulejo*.wasm?url' {
  const url: string;
  export default url;
}

/** The names of the rows of `levels`, `former` and `editions` in src/ai/bots.c. */
declare module 'virtual:levels' {
  export const LEVELS: readonly string[];
  export const FORMER: readonly string[];
  export const EDITIONS: readonly string[];
}
