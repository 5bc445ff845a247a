/**
 * The API reference: `npm run api` writes docs/api/ from the comments in src/, one page for each import, with typedoc. An argument
 * names another folder, for the test that compares them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, run, TaskError } from './tasks.mjs';

/** Pages by the folders of what they describe, with the import and what it holds. */
export const API_PAGES = {
  index: ['rivulet', 'simulations and scenes'],
  models: ['rivulet/models', 'the models, one by one'],
  element: ['rivulet/element', '`<rivulet-pane>` and `mountPane`'],
  'render/webgl': ['rivulet/webgl', 'the WebGL2 renderer'],
  three: ['rivulet/three', 'water in scenes of three.js'],
  'render/offline': ['rivulet/offline', 'pictures and maps without a GPU'],
  worker: ['rivulet/worker', 'simulations and pictures in workers'],
};

/** Writes the pages into a folder. */
export function writeApi(folder) {
  const typedoc = join(ROOT, 'node_modules/typedoc/bin/typedoc');
  const { status } = spawnSync(process.execPath, [typedoc, '--out', folder, '--logLevel', 'Error'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new TaskError('typedoc failed.');
  for (const [page, [name]] of Object.entries(API_PAGES)) {
    const path = join(folder, `${page}.md`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^# .*$/m, `# \`${name}\``));
  }
  writeFileSync(join(folder, 'README.md'), contents());
}

function contents() {
  const rows = Object.entries(API_PAGES).map(([page, [name, holds]]) => `| [\`${name}\`](${page}.md) | ${holds} |`);
  const head =
    '# API reference\n\nWritten by `npm run api` from the comments in `src/`. The pages of docs/ explain; these list.';
  return `${head}\n\n| import | holds |\n| --- | --- |\n${rows.join('\n')}\n`;
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  await run('api', async () => writeApi(resolve(process.argv[2] ?? join(ROOT, 'docs/api'))));
}
