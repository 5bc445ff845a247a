/**
 * Compiles src/ to dist/ with tsc, and bundles the library into the one file a plain page can import. Both are made
 * in a draft folder that then takes dist/'s place: tests that run meanwhile see the old library or the new one.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { specialise } from './specialise.mjs';
import { isDue, needs, ROOT, remove, StageError, swapFolder } from './stages.mjs';

const ENTRIES = [
  'src/index.ts',
  'src/models/index.ts',
  'src/render/offline/index.ts',
  'src/render/webgl/index.ts',
  'src/worker/index.ts',
  'src/worker/node.ts',
  'src/element/index.ts',
  'src/element/lean.ts',
  'src/cli/bin.ts',
];
/** Files that a plain page can import, and what each is bundled from. */
const BROWSER_FILES = { 'rivulet.js': 'index.js', 'element.js': 'element/browser-file.js' };
/** The smallest: one model, compiled for the options of its one finished scene. */
const LEAN = { file: 'lean.js', entry: 'element/lean-file.js' };
const SETTINGS = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
  'scripts/build-library.mjs',
  'scripts/specialise.mjs',
];
const OUTPUTS = ['dist/index.js', ...[...Object.keys(BROWSER_FILES), LEAN.file].map((file) => `dist/browser/${file}`)];

export async function buildLibrary(force) {
  for (const entry of ENTRIES) needs(entry, 'package.json exports what is built from it');
  if (!force && !isDue(['src', ...SETTINGS], OUTPUTS, (path) => path.endsWith('assembly'))) return false;
  const draft = `dist-${process.pid}`;
  try {
    compile(draft);
    for (const [file, entry] of Object.entries(BROWSER_FILES)) await bundle(draft, entry, file);
    const { WINDOW } = await import(join(ROOT, draft, 'scene/finished.generated.js'));
    await bundle(draft, LEAN.entry, LEAN.file, [specialise(WINDOW.model)]);
    chmodSync(join(ROOT, draft, 'cli/bin.js'), 0o755);
    swapFolder(draft, 'dist');
  } finally {
    remove(draft);
  }
  return true;
}
buildLibrary.title = 'library';

function compile(draft) {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', draft], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new StageError('src/ does not compile.');
}

/** Bundles what tsc wrote, not the sources: the same code then runs everywhere. */
async function bundle(draft, entry, file, plugins = []) {
  const { build } = await import('vite');
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    build: {
      lib: { entry: join(ROOT, draft, entry), formats: ['es'], fileName: () => file },
      outDir: join(ROOT, draft, 'browser'),
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: true,
      // Vite keeps the line breaks of a module library, for other bundlers to read; this file is for none.
      rolldownOptions: { output: { minify: true } },
    },
  });
}
