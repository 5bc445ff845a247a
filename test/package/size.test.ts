/** What a page pays for the element: minified, gzipped, with one model. docs/element.md says where it goes. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rivulet-size-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bytes of a script and all it imports, minified and gzipped. */
async function sizeOf(name: string, script: string): Promise<number> {
  const entry = join(folder, `${name}.js`);
  await writeFile(entry, script.replaceAll('rivulet:', `${DIST}/`));
  const result = await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: name },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const files = outputs.flatMap((one) => ('output' in one ? one.output : []));
  return files.reduce((sum, file) => sum + ('code' in file ? gzipSync(file.code, { level: 9 }).length : 0), 0);
}

test('element and WebGL renderer, the part a page runs itself, stay below 30.4 kB', async () => {
  const size = await sizeOf(
    'page',
    `import { createPaneRenderer, defineRivuletPane, paneMounter } from 'rivulet:element/lean.js';
     import { clientOpener } from 'rivulet:worker/open-client.js';
     import { browserWorker } from 'rivulet:worker/browser-worker.js';
     const startWorker = () => browserWorker(new Worker('/worker.js', { type: 'module' }));
     const loadInline = () => Promise.reject(new Error('This page has only workers.'));
     defineRivuletPane(paneMounter(clientOpener({ startWorker, loadInline }), createPaneRenderer));`,
  );
  console.log(`element and renderer: ${size} B`);
  expect(size).toBeLessThan(30_400);
});

test('one model, WebGL renderer and element with every scene in one file stay below 94.6 kB', async () => {
  const size = await sizeOf(
    'whole',
    `import { createPaneRenderer, runInOneFile } from 'rivulet:element/lean.js';
     import { simulationFactory } from 'rivulet:simulation/create-simulation.js';
     import { chen2013 } from 'rivulet:models/chen2013/chen2013.js';
     runInOneFile(import.meta.url, simulationFactory([chen2013]), createPaneRenderer);`,
  );
  console.log(`one model, renderer and element: ${size} B`);
  expect(size).toBeLessThan(94_600);
});

test('one model, WebGL renderer and element weigh at most 40 kB: dist/browser/beads.js', async () => {
  const { length } = gzipSync(await readFile(`${DIST}/browser/beads.js`), { level: 9 });
  console.log(`beads.js: ${length} B`);
  expect(length).toBeLessThanOrEqual(40_000);
});

test('the same with one finished scene and the least parts stays below 72.6 kB', async () => {
  const size = await sizeOf(
    'lean',
    `import { chen2013Maker, createPaneRenderer, leanParts, runInOneFile, simulationsFrom, WINDOW } from 'rivulet:element/lean.js';
     runInOneFile(import.meta.url, simulationsFrom(leanParts(chen2013Maker, { window: WINDOW })), createPaneRenderer);`,
  );
  console.log(`least parts, renderer and element: ${size} B`);
  expect(size).toBeLessThan(72_600);
});

test.each([
  ['lean.js', 60.0],
  ['beads.js', 38.2],
  ['element.js', 105.6],
])('dist/browser/%s stays below %s kB', async (file, limit) => {
  const { length } = gzipSync(await readFile(`${DIST}/browser/${file}`), { level: 9 });
  console.log(`${file}: ${length} B`);
  expect(length).toBeLessThan(1000 * limit);
});
