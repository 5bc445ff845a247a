/** The package as a user gets it: packed, installed into an empty project, and run from Node and three kinds of pages. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import webpack from 'webpack';
import { launchBrowser, serveFolder } from '../support/browser.ts';
import { npm, start } from '../support/npm.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What each of them must say: the kernels that ran and the hash of the state after 0.1 s. */
interface Result {
  kernels: string;
  hash: string;
}

interface Tarball {
  filename: string;
  files: { path: string }[];
  size: number;
  unpackedSize: number;
}

const RUN = `
const simulation = createSimulation('chen-pane-500');
simulation.advance(0.1);
const result = { kernels: simulation.kernels, hash: simulation.hash() };
`;
const PAGE = `import { createSimulation } from 'rivulet';${RUN}document.title = JSON.stringify(result);`;
const SCRIPT = `import { createSimulation } from 'rivulet';${RUN}console.log(JSON.stringify(result));`;
/** The same in the page and in a worker. */
const BOTH_PAGE = `import { createSimulation } from 'rivulet';
import { createSimulationClient } from 'rivulet/worker';${RUN}
createSimulationClient('chen-pane-500').then(async (client) => {
  await client.advance(0.1);
  document.title = JSON.stringify([result, { kernels: client.runs, hash: await client.hash() }]);
});`;
const HTML = (head: string) => `<!doctype html><html lang="en"><head>${head}</head><body></body></html>`;

let project: string;
let files: string[];
let sizes: { packed: number; installed: number };
let expected: Result;
let browser: Browser;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'rivulet-pack-'));
  const packed = await npm(['pack', ROOT, '--json', '--ignore-scripts', '--pack-destination', project], project);
  const tarball: Tarball = JSON.parse(packed)[0];
  files = tarball.files.map(({ path }) => path);
  sizes = { packed: tarball.size, installed: tarball.unpackedSize };

  await put('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const quick = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await npm(['install', join(project, tarball.filename), ...quick], project);

  await put('script.js', SCRIPT);
  expected = JSON.parse(await start(process.execPath, ['script.js'], project));
  browser = await launchBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await rm(project, { recursive: true, force: true });
});

test('holds library, scenes, pages with their plots, and examples, without photographs or source maps', () => {
  const isOurs = (path: string) =>
    /^(dist\/.+\.(js|d\.ts)|scenes\/[\w-]+\.json|docs\/.+\.(md|svg)|examples\/[\w-]+\.(html|mjs))$/.test(path);
  expect(files.filter((path) => !isOurs(path)).sort()).toEqual([
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'GLOSSARY.md',
    'LICENSE',
    'README.md',
    'dist/custom-elements.json',
    'package.json',
  ]);
});

test('is small: at most 3 MB packed, 6 MB installed', () => {
  console.log(`package: ${sizes.packed} B packed, ${sizes.installed} B installed`);
  expect(sizes.packed).toBeLessThan(3e6);
  expect(sizes.installed).toBeLessThan(6e6);
});

test('publint finds nothing to say', async () => {
  const pkgDir = join(project, 'node_modules/rivulet');
  const { messages } = await publint({ pkgDir, pack: false, strict: true });
  const manifest = JSON.parse(await readFile(join(pkgDir, 'package.json'), 'utf8'));
  expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
});

test('runs in Node with the SIMD kernels', () => {
  expect(expected).toEqual({ kernels: 'simd', hash: expect.stringMatching(/^[0-9a-f]{16}$/) });
});

test.each([
  'rivulet/models',
  'rivulet/offline',
  'rivulet/webgl',
  'rivulet/worker',
  'rivulet/element',
  'rivulet/browser',
  'rivulet/browser/element',
  'rivulet/browser/lean',
  'rivulet/browser/beads',
])('Node imports %s', async (name) => {
  const code = `import * as all from '${name}'; console.log(Object.keys(all).length > 0);`;
  expect(await start(process.execPath, ['--input-type=module', '-e', code], project)).toBe('true\n');
});

test('Node imports the classic script, which defines nothing there', async () => {
  const code = "import 'rivulet/browser/classic'; console.log(typeof rivulet.mountPane);";
  expect(await start(process.execPath, ['--input-type=module', '-e', code], project)).toBe('function\n');
});

test('its types suffice a strict project for pages that knows no Node, libraries checked too', async () => {
  const names = ['models', 'offline', 'worker', 'element', 'webgl', 'browser', 'browser/element'];
  const imports = names.map((name, n) => `import * as all${n} from 'rivulet/${name}';\nall${n};\n`).join('');
  const element = `const pane = document.querySelector('rivulet-pane')!;
    pane.addEventListener('ready', ({ detail }) => void detail.pane.wipe({ from: { x: 1, y: 1 }, to: { x: 2, y: 1 }, width: 1 }));
    pane.addEventListener('drop', ({ detail }) => detail.mass.toFixed());
    pane.addEventListener('error', ({ detail }) => detail.error.message);
    pane.addEventListener('click', (event) => event.preventDefault());
    pane.rain = '10mm/h';\n`;
  await put(
    'typed/use.ts',
    `import { createSimulation } from 'rivulet';${RUN}const text: string = result.hash; text;\n${imports}${element}`,
  );
  const compilerOptions = { strict: true, noEmit: true, target: 'ES2022', module: 'NodeNext', types: [] };
  await put('typed/tsconfig.json', JSON.stringify({ compilerOptions }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(await start(process.execPath, [tsc, '-p', 'typed'], project).catch(said)).toBe('');
});

test('the pane in JSX compiles in a strict project with React 19, libraries checked too', async () => {
  const good = `import 'rivulet/element';
    export const pane = <rivulet-pane scene="window" rain="10mm/h" seed={7} focus="glass" paused aria-label="Rain"
      style={{ height: 300 }} onready={({ detail }) => void detail.pane.hash()} ondrop={({ detail }) => detail.mass.toFixed()}
      ref={(element) => element?.pane?.redraw()}>No rain here.</rivulet-pane>;\n`;
  await put('jsx/good.tsx', good);
  await put('jsx/bad.tsx', good.replace('paused', 'pausde').replace('detail.mass', 'detail.moss'));
  // React's types lie beside the package here, and nowhere else in this project.
  await mkdir(join(project, 'jsx/node_modules'));
  for (const name of ['rivulet', 'valibot'])
    await link(join(project, 'node_modules', name), `jsx/node_modules/${name}`);
  await mkdir(join(project, 'jsx/node_modules/@types'));
  for (const name of ['@types/react', 'csstype'])
    await link(join(ROOT, 'node_modules', name), `jsx/node_modules/${name}`);
  const compilerOptions = { strict: true, noEmit: true, target: 'ES2022', module: 'ESNext', jsx: 'react-jsx' };
  const checked = { ...compilerOptions, moduleResolution: 'bundler', preserveSymlinks: true, types: [] };
  await put('jsx/tsconfig.json', JSON.stringify({ compilerOptions: checked }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const complaints = await start(process.execPath, [tsc, '-p', 'jsx', '--pretty', 'false'], project).catch(said);
  expect(complaints.split('\n').filter((line) => /^\S/.test(line))).toEqual([
    expect.stringMatching(/^jsx\/bad\.tsx.*pausde/),
    expect.stringMatching(/^jsx\/bad\.tsx.*moss/),
  ]);
});

test('its types suffice a project for Node that knows no pages, libraries checked too', async () => {
  const names = ['rivulet', 'rivulet/models', 'rivulet/offline', 'rivulet/worker'];
  const imports = names.map((name, n) => `import * as all${n} from '${name}';\nall${n};\n`).join('');
  const pool = 'all3.createPicturePool(all2.createBackdrop(), 1).dispose();\n';
  await put('for-node/use.ts', `${imports}${pool}`);
  const typeRoots = [join(ROOT, 'node_modules/@types')];
  const compilerOptions = { strict: true, noEmit: true, target: 'ES2022', lib: ['ES2022'], module: 'NodeNext' };
  const checked = { ...compilerOptions, skipLibCheck: false, types: ['node'], typeRoots };
  await put('for-node/tsconfig.json', JSON.stringify({ compilerOptions: checked }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(await start(process.execPath, [tsc, '-p', 'for-node'], project).catch(said)).toBe('');
});

test('its command lists the scenes', async () => {
  const scenes = await start(join(project, 'node_modules/.bin/rivulet'), ['scenes'], project);
  expect(scenes).toContain('chen-pane-500');
  expect(scenes).toContain('window');
});

test.each(['Vite', 'webpack'])(
  'runs in a page built with %s, and the same water in a worker that it finds',
  async (bundler) => {
    const folder = `page-${bundler}`;
    await put(`${folder}/page.js`, BOTH_PAGE);
    if (bundler === 'Vite') {
      await put(`${folder}/index.html`, HTML('<script type="module" src="./page.js"></script>'));
      await viteBuild({ root: join(project, folder), configFile: false, mode: 'production', logLevel: 'error' });
    } else {
      await put(`${folder}/dist/index.html`, HTML('<script defer src="./main.js"></script>'));
      expect(await bundleWithWebpack(join(project, folder))).toEqual([]);
    }
    expect(await open(`${folder}/dist`)).toEqual([expected, { kernels: 'worker', hash: expected.hash }]);
  },
);

test('runs in a plain page, from one file', async () => {
  const page = PAGE.replace("'rivulet'", "'./node_modules/rivulet/dist/browser/rivulet.js'");
  await put('index.html', HTML(`<script type="module">${page}</script>`));
  expect(await open('')).toEqual(expected);
});

/** Writes a file of the project. */
async function put(path: string, text: string): Promise<void> {
  const file = join(project, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
}

/** Makes a folder known to the project under another path. */
function link(folder: string, path: string): Promise<void> {
  return symlink(folder, join(project, path), 'junction');
}

/** What a failed program printed. */
function said(error: { stdout?: string }): string {
  return error.stdout || String(error);
}

/** Builds `folder`/page.js with no settings but the paths; returns errors and warnings. */
async function bundleWithWebpack(folder: string): Promise<string[]> {
  const compiler = webpack({
    context: folder,
    mode: 'production',
    entry: './page.js',
    output: { path: join(folder, 'dist') },
    performance: false, // it warns of the size of the kernels, which is known
  });
  const stats = await new Promise<webpack.Stats | undefined>((done, fail) => {
    compiler.run((error, result) => (error ? fail(error) : done(result)));
  });
  await new Promise((done) => compiler.close(done));
  const { errors = [], warnings = [] } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
  return [...errors, ...warnings].map(({ message }) => message);
}

/** Opens a folder of the project as a site in the browser and returns what the page found; what the page throws is thrown here. */
async function open(path: string): Promise<unknown> {
  const server = await serveFolder(join(project, path));
  const page = await browser.newPage();
  try {
    const failed = new Promise<never>((_, fail) => page.on('pageerror', fail));
    await page.goto(server.url);
    await Promise.race([page.waitForFunction(() => document.title !== ''), failed]);
    return JSON.parse(await page.title());
  } finally {
    await page.close();
    await server.close();
  }
}
