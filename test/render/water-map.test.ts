/** The water map of a chart: place by place it gives what rows of a picture give, at any zoom. */
import { createSimulation, type Frame } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { readCamera, viewportOf } from '../../src/render/picture/camera.js';
import { ChartWater, SAMPLE } from '../../src/render/water/water-map.js';
import { makeFrame } from './make-frame.ts';

/** Frames with each source of water: bodies, trails, fine drops, chained hemispheres in a height map; and what is seen of them. */
const FRAMES: Record<string, () => Frame> = {
  'window: bodies and trails': () => advanced('window', 6),
  'window-fine: fine drops': () => advanced('window', 4, { fine: { density: 1.6 } }),
  'chen-pane-500: a height map': () => advanced('chen-pane-500', 2),
  'window-beads: no trails': () => advanced('window-beads', 4),
  'bodies that reach over the edge': () =>
    makeFrame({
      drops: [
        { x: 0.2, y: 3, radius: 1.5, stretch: 2, sag: 0.3, outlineC2: 0.1 },
        { x: 7.9, y: 5.5, radius: 0.8 },
      ],
      trails: (col, row) => (col > 6 && col < 10 ? 0.1 + 0.01 * row : 0),
    }),
};

function advanced(scene: string, seconds: number, overrides = {}): Frame {
  const simulation = createSimulation(scene, overrides);
  simulation.advance(seconds);
  return simulation.frame();
}

/** From a close look to pixels larger than most drops. */
const ZOOMS = [12, 3, 1, 0.3];

describe.each(Object.entries(FRAMES))('%s', (_, make) => {
  const frame = make();
  const [{ columns, rows, cellSize }] = frame.charts;

  test.each(ZOOMS)('a place shows what a pixel there shows, at zoom %d', (zoom) => {
    const [width, height] = [97, 61];
    const view = viewportOf(readCamera({ zoom }), columns * cellSize, rows * cellSize, width, height);
    const drawn = new ChartWater(frame, 0).ownedRows(view, 0, height);
    const fine = new ChartWater(frame, 0).fineRows(view, 0, height);
    const water = new ChartWater(frame, 0);
    const sample = new Float64Array(SAMPLE.size);
    let wet = 0;
    for (let p = 0; p < width * height; p++) {
      const x = view.left + ((p % width) + 0.5) * view.pixel;
      const y = view.top + (Math.floor(p / width) + 0.5) * view.pixel;
      const isWet = water.at(x, y, view.pixel, sample);
      const pixel = [drawn.gx[p], drawn.gy[p], drawn.height[p], drawn.cover[p], drawn.id[p], fine.cover[p]];
      const place = sample.subarray(SAMPLE.gx, SAMPLE.fine + 1);
      // The centre of a pixel is rounded twice, differently.
      const isSame = pixel.every((value, n) => Math.abs(value - place[n]) <= 1e-6 * Math.max(1, Math.abs(value)));
      if (!isSame) expect([...place], `pixel ${p % width}, ${Math.floor(p / width)}`).toEqual(pixel);
      if (isWet !== drawn.cover[p] > 0) expect(isWet).toBe(!isWet);
      wet += +isWet;
    }
    expect(wet).toBeGreaterThan(20);
  });
});

test('a smaller pixel draws the contact line sharper, in the same place', () => {
  const water = new ChartWater(makeFrame({ drops: [{ x: 4, y: 3, radius: 2 }] }), 0);
  const sample = new Float64Array(SAMPLE.size);
  const coverAt = (x: number, pixel: number) => {
    water.at(x, 3, pixel, sample);
    return sample[SAMPLE.cover];
  };
  for (const pixel of [0.2, 0.01, 1e-4]) {
    expect(coverAt(6 - pixel, pixel)).toBe(1);
    expect(coverAt(6, pixel)).toBeCloseTo(0.5, 1);
    expect(coverAt(6 + pixel, pixel)).toBe(0);
  }
});

test('a sample has the drop, the fog and the film of its place', () => {
  const frame = makeFrame({
    drops: [
      { x: 2, y: 2 },
      { x: 5, y: 4 },
    ],
    fogs: () => 0.5,
    films: () => 0.01,
  });
  const water = new ChartWater(frame, 0);
  const sample = new Float64Array(SAMPLE.size);
  expect(water.at(5.3, 4, 0.005, sample)).toBe(true);
  expect(sample[SAMPLE.id]).toBe(2);
  expect(sample[SAMPLE.gx]).toBeLessThan(0);
  expect(sample[SAMPLE.height]).toBeCloseTo(Math.sqrt(1 - 0.09), 5);
  expect(sample[SAMPLE.fog]).toBeCloseTo(0.5, 6);
  expect(sample[SAMPLE.film]).toBeCloseTo(0.01, 6);
  expect(water.at(7, 1, 0.05, sample)).toBe(false);
  expect(sample[SAMPLE.id]).toBe(0);
  expect(sample[SAMPLE.height]).toBe(0);
});
