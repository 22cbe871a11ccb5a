/// <reference types="vitest/config" />
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Where `make wasm` put the engine. */
const WASM = resolve(process.env.AZULEJO_WASM ?? '../build/azulejo.wasm');

const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
  "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/** The policy stands in the built page too, so that it holds on any host. Vite's own server needs inline styles. */
const policy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
};

// Relative addresses, so that the page works under any path of a host.
export default defineConfig({
  base: './',
  plugins: [policy],
  resolve: { alias: [{ find: /^azulejo\.wasm/, replacement: WASM }] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  test: { include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'] },
});
