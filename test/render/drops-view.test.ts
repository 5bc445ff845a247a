import { renderView, VIEW_DEFAULTS } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { type DropSketch, type FrameSketch, makeFrame, pixel } from './make-frame.js';

/** Dry glass at two fifths of its light. */
const GROUND = [2, 3, 6];

/** 32 × 24 mm of glass at 20 px a millimetre. */
const SCALE = 20;
function draw(drops: readonly DropSketch[], sketch: FrameSketch = {}) {
  const frame = makeFrame({ columns: 64, rows: 48, cellSize: 0.5, drops, ...sketch });
  return renderView(frame, 'drops', { width: 32 * SCALE, height: 24 * SCALE });
}

/** The colour at a place in mm. */
const at = (picture: ReturnType<typeof draw>, x: number, y: number) =>
  pixel(picture, Math.floor(x * SCALE), Math.floor(y * SCALE));

/** The area [mm²] that is not ground, or further from it than nothing. */
function coveredArea({ data }: ReturnType<typeof draw>): number {
  let covered = 0;
  for (let p = 0; p < data.length; p += 4) if (data.subarray(p, p + 3).join() !== GROUND.join()) covered++;
  return covered / SCALE ** 2;
}

describe('the view drops', () => {
  test('draws a drop as a disc of its radius at its place', () => {
    const picture = draw([{ x: 10, y: 8, radius: 3 }]);
    expect(coveredArea(picture) / (Math.PI * 9)).toBeCloseTo(1, 1.5);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      expect(at(picture, 10 + 2.9 * dx, 8 + 2.9 * dy)).not.toEqual(GROUND);
      expect(at(picture, 10 + 3.2 * dx, 8 + 3.2 * dy)).toEqual(GROUND);
    }
  });

  test('has a rim that is stronger than the inside, with soft steps outside', () => {
    const picture = draw([{ x: 10, y: 8, radius: 3 }]);
    expect(at(picture, 12.95, 8)).toEqual([0x66, 0xd9, 0xe8]);
    const inside = at(picture, 10, 8);
    expect(inside[0]).toBeGreaterThan(GROUND[0]);
    expect(inside[0]).toBeLessThan(0x66);
    const shades = new Set(Array.from(picture.data).filter((_, p) => p % 4 === 0));
    expect(shades.size).toBeGreaterThan(10);
  });

  test('shows running and still drops in different colours', () => {
    const picture = draw([
      { x: 6, y: 8, radius: 3 },
      { x: 20, y: 8, radius: 3, moving: true, vx: 0, vy: 50 },
    ]);
    const [still, running] = [at(picture, 4, 8), at(picture, 18, 8)];
    expect(still[2]).toBeGreaterThan(still[0]);
    expect(running[0]).toBeGreaterThan(running[2]);
  });

  test('gives running drops a tick of a tenth of a second along the velocity, at most 25 mm', () => {
    const picture = draw([{ x: 10, y: 8, radius: 1, moving: true, vx: 40, vy: 30 }]);
    expect(Math.min(...at(picture, 10 + 3.92, 8 + 2.94))).toBeGreaterThan(120);
    expect(at(picture, 10 + 4.2, 8 + 3.15)).toEqual(GROUND);
    expect(at(picture, 10 - 2, 8 - 1.5)).toEqual(GROUND);
    const fast = draw([{ x: 2, y: 8, radius: 1, moving: true, vx: 2000, vy: 0 }]);
    expect(Math.min(...at(fast, 26.9, 8))).toBeGreaterThan(120);
    expect(at(fast, 27.2, 8)).toEqual(GROUND);
  });

  test('gives still drops no tick, whatever their velocity says', () => {
    const picture = draw([{ x: 10, y: 8, radius: 1, vx: 40, vy: 30 }]);
    expect(at(picture, 13.9, 10.9)).toEqual(GROUND);
  });

  test('draws the lobes of a chain as one outline', () => {
    // Two lobes, the second one cell (0.5 mm) to the right: code 2, direction 0.
    const picture = draw([{ x: 10, y: 8, radius: 3, lobes: 2 }]);
    const single = draw([{ x: 10, y: 8, radius: 3 }]);
    expect(at(picture, 13.4, 8)).not.toEqual(GROUND);
    expect(at(single, 13.4, 8)).toEqual(GROUND);
    expect(at(picture, 6.8, 8)).toEqual(GROUND);
    // Where the first lobe has its rim, the union is inside.
    expect(at(picture, 12.95, 8)).toEqual(at(picture, 10, 8));
  });

  test('stretches a drop along its motion', () => {
    const picture = draw([{ x: 10, y: 10, radius: 2, stretch: 1, vx: 0, vy: 1e-3 }]);
    expect(at(picture, 10, 12.9)).not.toEqual(GROUND);
    expect(at(picture, 10, 7.1)).not.toEqual(GROUND);
    expect(at(picture, 12.2, 10)).toEqual(GROUND);
    expect(coveredArea(picture) / (Math.PI * 4 + 8)).toBeCloseTo(1, 1.3);
  });

  test('leaves out the drops of other charts, and those beyond the edges do no harm', () => {
    expect(coveredArea(draw([{ x: 10, y: 8, chart: 1 }]))).toBe(0);
    const picture = draw([{ x: 0, y: 24, radius: 2 }]);
    expect(coveredArea(picture) / Math.PI).toBeCloseTo(1, 1);
    expect(coveredArea(draw([{ x: -50, y: 500, radius: 2, moving: true, vx: -1e4, vy: 1e4 }]))).toBe(0);
  });

  test('shows the water dimly beneath', () => {
    const picture = draw([], { heights: (col) => (col < 32 ? VIEW_DEFAULTS.maxHeight : 0) });
    expect(at(picture, 4, 4)).toEqual([98, 100, 102]);
    expect(at(picture, 28, 4)).toEqual(GROUND);
  });
});
