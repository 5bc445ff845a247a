/**
 * Compiles src/ to dist/ with tsc, and bundles the library into the one file a plain page can import. Both are made
 * in a draft folder that then takes dist/'s place: tests that run meanwhile see the old library or the new one.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishShaders, SHADERS } from './lean/finish-shaders.mjs';
import { inlineTables } from './lean/inline-tables.mjs';
import { leaveOut } from './lean/leave-out.mjs';
import { seenNames } from './lean/seen-names.mjs';
import { shortenShaders } from './lean/shorten-shaders.mjs';
import { specialise } from './lean/specialise.mjs';
import { compress } from './lean/squeeze.mjs';
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
/** The smallest: one model each, compiled for the options of its one finished scene, with kernels or without. */
const LEAN_FILES = [
  { file: 'lean.js', entry: 'element/lean-file.js', scene: 'WINDOW', kernels: true },
  { file: 'beads.js', entry: 'element/beads-file.js', scene: 'WINDOW_BEADS', kernels: false },
];
/** What page and worker get to see, besides the exports of the file. */
const SEEN = ['element/rivulet-pane.d.ts', 'core/errors.d.ts', 'worker/protocol.d.ts'];
const SETTINGS = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
  'scripts/build-library.mjs',
  'scripts/lean',
];
const FILES = [...Object.keys(BROWSER_FILES), ...LEAN_FILES.map(({ file }) => file)];
const OUTPUTS = ['dist/index.js', ...FILES.map((file) => `dist/browser/${file}`)];

export async function buildLibrary(force) {
  for (const entry of ENTRIES) needs(entry, 'package.json exports what is built from it');
  if (!force && !isDue(['src', ...SETTINGS], OUTPUTS, (path) => path.endsWith('assembly'))) return false;
  const draft = `dist-${process.pid}`;
  try {
    compile(draft);
    const leanShaders = [];
    for (const { scene } of LEAN_FILES) leanShaders.push(await shadersOf(draft, await leanPlugins(draft, scene)));
    writeFileSync(join(ROOT, draft, SHADERS), await shadersOf(draft, []));
    for (const [file, entry] of Object.entries(BROWSER_FILES)) await bundleWhole(draft, entry, file);
    for (const [n, lean] of LEAN_FILES.entries()) await bundleLean(draft, lean, leanShaders[n]);
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

/** Bundles a file that nobody bundles with other code: all who name a shader's words, or read a table, are known. */
async function bundleWhole(draft, entry, file) {
  const { code, map } = await bundle(draft, entry, null, { minify: false });
  const load = (id) => (id.endsWith(entry) ? { code: inlineTables(shortenShaders(code)), map } : null);
  await bundle(draft, entry, file, { plugins: [{ name: 'rivulet-whole', load }] });
}

/** Bundles a lean file from itself, again and again: what is left out takes away what only it asked for. */
async function bundleLean(draft, { file, entry, scene, kernels }, shaders) {
  const put = { name: 'rivulet-shaders', load: (id) => (id.endsWith(SHADERS) ? { code: shaders, map: null } : null) };
  const first = [put, ...(await leanPlugins(draft, scene))];
  let { code, map } = await bundle(draft, entry, null, { plugins: first, minify: 'dce-only' });
  code = inlineTables(shortenShaders(code));
  const declarations = [entry.replace(/js$/, 'd.ts'), ...SEEN].map((path) => join(ROOT, draft, path));
  const seen = new Set([...seenNames(declarations, code), ...(kernels ? await wasmNames(draft) : [])]);
  const load = (id) => (id.endsWith(entry) ? { code: leaveOut(code, seen), map } : null);
  const plugins = [{ name: 'rivulet-rest', load }];
  for (let before = Number.POSITIVE_INFINITY; code.length < before; ) {
    before = code.length;
    ({ code, map } = await bundle(draft, entry, null, { plugins, minify: 'dce-only' }));
  }
  const dense = await compress({ code: leaveOut(code, seen), map });
  const mangleProps = { include: /./, reserved: [...seen] };
  const minify = { compress: true, mangle: true, codegen: true, mangleProps };
  const last = [{ name: 'rivulet-last', load: (id) => (id.endsWith(entry) ? dense : null) }];
  write(draft, file, await bundle(draft, entry, null, { plugins: last, minify }));
}

function write(draft, file, { code, map }) {
  const name = `${file}.map`;
  const path = join(ROOT, draft, 'browser', file);
  writeFileSync(path, `${code}\n//# sourceMappingURL=${name}\n`);
  writeFileSync(`${path}.map`, JSON.stringify({ ...map, file }));
}

async function leanPlugins(draft, scene) {
  const finished = await import(join(ROOT, draft, 'scene/finished.generated.js'));
  return [specialise(finished[scene])];
}

/** The module of shaders, put together: the one that tsc wrote makes them anew in every page. */
async function shadersOf(draft, plugins) {
  return finishShaders((await bundle(draft, SHADERS, null, { plugins, minify: false })).code);
}

/** What a page's kernels and their module call each other's parts. */
async function wasmNames(draft) {
  const { LEAN_WASM } = await import(join(ROOT, draft, 'kernels/lean-wasm.generated.js'));
  const { bytesOf } = await import(join(ROOT, draft, 'kernels/wasm-text.js'));
  const wasm = new WebAssembly.Module(bytesOf(LEAN_WASM));
  const imports = WebAssembly.Module.imports(wasm).flatMap(({ module, name }) => [module, name]);
  return [...imports, ...WebAssembly.Module.exports(wasm).map(({ name }) => name)];
}

/** Bundles what tsc wrote, not the sources: the same code then runs everywhere. Without a `file` nothing is written. */
async function bundle(draft, entry, file, { plugins = [], minify = true } = {}) {
  const { build } = await import('vite');
  const [{ output }] = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    build: {
      write: file !== null,
      lib: { entry: join(ROOT, draft, entry), formats: ['es'], fileName: () => file ?? 'draft.js' },
      outDir: join(ROOT, draft, 'browser'),
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: true,
      // Vite keeps the line breaks of a module library, for other bundlers to read; this file is for none.
      rolldownOptions: { output: { minify, comments: false } },
    },
  });
  return output[0];
}
