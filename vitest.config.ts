import { defineConfig } from 'vitest/config';

const SLOW = 'test/**/*.slow.test.ts';

/** `vitest run` leaves the slow statistics and films out; `vitest run --mode slow` runs only those. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'slow' ? [SLOW] : ['test/**/*.test.ts'],
    exclude: mode === 'slow' ? [] : [SLOW],
    // Guards against what hangs, not clocks: a busy machine may take its time.
    testTimeout: mode === 'slow' ? 1_800_000 : 120_000,
    hookTimeout: 120_000,
    setupFiles: ['test/support/seed.ts'],
    // Processes, not threads: tests of memory need a heap of their own, and gc() to settle it.
    pool: 'forks',
    execArgv: ['--expose-gc'],
    maxWorkers: 2,
  },
}));
