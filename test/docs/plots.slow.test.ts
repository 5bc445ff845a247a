/** The plots of the pages are what the program draws today; those of speed are of one machine and one run. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { start } from '../support/npm.ts';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const SCRIPTS = ['layers.mjs', 'rain-and-gravity.mjs', 'wind-and-wipers.mjs'];
const plots = readdirSync(join(DOCS, 'images')).filter((name) => name.endsWith('.svg') && !name.startsWith('speed-'));

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rivulet-plots-'));
  for (const script of SCRIPTS) await start(process.execPath, [join(DOCS, 'plots', script), folder], DOCS);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every plot is drawn by a script', () => {
  expect(readdirSync(folder).sort()).toEqual(plots.sort());
});

test.each(plots)('%s is drawn as it stands on its page, bit for bit', (name) => {
  const stands = readFileSync(join(DOCS, 'images', name), 'utf8') === readFileSync(join(folder, name), 'utf8');
  expect(stands, `docs/images/${name} is stale; run its script of docs/plots and look at what changed`).toBe(true);
});
