/**
 * Vite 7's development server bundles a dependency into another folder and leaves its workers behind, so
 * that their files are not found. Here Rolldown does the same.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage, serveFolder } from '../support/browser.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const PAGE = `
import { createSimulationClient, createPicturePool } from '${DIST}/worker/index.js';
import { createBackdrop } from '${DIST}/render/offline/index.js';
const client = await createSimulationClient('chen-pane-500');
await client.advance(0.1);
const pool = createPicturePool(createBackdrop(), 2);
const { data } = await pool.render(await client.frame(), { width: 160, height: 160 });
window.found = { runs: client.runs, hash: await client.hash(), drawers: pool.workers, bytes: data.length };
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rivulet-moved-'));
  await writeFile(join(folder, 'page.js'), PAGE);
  const bundle = await rolldown({ input: join(folder, 'page.js') });
  await bundle.write({ dir: join(folder, 'deps'), format: 'es' });
  const script = '<script type="module" src="deps/page.js"></script>';
  await writeFile(join(folder, 'index.html'), `<!doctype html><html><head>${script}</head></html>`);
  const policy = `<meta http-equiv="Content-Security-Policy" content="worker-src 'self'">`;
  await writeFile(join(folder, 'strict.html'), `<!doctype html><html><head>${policy}${script}</head></html>`);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens a page and returns what it found, and its complaints. */
async function visit(name: string) {
  const [browser, server] = await Promise.all([launchBrowser(), serveFolder(folder)]);
  try {
    const { page, complaints } = await openPage(browser);
    await page.goto(server.url + name);
    const found = await page.waitForFunction('window.found');
    return { ...((await found.jsonValue()) as object), complaints };
  } finally {
    await browser.close();
    await server.close();
  }
}

test('a worker whose file is not found starts from its text, with the same water', async () => {
  const { createSimulation } = await import('rivulet');
  const simulation = createSimulation('chen-pane-500');
  simulation.advance(0.1);
  const found = await visit('');
  expect(found).toMatchObject({ runs: 'worker', hash: simulation.hash(), drawers: 2, bytes: 4 * 160 * 160 });
});

test('where a policy refuses that too, the simulation runs in the page and the warning names the policy', async () => {
  const { complaints, ...found } = await visit('strict.html');
  expect(found).toMatchObject({ runs: 'inline', drawers: 0, bytes: 4 * 160 * 160 });
  expect(complaints.filter((line) => line.startsWith('rivulet:'))).toEqual([
    expect.stringMatching(/runs without a worker: neither its file nor a copy .* worker-src .*blob:/),
  ]);
});
