/** Trails smoothed where they changed, against smoothing all of the map. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { smoothTrail } from '../../src/render/picture/trail.js';
import { BLOCK, SmoothTrail } from '../../src/render/webgl/smooth-trail.js';

const [WIDTH, HEIGHT, STRIDE] = [23, 18, 28];

/** A rectangle of the map that is filled with one height, 0 to dry it. */
const change = fc.record({
  col: fc.integer({ min: 0, max: WIDTH - 1 }),
  row: fc.integer({ min: 0, max: HEIGHT - 1 }),
  width: fc.integer({ min: 1, max: 6 }),
  height: fc.integer({ min: 1, max: 6 }),
  value: fc.constantFrom(0, 0, 0.25, 1, 3),
});

test('after any changes the map is smooth all over, blocks know their wet cells, and all that changed was told', () => {
  const property = fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
    // What lies between the rows is not of the map.
    const data = new Float32Array(HEIGHT * STRIDE).fill(7);
    for (let row = 0; row < HEIGHT; row++) data.fill(0, row * STRIDE, row * STRIDE + WIDTH);
    const told = new Set<string>();
    const trail = new SmoothTrail((row, block) => told.add(`${row} ${block}`));
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
      const whole = smoothTrail(map).data;
      expect(trail.map.data).toEqual(whole);
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
