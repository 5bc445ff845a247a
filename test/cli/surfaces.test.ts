/** The commands on surfaces of several charts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulation } from 'rivulet';
import { renderAtlas, renderView } from 'rivulet/offline';
import { expect, test } from 'vitest';
import { runCli, useFolder } from './run-cli.js';

const folder = useFolder();
const BOX = {
  surface: { kind: 'box', width: 40, height: 30, depth: 50, cellSize: 1 },
  model: { name: 'chen2013' },
  rain: { kind: 'none' },
  drops: [
    { chart: 4, x: 10, y: 20, mass: 20 },
    { chart: 1, x: 25, y: 5, mass: 3 },
  ],
} as const;

function writeBox(): void {
  writeFileSync(join(folder.path, 'box.json'), JSON.stringify(BOX));
}

test('simulate --json reports the drops of each chart', async () => {
  writeBox();
  const { code, stdout } = await runCli(folder.path, ['simulate', 'box.json', '--seconds', '0.01', '--json']);
  expect(code).toBe(0);
  const { drops } = JSON.parse(stdout);
  expect(drops.total).toBe(2);
  expect(drops.charts).toEqual({ front: 0, right: 1, back: 0, left: 0, top: 1, bottom: 0 });
});

test('what draws one flat chart is refused in one line', async () => {
  writeBox();
  const line = 'needs a surface of one chart; a box has 6. Take a view such as --view height';
  const picture = await runCli(folder.path, ['render', 'box.json', '-o', 'box.png']);
  expect([picture.code, picture.stderr.includes(`--view beauty ${line}`)]).toEqual([1, true]);
  const maps = await runCli(folder.path, ['export', 'box.json', '-o', 'out']);
  expect([maps.code, maps.stderr.includes(`rivulet export ${line}`)]).toEqual([1, true]);
});

test('a debug view shows all charts side by side, each as renderView draws it', async () => {
  writeBox();
  const { code, stderr } = await runCli(folder.path, ['render', 'box.json', '--view', 'height', '-o', 'box.png']);
  expect([code, stderr.split('\n').length]).toEqual([0, expect.any(Number)]);
  const simulation = createSimulation(BOX);
  simulation.step();
  const atlas = renderAtlas(simulation.frame(), 'height');
  // Two rows of three charts: 40 + 50 + 40 cells wide, 30 + 50 high, with gaps and names.
  expect([atlas.width, atlas.height]).toEqual([130 + 4 * 8, 80 + 2 * 26 + 8]);
  const top = renderView(simulation.frame(), 'height', { chart: 4 });
  // The top is in the middle of the second row.
  const [x, y] = [2 * 8 + 50, 2 * 26 + 30];
  for (let row = 0; row < top.height; row++) {
    const from = 4 * ((y + row) * atlas.width + x);
    const line = top.data.subarray(4 * row * top.width, 4 * (row + 1) * top.width);
    expect(atlas.data.subarray(from, from + line.length)).toEqual(line);
  }
});
