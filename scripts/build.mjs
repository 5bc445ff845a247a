/**
 * Builds the package into dist/: kernels, presets, library. `--studio` builds the studio as well, into studio/dist/.
 * A task whose outputs are newer than its inputs is skipped; `--force` skips none.
 */
import { realpathSync } from 'node:fs';
import { buildFinished } from './build-finished.mjs';
import { buildLibrary } from './build-library.mjs';
import { buildPresets } from './build-presets.mjs';
import { buildStudio } from './build-studio.mjs';
import { buildWasm } from './build-wasm.mjs';
import { run } from './tasks.mjs';

/** Builds what is due. */
export async function build({ force = false, studio = false } = {}) {
  const tasks = [buildWasm, buildPresets, buildFinished, buildLibrary, ...(studio ? [buildStudio] : [])];
  for (const task of tasks) {
    const start = process.hrtime.bigint();
    if (await task(force)) {
      console.error(`build: ${task.title} in ${(Number(process.hrtime.bigint() - start) / 1e9).toFixed(1)} s`);
    }
  }
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  await run('build', () =>
    build({ force: process.argv.includes('--force'), studio: process.argv.includes('--studio') }),
  );
}
