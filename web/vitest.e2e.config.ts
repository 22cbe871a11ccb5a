import { defineConfig } from 'vitest/config';

// Whole games in a real browser: two files at a time, with time enough for a slow machine. A test that fails is tried
// once more, since a browser on a crowded machine may stall; one that fails twice is a fault.
export default defineConfig({
  test: { include: ['tests/e2e/**/*.e2e.ts'], testTimeout: 180_000, hookTimeout: 60_000, maxWorkers: 2, retry: 1 },
});
