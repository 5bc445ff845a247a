/** Discs of water in blocks of pixels against discs in pixels. */
import { describe, expect, test } from 'vitest';
import { meltRows, waterLens } from '../../src/render/offline/melt-water.ts';
import { discBlur, insideShares, makeDisc } from '../../src/render/picture/lens.ts';

const WIDTH = 157;
const HEIGHT = 118;

/** Some bright drops on clear glass. */
const picture = new Float32Array(4 * WIDTH * HEIGHT);
for (const [x, y, size] of [
  [30, 40, 9],
  [90, 70, 14],
  [140, 110, 6],
  [70, 8, 5],
]) {
  for (let row = 0; row < HEIGHT; row++) {
    for (let col = 0; col < WIDTH; col++) {
      if (Math.hypot(col - x, row - y) < size) picture.set([2, 1, 0.5, 1], 4 * (row * WIDTH + col));
    }
  }
}
const rowsOf = (from: number, to: number) => picture.subarray(4 * WIDTH * from, 4 * WIDTH * to);
const melt = (radius: number, from: number, to: number) => meltRows(waterLens(radius), WIDTH, HEIGHT, from, to, rowsOf);

/** Discs in pixels; at the edges means of what lies in the picture. */
const discs = (radius: number) => {
  const disc = makeDisc(radius);
  const shares = Array.from({ length: HEIGHT }, (_, row) => insideShares(disc, WIDTH, HEIGHT, row));
  const out = discBlur({ data: picture, width: WIDTH, height: HEIGHT }, 4, disc);
  return out.map((value, n) => {
    const share = shares[Math.floor(n / 4 / WIDTH)][(n >> 2) % WIDTH];
    return share > 1 - 1e-9 ? value : value / share;
  });
};

/** Largest distance of any value from `middle`. */
const farthest = (values: Float32Array, middle: number) =>
  values.reduce((most, value) => Math.max(most, Math.abs(value - middle)), 0);

describe('water melts', () => {
  test.each([5, 24])('in discs of %d px as pixel by pixel, bit for bit', (radius) => {
    expect(melt(radius, 0, HEIGHT)).toEqual(discs(radius));
  });

  test.each([30, 60])('in discs of %d px nearly as pixel by pixel', (radius) => {
    const exact = discs(radius);
    const blocks = melt(radius, 0, HEIGHT);
    const brightest = exact.reduce((most, value) => Math.max(most, value), 0);
    const sum = exact.reduce((all, value, n) => all + Math.abs(value - blocks[n]), 0);
    expect(brightest).toBeGreaterThan(0.01);
    expect(sum / exact.length).toBeLessThan(0.02 * brightest);
  });

  test.each([3, 24, 60, 2000])('in discs of %d px and stays all over what it is all over', (radius) => {
    const full = new Float32Array(4 * WIDTH * HEIGHT).fill(0.5);
    const rows = (from: number, to: number) => full.subarray(4 * WIDTH * from, 4 * WIDTH * to);
    expect(farthest(meltRows(waterLens(radius), WIDTH, HEIGHT, 0, HEIGHT, rows), 0.5)).toBeCloseTo(0, 5);
  });

  test('at the edges into the mean of what is in the picture, not of its last row drawn out', () => {
    // Water in the last row only.
    const row = (n: number) => new Float32Array(4 * WIDTH).fill(n === HEIGHT - 1 ? 1 : 0);
    const rows = (from: number, to: number) => {
      const out = new Float32Array(4 * WIDTH * (to - from));
      for (let n = from; n < to; n++) out.set(row(n), 4 * WIDTH * (n - from));
      return out;
    };
    const melted = meltRows(waterLens(20), WIDTH, HEIGHT, HEIGHT - 1, HEIGHT, rows);
    // Of half a disc of radius 20 the row along its middle.
    expect(melted[4 * 78]).toBeCloseTo(40 / (0.5 * Math.PI * 400 + 20), 2);
  });

  test.each([24, 60, 2000])('in discs of %d px in parts as in one, bit for bit', (radius) => {
    const whole = melt(radius, 0, HEIGHT);
    const cuts = [0, 1, 17, 18, 60, 117, HEIGHT];
    const parts = cuts.slice(1).flatMap((to, n) => [...melt(radius, cuts[n], to)]);
    expect(Float32Array.from(parts)).toEqual(whole);
  });
});
