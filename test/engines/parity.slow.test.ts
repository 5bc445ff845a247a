/** The same water and the same pictures in Firefox and WebKit as in Node: hashes with both kernels, and the CPU's pictures. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';
import { sceneNames } from 'rivulet';
import { expect, test } from 'vitest';
import { fileOf, PICTURES } from '../golden/cases.mjs';
import { describeEngines } from '../support/engines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GOLDEN = new URL('../golden/', import.meta.url);
const hashes: Record<string, string> = JSON.parse(readFileSync(new URL('hashes.json', GOLDEN), 'utf8'));

/** The page finds the library as Node does, and so runs the very cases that Node is held to. */
const IMPORTS = { rivulet: '/dist/browser/rivulet.js', 'rivulet/offline': '/dist/render/offline/index.js' };
const PAGE = `<!doctype html><html lang="en"><head><title>Cases</title><link rel="icon" href="data:,">
  <script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script></head><body></body></html>`;

const cases = (work: string) => `import('/test/golden/cases.mjs').then(async (cases) => { ${work} })`;

describeEngines(ROOT, { pages: { '/cases.html': PAGE } }, (site) => {
  test.each(sceneNames.map((name) => [name]))('%s has the hash of Node, with SIMD and without', async (scene) => {
    const complaints = await site.visit('cases.html');
    const found = await site.page.evaluate(
      cases(`return ['simd', 'reference'].map((kernels) => cases.hashOf('${scene}', kernels));`),
    );
    expect(found).toEqual([hashes[scene], hashes[scene]]);
    expect(await complaints()).toEqual([]);
  });

  test.each(PICTURES.map((picture) => [fileOf(picture), picture] as const))(
    '%s is the picture of Node, to the last bit',
    async (file, picture) => {
      await site.visit('cases.html');
      const found = await site.page.evaluate(
        cases(`const { data } = cases.paint(${JSON.stringify(picture)});
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
          return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');`),
      );
      const { data } = decode(readFileSync(new URL(file, GOLDEN)));
      expect(found).toBe(createHash('sha256').update(data).digest('hex'));
    },
  );
});
