/** Pictures of Chen's and Chin's scenes were drawn from hemispheres, not from H: half of its water was missing (CHEN-12, 16, 17). */
import { createSimulation, type Frame, type Simulation } from 'rivulet';
import { createBackdrop, normalAt, renderLinear, renderMaps } from 'rivulet/offline';
import { createPicturePool, createSimulationClient } from 'rivulet/worker';
import { describe, expect, test } from 'vitest';
import { halves, plain } from '../render/beauty-lab.js';

/** How far the water of a picture may be from what H covers. */
const TOLERANCE = 0.05;

/** Share of the cells that are wet. */
function wetShare({ charts: [{ height }] }: Frame): number {
  let wet = 0;
  for (let row = 0; row < height.height; row++) {
    for (let col = 0; col < height.width; col++) wet += +(height.data[row * height.stride + col] > 0);
  }
  return wet / (height.width * height.height);
}

/** Share of a picture that is water, at so many pixels a cell. */
function drawnShare(frame: Frame, pixels: number): number {
  const [{ columns, rows }] = frame.charts;
  const { mask } = renderMaps(frame, ['mask'], { width: pixels * columns, height: pixels * rows });
  return mask.reduce((sum, cover) => sum + cover, 0) / mask.length;
}

describe.each([
  ['chen-pane-500', 10],
  ['chin-fig-7a', 4],
  ['chin-fig-7b', 4],
  ['chin-fig-7c', 4],
  ['chin-fig-7d', 4],
  ['chin-fig-7e', 4],
  ['chin-table-3', 4],
] as const)('%s after %i s', (name, seconds) => {
  const simulation = createSimulation(name);
  simulation.advance(seconds);
  test.each([2, 1, 0.5])('at %f pixels a cell the mask covers as much as H, within a twentieth', (pixels) => {
    const frame = simulation.frame();
    const wet = wetShare(frame);
    expect(wet).toBeGreaterThan(0.01);
    expect(Math.abs(drawnShare(frame, pixels) / wet - 1)).toBeLessThan(TOLERANCE);
  });
});

/** One still drop in the middle of a pane, of a chain of this many hemispheres. */
function stillDrop(lobes: number): Simulation {
  for (let seed = 1; ; seed++) {
    const simulation = createSimulation('chen-pane-500', { seed, rain: { kind: 'none' } });
    simulation.addDrop({ x: 125, y: 125, mass: 1.8 });
    if ((simulation.frame().drops.lobes[0] & 7) === lobes) return simulation;
  }
}

/** 6 mm of glass around the drop, 40 px a mm. */
const CLOSE = { width: 240, height: 240, camera: { zoom: 250 / 6, centre: [125, 125.5], blur: 0, glow: 0 } } as const;

/** How many connected parts of a picture are water, or are not. */
function parts(isIn: readonly boolean[], width: number): number {
  const open = isIn.slice();
  let count = 0;
  for (let start = 0; start < open.length; start++) {
    if (!open[start]) continue;
    count++;
    const next = [start];
    while (next.length > 0) {
      const p = next.pop() as number;
      if (!open[p]) continue;
      open[p] = false;
      if (p % width > 0) next.push(p - 1);
      if (p % width < width - 1) next.push(p + 1);
      next.push(p - width, p + width);
    }
  }
  return count;
}

test.each([2, 3, 4, 5])('a still drop of %i hemispheres has one outline and no dark ring in it', (lobes) => {
  const frame = stillDrop(lobes).frame();
  const { mask } = renderMaps(frame, ['mask'], CLOSE);
  const isWater = Array.from(mask, (cover) => cover >= 0.5);
  expect(parts(isWater, CLOSE.width)).toBe(1);
  expect(
    parts(
      isWater.map((wet) => !wet),
      CLOSE.width,
    ),
  ).toBe(1);
  // Before a plain wall nothing in it is darker than a quarter of the wall.
  const backdrop = plain(200);
  const { data } = renderLinear(frame, { ...CLOSE, backdrop });
  const dark = isWater.filter((wet, p) => wet && data[3 * p] < 0.25 * backdrop.mean[0]);
  expect(dark.length).toBe(0);
});

test('CHEN-16: where H is smooth, normals are those of its central differences', () => {
  // A trail's ridge: its cells have been smoothed many times.
  const simulation = createSimulation('chin-fig-7b');
  simulation.advance(4);
  const frame = simulation.frame();
  const [{ height, cellSize, columns, rows }] = frame.charts;
  const { normal, mask } = renderMaps(frame, ['normal', 'mask'], { width: columns, height: rows });
  const expected = new Float64Array(3);
  let [angles, cells] = [0, 0];
  for (let row = 1; row < rows - 1; row++) {
    for (let col = 1; col < columns - 1; col++) {
      const p = row * columns + col;
      if (mask[p] < 1) continue;
      normalAt(height, cellSize, row, col, expected);
      const cosine = normal[3 * p] * expected[0] + normal[3 * p + 1] * expected[1] + normal[3 * p + 2] * expected[2];
      angles += Math.acos(Math.min(1, cosine));
      cells++;
    }
  }
  expect(cells).toBeGreaterThan(1e4);
  // Within 3° on the whole.
  expect(angles / cells).toBeLessThan((3 * Math.PI) / 180);
});

test('CHEN-17: what the steep sides of a drop reflect changes with the direction', () => {
  const simulation = createSimulation('chin-fig-7a', { rain: { kind: 'none' } });
  simulation.addDrop({ x: 45, y: 60, mass: 3.9 });
  const frame = simulation.frame();
  // Blue above, red below.
  const backdrop = halves();
  const options = { width: 240, height: 240, camera: { zoom: 90 / 6, centre: [45, 60], blur: 0, glow: 0 } } as const;
  const { mask, normal, refraction } = renderMaps(frame, ['mask', 'normal', 'refraction'], { ...options, backdrop });
  const { data } = renderLinear(frame, { ...options, backdrop });
  /** Share of red in what is reflected where nothing comes through, on sides that face up (−1) or down (1). */
  const redness = (facing: number) => {
    let [red, blue] = [0, 0];
    for (let p = 0; p < mask.length; p++) {
      if (mask[p] < 1 || refraction[3 * p + 2] > 0 || facing * normal[3 * p + 1] < 0.5) continue;
      red += data[3 * p];
      blue += data[3 * p + 2];
    }
    return red / (red + blue);
  };
  // A side that faces up reflects the ground, one that faces down the sky.
  expect(redness(-1)).toBeGreaterThan(0.75);
  expect(redness(1)).toBeLessThan(0.25);
});

test('CHEN-17: the share that is reflected follows Fresnel, from nothing on level water to all beyond 48.6°', () => {
  const simulation = createSimulation('chin-fig-7a', { rain: { kind: 'none' } });
  simulation.addDrop({ x: 45, y: 60, mass: 3.9 });
  const backdrop = plain(200);
  const options = { width: 240, height: 240, camera: { zoom: 90 / 6, centre: [45, 60], blur: 0, glow: 0 } } as const;
  const { mask, normal } = renderMaps(simulation.frame(), ['mask', 'normal'], options);
  const { data } = renderLinear(simulation.frame(), { ...options, backdrop });
  const seen = { level: 0, steep: 0 };
  for (let p = 0; p < mask.length; p++) {
    if (mask[p] < 1) continue;
    const light = data[3 * p] / backdrop.mean[0];
    const slope = normal[3 * p + 2];
    if (slope > Math.cos(0.3)) {
      expect(light).toBeGreaterThan(0.98);
      seen.level++;
    } else if (slope < Math.cos(0.9)) {
      expect(light).toBeGreaterThan(0.4);
      expect(light).toBeLessThan(0.75);
      seen.steep++;
    }
  }
  expect(Math.min(seen.level, seen.steep)).toBeGreaterThan(100);
});

test('with the model rivulet the same scene is drawn from bodies, as before', () => {
  const simulation = createSimulation('chen-pane-500', { model: { name: 'rivulet' } });
  expect(simulation.frame().charts[0].drawnFrom).toBe('bodies');
  expect(createSimulation('window').frame().charts[0].drawnFrom).toBe('bodies');
  expect(createSimulation('nakata-hashimoto').frame().charts[0].drawnFrom).toBe('bodies');
  expect(createSimulation('chen-pane-500').frame().charts[0].drawnFrom).toBe('heights');
});

describe('through workers', () => {
  const backdrop = createBackdrop({ kind: 'garden', resolution: 256 });

  test('a pool of workers draws the same picture of the height map, frame after frame', async () => {
    const simulation = createSimulation('chin-fig-7e');
    const pool = createPicturePool(backdrop, 2);
    for (let n = 0; n < 2; n++) {
      simulation.advance(1);
      const picture = await pool.render(simulation.frame(), { width: 180, height: 240, view: 'mask' });
      const { mask } = renderMaps(simulation.frame(), ['mask'], { width: 180, height: 240 });
      expect(pool.workers).toBe(2);
      expect(Array.from(mask, (cover) => Math.floor(255 * cover + 0.5))).toEqual(
        Array.from(picture.data.filter((_, at) => at % 4 === 0)),
      );
    }
    pool.dispose();
  });

  test('frames of a worker state what their water is drawn from, and hold that map', async () => {
    const client = await createSimulationClient('chin-fig-7e', {}, { maps: ['height', 'trail', 'fog', 'fine'] });
    const simulation = createSimulation('chin-fig-7e');
    simulation.advance(1);
    await client.advance(1);
    const frame = await client.frame();
    expect(frame.charts[0].drawnFrom).toBe('heights');
    expect(drawnShare(frame, 1)).toBe(drawnShare(simulation.frame(), 1));
    client.dispose();
  });

  test('a loaded save is drawn from the same map', () => {
    const simulation = createSimulation('chin-fig-7e');
    simulation.advance(1);
    const loaded = createSimulation.load(simulation.save());
    expect(loaded.frame().charts[0].drawnFrom).toBe('heights');
    expect(drawnShare(loaded.frame(), 1)).toBe(drawnShare(simulation.frame(), 1));
  });
});
