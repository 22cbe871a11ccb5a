/* The engine as an asset, with SIMD and (azulejo-plain) without; vite.config.ts says where it was built. */
declare module 'azulejo*.wasm?url' {
  const url: string;
  export default url;
}

declare module 'virtual:levels' {
  const LEVELS: readonly string[];
  export default LEVELS;
}
