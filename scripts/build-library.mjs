/**
 * Compiles src/ to dist/ with tsc, bundles the library into the files a plain page can load, and writes the element's manifest. All
 * of it is made in a draft folder that then takes dist/'s place: tests that run meanwhile see the old library or the new one.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify as terser } from 'terser';
import { customElementsManifest } from './manifest.mjs';
import { SHADERS, shortShaders } from './shaders.mjs';
import { isDue, needs, ROOT, remove, swapFolder, TaskError } from './tasks.mjs';

const ENTRIES = [
  'src/index.ts',
  'src/models/index.ts',
  'src/render/offline/index.ts',
  'src/render/webgl/index.ts',
  'src/three/entry.ts',
  'src/three/index.ts',
  'src/worker/index.ts',
  'src/worker/node.ts',
  'src/element/index.ts',
  'src/cli/bin.ts',
];
/** Parts that a bundled file may leave out; src/core/build-flags.ts says what they are. */
const FLAGS = ['MAPS', 'ALL_SCENES', 'RECORDS', 'LIVE_BACKDROPS', 'EFFECTS', 'CAPTURE', 'WIPING'];
/** Files that a plain page can import, what each is bundled from, and the parts that it leaves out. */
const BROWSER_FILES = [
  { file: 'rivulet.js', entry: 'index.js' },
  { file: 'element.js', entry: 'element/browser-file.js' },
  { file: 'lean.js', entry: 'element/lean-file.js', without: ['ALL_SCENES', 'RECORDS'] },
  {
    file: 'beads.js',
    entry: 'element/beads-file.js',
    without: FLAGS,
  },
];
/** The element as a script that is no module. */
const CLASSIC_FILE = { file: 'element.classic.js', entry: 'element/classic-file.js', format: 'iife' };
/** Workers whose text is kept as a constant in a module of its own, for pages that cannot start the file. */
const WORKER_TEXTS = [
  { entry: 'worker/simulation-worker.js', text: 'worker/simulation-worker-text.js', name: 'SIMULATION_WORKER' },
  { entry: 'worker/picture-worker.js', text: 'worker/picture-worker-text.js', name: 'PICTURE_WORKER' },
];
/** Modules of the command line that have development packages inside, so that users need not install them. */
const WITH_PACKAGES = ['cli/reproduce/plot.js'];
const SETTINGS = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
  'scripts/build-library.mjs',
  'scripts/manifest.mjs',
  'scripts/shaders.mjs',
];
const FILES = [...BROWSER_FILES, CLASSIC_FILE].map(({ file }) => file);
const OUTPUTS = ['dist/index.js', 'dist/custom-elements.json', ...FILES.map((file) => `dist/browser/${file}`)];

export async function buildLibrary(force) {
  for (const entry of ENTRIES) needs(entry, 'package.json exports what is built from it');
  if (!force && !isDue(['src', ...SETTINGS], OUTPUTS, (path) => path.endsWith('assembly'))) return false;
  const draft = `dist-${process.pid}`;
  try {
    compile(draft);
    const bundle = bundler(draft);
    for (const { file, ...what } of BROWSER_FILES) write(draft, file, await bundle(what));
    write(draft, CLASSIC_FILE.file, classic(await bundle(CLASSIC_FILE)));
    for (const worker of WORKER_TEXTS) await bundleWorkerText(draft, worker, bundle);
    for (const file of WITH_PACKAGES) writeFileSync(join(ROOT, draft, file), await rolled(draft, file, {}));
    const manifest = await customElementsManifest(join(ROOT, draft));
    writeFileSync(join(ROOT, draft, 'custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`);
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
  if (status !== 0) throw new TaskError('src/ does not compile.');
}

/** Puts a function around the script that can say its own text: what a worker is started from where files are refused. */
function classic(code) {
  const text = 'const scriptText=()=>"("+rivulet+")()";';
  return `(function rivulet(){"use strict";${text}\n${code}\n})();`;
}

async function bundleWorkerText(draft, { entry, text, name }, bundle) {
  const code = await bundle({ entry, format: 'iife' });
  writeFileSync(join(ROOT, draft, text), `export const ${name} = ${JSON.stringify(code)};\n`);
}

function write(draft, file, code) {
  mkdirSync(join(ROOT, draft, 'browser'), { recursive: true });
  writeFileSync(join(ROOT, draft, 'browser', file), code);
}

/**
 * A function that bundles an entry from what tsc wrote, not from the sources: the same code then runs everywhere. It returns the
 * code. Files that leave out the same parts share their shortened shaders.
 */
function bundler(draft) {
  const shaders = new Map();
  return async ({ entry, format = 'es', without = [] }) => {
    const define = Object.fromEntries(FLAGS.map((flag) => [`__${flag}__`, String(!without.includes(flag))]));
    const parts = without.join();
    if (!shaders.has(parts)) {
      shaders.set(parts, await shortShaders(await rolled(draft, SHADERS, { define, minify: false })));
    }
    const plugins = [put(SHADERS, shaders.get(parts))];
    if (without.length === 0) return rolled(draft, entry, { plugins, define, format });
    const code = await rolled(draft, entry, { plugins, define, minify: 'dce-only' });
    return rolled(draft, entry, { plugins: [put(entry, await compress(code))] });
  };
}

/** Puts `code` in the place of a module. */
function put(module, code) {
  return { name: `rivulet-${module}`, load: (id) => (id.endsWith(module) ? { code, map: null } : null) };
}

/**
 * Terser finds constants and dead code that the bundler's own minifier leaves. It may do so because reading a property has no
 * side effects in this code, and only classes are called with `new`. It computes no numbers.
 */
async function compress(code) {
  const options = { passes: 3, pure_getters: true, unsafe_arrows: true, inline: 1 };
  const result = await terser(code, { module: true, ecma: 2022, compress: options, mangle: false });
  return result.code;
}

async function rolled(draft, entry, { plugins = [], define = {}, minify = true, format = 'es' }) {
  const { build } = await import('vite');
  const [{ output }] = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    define,
    build: {
      write: false,
      lib: { entry: join(ROOT, draft, entry), formats: [format], name: 'rivulet', fileName: () => 'draft.js' },
      target: 'es2022',
      // Vite keeps the line breaks of a module library, for other bundlers to read; this file is for none.
      rolldownOptions: { output: { minify, comments: false } },
    },
  });
  return output[0].code;
}
