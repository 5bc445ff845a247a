/**
 * Compiles src/ to dist/ with tsc, bundles the library into the files a plain page can load, and writes the element's manifest. All
 * of it is made in a draft folder that then takes dist/'s place: tests that run meanwhile see the old library or the new one.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishShaders, SHADERS } from './lean/finish-shaders.mjs';
import { inlineTables } from './lean/inline-tables.mjs';
import { leaveOut } from './lean/leave-out.mjs';
import { seenNames } from './lean/seen-names.mjs';
import { shortenShaders } from './lean/shorten-shaders.mjs';
import { specialise } from './lean/specialise.mjs';
import { compress } from './lean/squeeze.mjs';
import { customElementsManifest } from './manifest.mjs';
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
/** The element as a script that is no module. */
const CLASSIC_FILE = { file: 'element.classic.js', entry: 'element/classic-file.js' };
/** Workers whose text is kept as a constant in a module of its own, for pages that cannot start the file. */
const WORKER_TEXTS = [
  { entry: 'worker/simulation-worker.js', text: 'worker/simulation-worker-text.js', name: 'SIMULATION_WORKER' },
  { entry: 'worker/picture-worker.js', text: 'worker/picture-worker-text.js', name: 'PICTURE_WORKER' },
];
/** The smallest: one model each, compiled for the options of its one finished scene, with kernels or without. */
const LEAN_FILES = [
  { file: 'lean.js', entry: 'element/lean-file.js', scene: 'WINDOW', kernels: true, define: {} },
  {
    file: 'beads.js',
    entry: 'element/beads-file.js',
    scene: 'WINDOW_BEADS',
    kernels: false,
    define: { __LIVE_BACKDROPS__: 'false' },
  },
];
/** What page and worker get to see, besides the exports of the file. */
const SEEN = ['element/rivulet-pane.d.ts', 'core/errors.d.ts', 'worker/protocol.d.ts'];
const SETTINGS = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
  'scripts/build-library.mjs',
  'scripts/manifest.mjs',
  'scripts/lean',
];
const FILES = [...Object.keys(BROWSER_FILES), CLASSIC_FILE.file, ...LEAN_FILES.map(({ file }) => file)];
const OUTPUTS = ['dist/index.js', 'dist/custom-elements.json', ...FILES.map((file) => `dist/browser/${file}`)];

export async function buildLibrary(force) {
  for (const entry of ENTRIES) needs(entry, 'package.json exports what is built from it');
  if (!force && !isDue(['src', ...SETTINGS], OUTPUTS, (path) => path.endsWith('assembly'))) return false;
  const draft = `dist-${process.pid}`;
  try {
    compile(draft);
    const leanShaders = [];
    for (const { scene, define } of LEAN_FILES) {
      leanShaders.push(await shadersOf(draft, await leanPlugins(draft, scene), define));
    }
    writeFileSync(join(ROOT, draft, SHADERS), await shadersOf(draft, [], {}));
    for (const [file, entry] of Object.entries(BROWSER_FILES)) write(draft, file, await bundleWhole(draft, entry));
    await bundleClassic(draft);
    await bundleWorkerTexts(draft);
    for (const [n, lean] of LEAN_FILES.entries()) await bundleLean(draft, lean, leanShaders[n]);
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
  if (status !== 0) throw new StageError('src/ does not compile.');
}

/** Bundles a file that is bundled with no other code: everything that names a shader's words, or reads a table, is known. */
async function bundleWhole(draft, entry, format = 'es') {
  const code = inlineTables(shortenShaders(await bundle(draft, entry, { minify: false })));
  return bundle(draft, entry, { plugins: [put(entry, code)], format });
}

/** Puts a function around the script that can say its own text: what a worker is started from where files are refused. */
async function bundleClassic(draft) {
  const code = await bundleWhole(draft, CLASSIC_FILE.entry, 'iife');
  const text = 'const scriptText=()=>"("+rivulet+")()";';
  write(draft, CLASSIC_FILE.file, `(function rivulet(){"use strict";${text}\n${code}\n})();`);
}

async function bundleWorkerTexts(draft) {
  for (const { entry, text, name } of WORKER_TEXTS) {
    const code = await bundleWhole(draft, entry, 'iife');
    writeFileSync(join(ROOT, draft, text), `export const ${name} = ${JSON.stringify(code)};\n`);
  }
}

/** Bundles a lean file from itself, again and again: what is left out takes away what only it asked for. */
async function bundleLean(draft, { file, entry, scene, kernels, define }, shaders) {
  const first = [put(SHADERS, shaders), ...(await leanPlugins(draft, scene))];
  let code = inlineTables(shortenShaders(await bundle(draft, entry, { plugins: first, minify: 'dce-only', define })));
  const declarations = [entry.replace(/js$/, 'd.ts'), ...SEEN].map((path) => join(ROOT, draft, path));
  const seen = new Set([...seenNames(declarations, code), ...(kernels ? await wasmNames(draft) : [])]);
  for (let before = Number.POSITIVE_INFINITY; code.length < before; ) {
    before = code.length;
    code = await bundle(draft, entry, { plugins: [put(entry, leaveOut(code, seen))], minify: 'dce-only' });
  }
  const dense = await compress(leaveOut(code, seen));
  const mangleProps = { include: /./, reserved: [...seen] };
  const minify = { compress: true, mangle: true, codegen: true, mangleProps };
  write(draft, file, await bundle(draft, entry, { plugins: [put(entry, dense)], minify }));
}

/** Puts `code` in the place of a module. */
function put(module, code) {
  return { name: `rivulet-${module}`, load: (id) => (id.endsWith(module) ? { code, map: null } : null) };
}

function write(draft, file, code) {
  mkdirSync(join(ROOT, draft, 'browser'), { recursive: true });
  writeFileSync(join(ROOT, draft, 'browser', file), code);
}

async function leanPlugins(draft, scene) {
  const finished = await import(join(ROOT, draft, 'scene/finished.generated.js'));
  return [specialise(finished[scene])];
}

/** The module of shaders, put together: the one that tsc wrote makes them anew in every page. */
async function shadersOf(draft, plugins, define) {
  return finishShaders(await bundle(draft, SHADERS, { plugins, minify: false, define }));
}

/** What a page's kernels and their module call each other's parts. */
async function wasmNames(draft) {
  const { LEAN_WASM } = await import(join(ROOT, draft, 'kernels/lean-wasm.generated.js'));
  const { bytesOf } = await import(join(ROOT, draft, 'kernels/simd-module.js'));
  const wasm = new WebAssembly.Module(bytesOf(LEAN_WASM));
  const imports = WebAssembly.Module.imports(wasm).flatMap(({ module, name }) => [module, name]);
  return [...imports, ...WebAssembly.Module.exports(wasm).map(({ name }) => name)];
}

/** Bundles what tsc wrote, not the sources: the same code then runs everywhere. Returns the code. */
async function bundle(draft, entry, { plugins = [], minify = true, format = 'es', define = {} } = {}) {
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
