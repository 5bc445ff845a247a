/**
 * Sizes that become odd when halved (1080 → 135 → 67) moved the backdrop inside drops by up to 0.013 of its height. The picture
 * of a UV ramp must show, in every pixel of water, the place that the refraction map names.
 */
import { createBackdrop, renderLinear, renderMaps } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { lookUp, makePyramid } from '../../src/render/picture/linear.js';
import { frameOf, SHARP, SIZE } from '../render/beauty-lab.js';

/** A picture whose red is u, whose green is v and whose blue is 1. */
function ramp(width: number, height: number) {
  const data = new Float32Array(3 * width * height);
  for (let row = 0, p = 0; row < height; row++) {
    for (let col = 0; col < width; col++, p += 3) data.set([(col + 0.5) / width, (row + 0.5) / height, 1], p);
  }
  return { data, width, height };
}

const SIZES = [
  [1920, 1080],
  [1820, 1024],
  [3411, 1919],
] as const;

/** How far a level may move the picture, in its own pixels: the mean of an odd side's 2 + 1/w pixels has that much of a bias. */
const NEAR = 0.05;

describe.each(SIZES)('before a backdrop of %d × %d px', (width, height) => {
  test('a drop shows what its refraction map says', () => {
    const frame = frameOf([
      { x: 9, y: 9, radius: 5, contactAngle: 1.2 },
      { x: 22, y: 7, radius: 2 },
      { x: 26, y: 13, radius: 1, contactAngle: 0.9 },
    ]);
    const backdrop = createBackdrop({ kind: 'image', image: ramp(width, height) });
    const { data } = renderLinear(frame, { backdrop, camera: SHARP, ...SIZE });
    const { refraction, mask } = renderMaps(frame, ['refraction', 'mask'], { backdrop, camera: SHARP, ...SIZE });
    let [most, seen] = [0, 0];
    for (let p = 0; p < mask.length; p++) {
      const share = refraction[3 * p + 2];
      const beside = [p - 1, p + 1, p - SIZE.width, p + SIZE.width];
      if ([p, ...beside].some((q) => !(mask[q] === 1 && refraction[3 * q + 2] > 0.2))) continue;
      const steps = [0, 1].flatMap((c) => beside.map((q) => Math.abs(refraction[3 * q + c] - refraction[3 * p + c])));
      for (const c of [0, 1]) {
        const uv = refraction[3 * p + c];
        // Towards the edges a coarse level is held, and beyond them it is mirrored.
        if (Math.abs(uv - 0.5) > 0.3) continue;
        // The room's light has the ramp's mean, (½, ½, 1), and cancels.
        const shown = 0.5 + (data[3 * p + c] - 0.5 * data[3 * p + 2]) / share;
        // A pixel is looked up between two levels; those of the coarser are up to twice as wide as what it sees.
        most = Math.max(most, (Math.abs(shown - uv) - 1e-5) / (2 * Math.max(...steps)));
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(5000);
    expect(most).toBeLessThan(NEAR);
  });

  test('every level of its pyramid shows the same place', () => {
    const pyramid = makePyramid(ramp(width, height));
    const out = new Float64Array(3);
    pyramid.slice(0, -2).forEach((picture, level) => {
      for (const uv of [0.3, 0.4, 0.5, 0.6, 0.7]) {
        lookUp(pyramid, uv, uv, level, out);
        expect(Math.abs(out[0] - uv) * picture.width).toBeLessThan(NEAR);
        expect(Math.abs(out[1] - uv) * picture.height).toBeLessThan(NEAR);
        expect(out[2]).toBeCloseTo(1, 6);
      }
    });
  });

  test('its mean colour is that of all its pixels', () => {
    const [red, green, blue] = createBackdrop({ kind: 'image', image: ramp(width, height) }).mean;
    expect(red).toBeCloseTo(0.5, 5);
    expect(green).toBeCloseTo(0.5, 5);
    expect(blue).toBeCloseTo(1, 6);
  });
});
