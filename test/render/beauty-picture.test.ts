/** Pictures with light as pictures: views, threads of rows, glow, exposure, and what is refused. */
import { createBackdrop, renderBeauty, renderLinear } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { decodeSrgb, encodeSrgb, filmic } from '../../src/render/picture/shade.js';
import { CAP, frameOf, plain, SIZE } from './beauty-lab.ts';
import { pixel } from './make-frame.js';

describe('the views mask and refraction', () => {
  test('a mask of high quality is the mean of four samples a pixel', () => {
    const frame = frameOf([CAP]);
    const wish = { backdrop: plain(9), view: 'mask' } as const;
    const [width, height] = [64, 36];
    const high = renderBeauty(frame, { ...wish, width, height, quality: 'high' });
    const large = renderBeauty(frame, { ...wish, width: 2 * width, height: 2 * height });
    let partly = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const samples = [0, 1, 2, 3].map((n) => pixel(large, 2 * x + (n % 2), 2 * y + (n >> 1))[0]);
        const mean = samples.reduce((sum, grey) => sum + grey, 0) / 4;
        // The samples here are rounded to bytes.
        expect(Math.abs(pixel(high, x, y)[0] - mean)).toBeLessThanOrEqual(1);
        if (mean > 0 && mean < 255) partly++;
      }
    }
    expect(partly).toBeGreaterThan(10);
  });

  test('mask is white in a drop and black beside it', () => {
    const mask = renderBeauty(frameOf([CAP]), { backdrop: plain(9), view: 'mask', ...SIZE });
    expect(pixel(mask, 160, 90)).toEqual([255, 255, 255]);
    expect(pixel(mask, 20, 90)).toEqual([0, 0, 0]);
  });

  test('refraction shows where the light came from: its own place beside a drop, the other side in it', () => {
    const frame = frameOf([{ ...CAP, contactAngle: 0.8 }]);
    const view = renderBeauty(frame, { backdrop: plain(9), view: 'refraction', ...SIZE });
    expect(pixel(view, 32, 90)).toEqual([Math.round((255 * 32.5) / 320), Math.round((255 * 90.5) / 180), 255]);
    expect(pixel(view, 190, 90)[0]).toBeLessThan(110);
    expect(pixel(view, 130, 90)[0]).toBeGreaterThan(145);
    const dark = renderBeauty(frameOf([{ ...CAP, contactAngle: Math.PI / 2 }]), {
      backdrop: plain(9),
      view: 'refraction',
      ...SIZE,
    });
    expect(pixel(dark, 160 + 45, 90)[2]).toBe(0);
  });
});

describe('a picture', () => {
  const backdrop = createBackdrop({ kind: 'night', resolution: 256 });
  const frame = frameOf([CAP, { x: 5, y: 4, radius: 1.5, contactAngle: 1 }], {
    trails: (col, row) => (col > 40 && col < 46 && row < 20 ? 0.3 : 0),
  });

  test.each([
    ['focused on the glass', { focus: 'glass' }],
    ['focused on the street', { focus: 'street', blur: 0.03, glow: 0 }],
    ['far out of focus', { focus: 'street', blur: 0.2, zoom: 2, glow: 0 }],
  ] as const)('in parts is the same as whole, bit for bit, %s', (_, camera) => {
    for (const quality of ['fast', 'high'] as const) {
      const options = { backdrop, camera, quality, ...SIZE };
      const whole = renderBeauty(frame, options);
      for (const [from, to] of [
        [0, 1],
        [0, 61],
        [61, 63],
        [63, 180],
        [179, 180],
      ] as const) {
        const part = renderBeauty(frame, { ...options, rows: [from, to] });
        expect(part.height).toBe(to - from);
        expect(
          Buffer.compare(Buffer.from(part.data), Buffer.from(whole.data.subarray(4 * 320 * from, 4 * 320 * to))),
        ).toBe(0);
      }
    }
  });

  test('of high quality is the mean of four samples a pixel, in light', () => {
    const [width, height] = [64, 36];
    const high = renderLinear(frame, { backdrop, width, height, quality: 'high' }).data;
    const large = renderLinear(frame, { backdrop, width: 2 * width, height: 2 * height }).data;
    let differ = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let c = 0; c < 3; c++) {
          const samples = [0, 1, 2, 3].map((n) => large[3 * (2 * width * (2 * y + (n >> 1)) + 2 * x + (n % 2)) + c]);
          const mean = samples.reduce((sum, light) => sum + light, 0) / 4;
          expect(Math.abs(high[3 * (width * y + x) + c] - mean)).toBeLessThan(1e-5 * Math.max(1, mean));
          if (Math.max(...samples) - Math.min(...samples) > 0.05) differ += 1;
        }
      }
    }
    expect(differ).toBeGreaterThan(100);
    // And the bytes are that light, toned.
    const camera = { glow: 0, tone: 'none' } as const;
    const { data } = renderBeauty(frame, { backdrop, camera, width, height, quality: 'high' });
    const bytes = high.map((light) => Math.round(255 * encodeSrgb(Math.min(1, light))));
    const off = [...bytes].filter((byte, n) => Math.abs(byte - data[4 * Math.floor(n / 3) + (n % 3)]) > 1);
    expect(off).toEqual([]);
  });

  test('is drawn into `out` if there is one, the same as a new one', () => {
    const fresh = renderBeauty(frame, { backdrop, ...SIZE });
    const out = { data: new Uint8ClampedArray(4 * 320 * 180), ...SIZE };
    expect(renderBeauty(frame, { backdrop, out })).toBe(out);
    expect(out.data).toEqual(fresh.data);
  });

  test('glows around what is brighter than white, and only there', () => {
    const glow = (strength: number) => renderLinearSum(strength);
    const renderLinearSum = (strength: number) =>
      renderBeauty(frame, { backdrop, camera: { glow: strength }, ...SIZE }).data.reduce(
        (sum, value) => sum + value,
        0,
      );
    expect(glow(1)).toBeGreaterThan(glow(0) * 1.01);
    const dull = (strength: number) =>
      renderBeauty(frame, { backdrop: plain(200), camera: { glow: strength }, ...SIZE });
    expect(dull(1).data).toEqual(dull(0).data);
  });

  test('doubles its light with every step of exposure, and takes the tint of the glass', () => {
    const at = (camera: object) => pixel(renderBeauty(frame, { backdrop: plain(100), camera, ...SIZE }), 300, 170);
    const byteOf = (times: number) => Math.round(255 * encodeSrgb(times * decodeSrgb(100 / 255)));
    for (const exposure of [-2, -1, 0, 1]) {
      const grey = byteOf(2 ** exposure);
      expect(at({ exposure })).toEqual([grey, grey, grey]);
    }
    expect(at({ tint: [0.5, 1, 0.25] })).toEqual([byteOf(0.5), 100, byteOf(0.25)]);
  });

  test('is clipped, or rolled off as film does; by itself only before what is brighter than white', () => {
    const lamp = (light: number) =>
      createBackdrop({
        kind: 'image',
        image: { data: new Float32Array(3 * 16 * 9).fill(light), width: 16, height: 9 },
      });
    const greyOf = (light: number, tone?: 'auto' | 'none' | 'filmic') => {
      const camera = { glow: 0, ...(tone ? { tone } : {}) };
      return pixel(renderBeauty(frameOf([]), { backdrop: lamp(light), camera, ...SIZE }), 300, 170)[0];
    };
    const byteOf = (light: number) => Math.round(255 * encodeSrgb(Math.min(1, light)));
    for (const light of [0.2, 0.9, 1.5, 4]) {
      expect(greyOf(light, 'none')).toBe(byteOf(light));
      expect(greyOf(light, 'filmic')).toBe(byteOf(filmic(light)));
      for (const tone of ['auto', undefined] as const)
        expect(greyOf(light, tone)).toBe(greyOf(light, light > 1 ? 'filmic' : 'none'));
    }
  });
});

describe('bad input is refused in one line', () => {
  const backdrop = plain(9);
  const frame = frameOf([]);
  test.each([
    [{ view: 'pretty' }, 'view must be one of "beauty", "mask", "refraction"; got "pretty".'],
    [{ quality: 'best' }, 'quality must be one of "fast", "high"; got "best".'],
    [{ backdrop: {} }, 'backdrop must be made with createBackdrop; got something else.'],
    [{ chart: 1 }, 'chart must be a whole number from 0 to 0; got 1.'],
    [{ rows: [10, 5] }, 'rows[1] must be a whole number from 11 to 36 px; got 5.'],
    [{ rows: [0, 99] }, 'rows[1] must be a whole number from 1 to 36 px; got 99.'],
    [{ camera: { blur: Number.NaN } }, 'camera.blur must be 0 to 0.2; got NaN.'],
    [{ camera: { focus: 'far' } }, 'camera.focus must be one of "glass", "street"; got "far".'],
    [{ camera: { tint: [1, 2, 1] } }, 'camera.tint[1] must be 0 to 1; got 2.'],
    [{ camera: { centre: [1] } }, 'camera.centre must be a list of 2 numbers; got [1].'],
    [
      { camera: { fokus: 1 } },
      'camera has no "fokus"; it has focus, distance, blur, zoom, centre, aperture, dropSize, refraction, exposure, glow, tint, tone.',
    ],
    [{ camera: 5 }, 'camera must be an object; got 5.'],
    [{ out: {} }, 'out.width must be a whole number from 1 to 16384 px; got undefined.'],
  ])('%j', (options, message) => {
    for (const render of [renderBeauty, renderLinear]) {
      expect(() => render(frame, { backdrop, ...(options as object) })).toThrow(message);
    }
  });
});
