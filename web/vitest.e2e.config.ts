import { defineConfig } from 'vitest/config';

// Whole games in a real browser, with time enough for a slow machine: three files at a time, because pages
// mostly wait for what moves on them.
export default defineConfig({
  test: { include: ['tests/e2e/**/*.e2e.ts'], testTimeout: 300_000, hookTimeout: 180_000, maxWorkers: 3 },
});
