/** What a page pays for the element: minified, gzipped. One size is a limit; the others are printed. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Bytes of a built file as a server sends it. */
async function sentSize(file: string): Promise<number> {
  const { length } = gzipSync(await readFile(`${DIST}/browser/${file}`), { level: 9 });
  console.log(`${file}: ${length} B`);
  return length;
}

test('one model, WebGL renderer and element weigh at most 40 kB: dist/browser/beads.js', async () => {
  expect(await sentSize('beads.js')).toBeLessThanOrEqual(40_000);
});

test('each build with fewer parts is smaller than the one before', async () => {
  const sizes = [await sentSize('element.js'), await sentSize('lean.js'), await sentSize('beads.js')];
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
});
