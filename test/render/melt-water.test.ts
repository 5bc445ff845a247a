/** Discs of water in blocks of pixels against discs in pixels. */
import { describe, expect, test } from 'vitest';
import { meltRows, waterLens } from '../../src/render/offline/melt-water.ts';
import { discBlur, makeDisc } from '../../src/render/picture/lens.ts';

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

describe('water melts', () => {
  test.each([5, 24])('in discs of %d px as pixel by pixel, bit for bit', (radius) => {
    expect(melt(radius, 0, HEIGHT)).toEqual(discBlur(picture, WIDTH, HEIGHT, 4, makeDisc(radius)));
  });

  test.each([30, 60])('in discs of %d px nearly as pixel by pixel', (radius) => {
    const exact = discBlur(picture, WIDTH, HEIGHT, 4, makeDisc(radius));
    const blocks = melt(radius, 0, HEIGHT);
    const brightest = exact.reduce((most, value) => Math.max(most, value), 0);
    const sum = exact.reduce((all, value, n) => all + Math.abs(value - blocks[n]), 0);
    expect(brightest).toBeGreaterThan(0.01);
    expect(sum / exact.length).toBeLessThan(0.02 * brightest);
  });

  test.each([24, 60, 2000])('in discs of %d px in parts as in one, bit for bit', (radius) => {
    const whole = melt(radius, 0, HEIGHT);
    const cuts = [0, 1, 17, 18, 60, 117, HEIGHT];
    const parts = cuts.slice(1).flatMap((to, n) => [...melt(radius, cuts[n], to)]);
    expect(Float32Array.from(parts)).toEqual(whole);
  });
});
