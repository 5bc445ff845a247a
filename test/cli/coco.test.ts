/** COCO annotations of an export, against its id map. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { expect, test } from 'vitest';
import { annotate } from '../../src/cli/export/coco.ts';
import { callMain, runCli, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();

/** The pixels of a mask, row after row, from its run lengths. */
function pixelsOf(counts: readonly number[], width: number, height: number): boolean[] {
  const down: boolean[] = [];
  for (const [n, count] of counts.entries()) for (let k = 0; k < count; k++) down.push(n % 2 === 1);
  return Array.from({ length: width * height }, (_, p) => down[(p % width) * height + Math.floor(p / width)]);
}

test('masks and boxes are those of the ids', () => {
  const ids = Uint32Array.from([0, 7, 7, 0, 0, 7, 3, 0, 3, 3, 3, 3]);
  const [three, seven] = annotate(ids, 4, 3, 1, 5);
  expect([three.id, three.drop, three.bbox, three.area]).toEqual([5, 3, [0, 1, 4, 2], 5]);
  expect([seven.id, seven.drop, seven.bbox, seven.area]).toEqual([6, 7, [1, 0, 2, 2], 3]);
  for (const { segmentation, drop } of [three, seven]) {
    expect(segmentation.counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(pixelsOf(segmentation.counts, 4, 3)).toEqual(Array.from(ids, (id) => id === drop));
  }
});

test('an export with --coco covers every wet pixel of its id map exactly once', async () => {
  const words = ['export', 'window', ...SMALL_PANE, '-o', 'truth', '--at', '3', '--maps', 'id', '--coco'];
  expect((await runCli(folder.path, words)).code).toBe(0);
  const { images, annotations } = JSON.parse(readFileSync(join(folder.path, 'truth/coco.json'), 'utf8'));
  const [{ width, height, file_name: file }] = images;
  const { data } = decode(readFileSync(join(folder.path, 'truth', file)));
  const ids = Array.from(
    { length: width * height },
    (_, p) => data[3 * p] + 256 * data[3 * p + 1] + 65536 * data[3 * p + 2],
  );
  const found = new Array(width * height).fill(0);
  for (const { segmentation, drop } of annotations) {
    for (const [p, inside] of pixelsOf(segmentation.counts, width, height).entries()) if (inside) found[p] += drop;
  }
  expect(annotations.length).toBeGreaterThan(3);
  expect(found).toEqual(ids);
});

test('a README of another author stays as it is', async () => {
  const words = ['export', 'window', ...SMALL_PANE, '-o', 'truth', '--at', '0', '--maps', 'id'];
  await callMain(folder.path, words);
  const readme = join(folder.path, 'truth/README.md');
  expect(readFileSync(readme, 'utf8')).toMatch(/^# Export of rivulet(.|\n)*Unreal(.|\n)*three\.js/);
  writeFileSync(readme, 'mine');
  await callMain(folder.path, words);
  expect(readFileSync(readme, 'utf8')).toBe('mine');
});

test('--coco is refused for surfaces of several charts in one line', async () => {
  const words = ['export', 'window', '-o', 'truth', '--coco', '--maps', 'id', '--set', 'surface.kind=box'];
  const { code, stderr } = await callMain(folder.path, words);
  expect(code).toBeGreaterThan(0);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
