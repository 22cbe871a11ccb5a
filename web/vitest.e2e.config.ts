import { defineConfig } from 'vitest/config';

// Whole games in a real browser: two files at a time, with time enough for a slow machine.
export default defineConfig({
  test: { include: ['tests/e2e/**/*.e2e.ts'], testTimeout: 300_000, hookTimeout: 180_000, maxWorkers: 2 },
});
