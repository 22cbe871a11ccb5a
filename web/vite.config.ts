/// <reference types="vitest/config" />
import { defineConfig } from 'vite';

// Relative addresses, so that the page works under any path of a host.
export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  test: { include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'] },
});
