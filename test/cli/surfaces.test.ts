/** The commands on surfaces of several charts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulation } from 'rivulet';
import { renderAtlas, renderView } from 'rivulet/offline';
import { expect, test } from 'vitest';
import { unfoldNet } from '../../src/render/offline/net.js';
import { Box } from '../../src/surface/box.js';
import { createSurface } from '../../src/surface/create-surface.js';
import { EDGES } from '../../src/surface/seams.js';
import { callMain, expectWritten, runCli, useFolder } from './run-cli.js';

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
  const line = 'needs a surface of one chart; a box has several. Leave it out';
  for (const flag of ['--maps refraction', '--maps beauty', '--size 40x30']) {
    const { code, stderr } = await callMain(folder.path, ['export', 'box.json', '-o', 'out', ...flag.split(' ')]);
    expect([flag, code, stderr.trim().split('\n').length]).toEqual([flag, 1, 1]);
    expect(stderr).toContain(`${flag.replace(' 40x30', '')} ${line}`);
  }
});

test('export writes a file for each chart, with the drops that reach over a seam on both', async () => {
  // One drop over the edge between front and left, one over that between front and top, and both again amid the front.
  const surface = { kind: 'box', width: 40, height: 30, depth: 50, cellSize: 0.5 } as const;
  const scene = {
    surface,
    model: { name: 'rivulet' },
    rain: { kind: 'none' },
    drops: [
      { chart: 0, x: 39.5, y: 15, mass: 8 },
      { chart: 0, x: 20, y: 0.5, mass: 8 },
      { chart: 0, x: 9.5, y: 15, mass: 8 },
      { chart: 0, x: 30, y: 20.5, mass: 8 },
    ],
  } as const;
  writeFileSync(join(folder.path, 'two.json'), JSON.stringify(scene));
  const words = ['export', 'two.json', '-o', 'out', '--at', '0', '--format', 'npy', '--maps', 'mask,id,height'];
  expectWritten(await runCli(folder.path, words));
  const index = JSON.parse(readFileSync(join(folder.path, 'out', 'index.json'), 'utf8'));
  const names = ['front', 'right', 'back', 'left', 'top', 'bottom'];
  expect(index.charts.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(index.charts[1].picture).toMatchObject({ width: 100, height: 60, pixel: 0.5, left: 0, top: 0 });
  const { files } = index.pictures[0];
  expect(Object.keys(files.mask)).toEqual(names);

  const numbersOf = (map: string, chart: string) => {
    const file = readFileSync(join(folder.path, 'out', files[map][chart]));
    const bytes = file.subarray(10 + file.readUInt16LE(8));
    const { buffer } = Uint8Array.from(bytes);
    return map === 'id' ? new Uint32Array(buffer) : new Float32Array(buffer);
  };
  // A drop over a seam has as many pixels on its two charts as elsewhere on one.
  const wet = (chart: string, drop: number) => numbersOf('id', chart).filter((id) => id === drop).length;
  const [left, top] = [wet('left', 1), wet('top', 2)];
  expect([left > 10, top > 10]).toEqual([true, true]);
  expect([wet('front', 1) + left, wet('front', 2) + top]).toEqual([wet('front', 3), wet('front', 4)]);
  expect(['back', 'right', 'bottom'].map((chart) => Math.max(...numbersOf('mask', chart)))).toEqual([0, 0, 0]);

  const [head, ...lines] = readFileSync(join(folder.path, 'out', files.drops), 'utf8')
    .trim()
    .split('\n');
  expect(head.startsWith('id,chart,x,y,')).toBe(true);
  const places = scene.drops.map(({ chart, x, y }, k) => [k + 1, chart, x, y]);
  expect(lines.map((line) => line.split(',').slice(0, 4).map(Number))).toEqual(places);
});

test('the drops view draws a drop on every chart that it reaches', () => {
  const simulation = createSimulation({ ...BOX, drops: [{ chart: 0, x: 39, y: 15, mass: 40 }] });
  const surface = createSurface(simulation.scene.surface);
  const bright = (chart: number, known: boolean) => {
    const { data } = renderView(simulation.frame(), 'drops', { chart, ...(known && { surface }) });
    return data.filter((value, p) => p % 4 === 1 && value > 100).length;
  };
  // Without the surface only the dim height map goes over the seam.
  expect([bright(3, false), bright(2, true)]).toEqual([0, 0]);
  expect(bright(3, true)).toBeGreaterThan(3);
});

test('a debug view shows a box as its net, each face as renderView draws it', async () => {
  writeBox();
  const { code, stderr } = await runCli(folder.path, ['render', 'box.json', '--view', 'height', '-o', 'box.png']);
  expect([code, stderr.split('\n').length]).toEqual([0, expect.any(Number)]);
  const simulation = createSimulation(BOX);
  simulation.step();
  const surface = createSurface(simulation.scene.surface);
  const atlas = renderAtlas(simulation.frame(), 'height', { surface });
  // Front, left, back and right in a row, top and bottom above and below the back; with folds and names between them.
  expect([atlas.width, atlas.height]).toEqual([
    40 + 50 + 40 + 50 + 2 * 8 + 3 * 2,
    50 + 30 + 50 + 2 * 8 + 3 * 18 + 2 * 2,
  ]);
  const corners = {
    top: [102, 26],
    front: [8, 96],
    left: [50, 96],
    back: [102, 96],
    right: [144, 96],
    bottom: [102, 146],
  };
  surface.charts.forEach(({ name }, chart) => {
    const face = renderView(simulation.frame(), 'height', { chart, surface });
    const [x, y] = corners[name as keyof typeof corners];
    for (let row = 0; row < face.height; row++) {
      const from = 4 * ((y + row) * atlas.width + x);
      const line = face.data.subarray(4 * row * face.width, 4 * (row + 1) * face.width);
      expect(atlas.data.subarray(from, from + line.length)).toEqual(line);
    }
  });
  // Without the surface nothing is known of seams: three in a row.
  const plain = renderAtlas(simulation.frame(), 'height');
  expect([plain.width, plain.height]).toEqual([130 + 4 * 8, 80 + 2 * 26 + 8]);
});

test('in the net water goes on from face to face, whichever faces are left out', () => {
  const LEFT_OUT = [[], ['top'], ['back'], ['back', 'left'], ['front', 'right', 'left']] as const;
  for (const open of LEFT_OUT) {
    const box = new Box({ width: 40, height: 30, depth: 50, cellSize: 1, open: [...open] });
    const { tiles, columns, rows } = unfoldNet(box) ?? { tiles: [], columns: 0, rows: 0 };
    expect(tiles.map(({ chart }) => chart).sort()).toEqual(box.charts.map((_, chart) => chart));
    const cells = new Set<number>();
    for (const { chart, left, top } of tiles) {
      for (let n = 0; n < box.charts[chart].columns * box.charts[chart].rows; n++) {
        const [row, col] = [Math.floor(n / box.charts[chart].columns), n % box.charts[chart].columns];
        cells.add((top + row) * columns + left + col);
        expect([top + row < rows, left + col < columns, top + row >= 0, left + col >= 0]).not.toContain(false);
      }
    }
    // No two faces share a cell.
    expect(cells.size).toBe(box.charts.reduce((sum, chart) => sum + chart.columns * chart.rows, 0));
  }
  // Of the closed box all six hang together: five seams without a turn.
  const box = new Box({ width: 40, height: 30, depth: 50, cellSize: 1, open: [] });
  const tileOf = new Map(unfoldNet(box)?.tiles.map((tile) => [tile.chart, tile]));
  let joined = 0;
  for (const [chart, { left, top }] of tileOf) {
    for (const edge of EDGES) {
      const seam = box.seams.at(chart, edge);
      const next = tileOf.get(seam?.chart ?? -1);
      if (seam?.quarters !== 0 || !next) continue;
      joined += Number(left - next.left === seam.shiftX && top - next.top === seam.shiftY);
    }
  }
  expect(joined).toBe(10);
});
