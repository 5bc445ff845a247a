/** Trails smoothed where they changed, against smoothing all of the map. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAWN_LIMITS, drawnHeights, smoothTrail } from '../../src/render/water/map-water.js';
import { BLOCK, SmoothTrail } from '../../src/render/webgl/map-texture.js';

const [WIDTH, HEIGHT, STRIDE] = [23, 18, 28];

/** A rectangle of the map that is filled with one height, 0 to dry it. */
const change = fc.record({
  col: fc.integer({ min: 0, max: WIDTH - 1 }),
  row: fc.integer({ min: 0, max: HEIGHT - 1 }),
  width: fc.integer({ min: 1, max: 6 }),
  height: fc.integer({ min: 1, max: 6 }),
  value: fc.constantFrom(0, 0, 0.03125, 0.25, 1, 3),
});

test.each([1, 2])('with %i numbers a cell any changes leave the map smooth, and each is reported', (numbers) => {
  const property = fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
    // What lies between the rows is not of the map.
    const data = new Float32Array(HEIGHT * STRIDE).fill(7);
    for (let row = 0; row < HEIGHT; row++) data.fill(0, row * STRIDE, row * STRIDE + WIDTH);
    const told = new Set<string>();
    const tell = (row: number, block: number) => void told.add(`${row} ${block}`);
    const trail = new SmoothTrail(tell, DRAWN_LIMITS.slice(0, numbers));
    let before = new Float32Array(WIDTH * HEIGHT);
    changes.forEach(({ col, row, width, height, value }, version) => {
      const right = Math.min(WIDTH, col + width);
      const bottom = Math.min(HEIGHT, row + height);
      for (let r = row; r < bottom; r++) data.fill(value, r * STRIDE + col, r * STRIDE + right);
      const map = {
        data,
        width: WIDTH,
        height: HEIGHT,
        stride: STRIDE,
        version,
        changedSince: () => new Int32Array(0),
      };
      told.clear();
      trail.update(map, Int32Array.of(col, row, right - col, bottom - row));
      const { heights, shallow } = drawnHeights(map);
      const whole = heights.data;
      expect(whole).toEqual(smoothTrail(map).data);
      for (const [n, { data }] of [heights, shallow].slice(0, numbers).entries()) {
        expect(trail.map.data.filter((_, at) => at % numbers === n)).toEqual(data);
      }
      const wet = new Uint8Array(trail.wet.length);
      for (let cell = 0; cell < whole.length; cell++) {
        const r = Math.floor(cell / WIDTH);
        const block = Math.floor((cell % WIDTH) / BLOCK);
        if (whole[cell] > 0) wet[Math.floor(r / BLOCK) * trail.across + block] += 1;
        if (whole[cell] !== before[cell]) expect(told.has(`${r} ${block}`)).toBe(true);
      }
      expect(trail.wet).toEqual(wet);
      before = whole.slice();
    });
  });
  fc.assert(property);
});
