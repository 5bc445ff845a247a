import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type Vite } from 'vitest/node';

const SLOW = 'test/**/*.slow.test.ts';

/** Folders with the longest files, the longest first. */
const LONG = ['/test/browser/', '/test/package/', '/test/golden/', '/test/laws/', '/test/worker/', '/test/cli/'];

/** Long files first: one that starts last keeps one core busy while the other waits. A fresh clone knows no durations. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((folder) => moduleId.includes(folder));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** This one puts a module in the place of another, so that Vitest has to load them itself. */
const REPLACES_MODULES = '/test/core/profile.test.ts';

/**
 * A test that looks inside the library imports from src/ and gets what was built of it, as Node runs it: what Vitest makes
 * of modules looks up every imported name at every use, which doubled the time of long statistics.
 */
const builtModules: Vite.Plugin = {
  name: 'built-modules',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const [, path] = /^(?:\.\.\/)+src\/(.+)\.[jt]s$/.exec(source) ?? [];
    if (!path || !importer.includes('/test/') || importer.endsWith(REPLACES_MODULES)) return null;
    return fileURLToPath(new URL(`dist/${path}.js`, import.meta.url));
  },
};

/** `vitest run` leaves the slow statistics and films out; `vitest run --mode slow` runs only those. */
export default defineConfig(({ mode }) => ({
  plugins: [builtModules],
  test: {
    include: mode === 'slow' ? [SLOW] : ['test/**/*.test.ts'],
    exclude: mode === 'slow' ? [] : [SLOW],
    env: { RIVULET_SUITE: mode === 'slow' ? 'slow' : 'quick' },
    // Guards against what hangs, not clocks: a busy machine may take its time.
    testTimeout: mode === 'slow' ? 1_800_000 : 120_000,
    hookTimeout: 120_000,
    setupFiles: ['test/support/seed.ts', 'test/support/equality.ts'],
    // Processes, not threads: tests of memory need a heap of their own, and gc() to settle it.
    pool: 'forks',
    execArgv: ['--expose-gc'],
    // Files of the quick suite share two processes: to start one and to load the library takes half a second. Tests of memory are slow ones.
    isolate: mode === 'slow',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The built library as Node runs it.
    server: { deps: { external: [/\/dist\/.+\.js$/] } },
  },
}));
