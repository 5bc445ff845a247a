/** Numbers under the pixels of a picture, held to what is known of a drop and to the picture itself. */
import { MAP_CHANNELS, type MapName, renderBeauty, renderMaps } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { frameOf, halves, SIZE } from './beauty-lab.js';
import { makeFrame } from './make-frame.js';

/** A hemisphere of 3 mm off the middle of 32 × 18 mm; 10 px a millimetre. */
const DROP = { x: 20, y: 6, radius: 3 };
const drop = frameOf([DROP]);
const NAMES = Object.keys(MAP_CHANNELS) as MapName[];

/** Drops are drawn in by a twelfth of a square pixel, so that their soft edge covers no more than they do: that much is allowed [mm]. */
const NEAR = 1e-3;

/** The pixels for which `isRight` does not hold, by their index; it gets the way from the drop's middle to the pixel's [mm]. */
function wrong(isRight: (p: number, dx: number, dy: number) => boolean, pixel = 0.1, left = 0, top = 0): number[] {
  const pixels = Array.from({ length: SIZE.width * SIZE.height }, (_, p) => p);
  return pixels.filter((p) => {
    const x = left + ((p % SIZE.width) + 0.5) * pixel;
    const y = top + (Math.floor(p / SIZE.width) + 0.5) * pixel;
    return !isRight(p, x - DROP.x, y - DROP.y);
  });
}

/** The hemisphere's height [mm]; undefined at its rim, which pixels cover in part. */
function heightAt(dx: number, dy: number): number | undefined {
  const d = Math.hypot(dx, dy);
  return d > 3.05 ? 0 : d < 2.9 ? Math.sqrt(9 - d * d) : undefined;
}

const isNear = (a: number, b: number) => Math.abs(a - b) < NEAR;

describe('of a hemisphere', () => {
  const { height, normal, id, mask } = renderMaps(drop, ['height', 'normal', 'id', 'mask'], SIZE);

  test('height is √(r² − d²), 0 beside it', () => {
    const isRight = (p: number, dx: number, dy: number) => isNear(height[p], heightAt(dx, dy) ?? height[p]);
    expect(wrong(isRight)).toEqual([]);
  });

  test('normal points from the middle of the sphere, x right, y down, and out of dry glass', () => {
    const isRight = (p: number, dx: number, dy: number) => {
      const h = heightAt(dx, dy);
      if (h === undefined) return true;
      const n = h > 0 ? [dx / 3, dy / 3, h / 3] : [0, 0, 1];
      return n.every((value, c) => isNear(normal[3 * p + c], value));
    };
    expect(wrong(isRight)).toEqual([]);
  });

  test('id is the drop’s where at least half a pixel is water, and 0 elsewhere', () => {
    expect(wrong((p) => id[p] === (mask[p] >= 0.5 ? 1 : 0))).toEqual([]);
    expect(Math.max(...id)).toBe(1);
  });

  test('mask adds up to the area of its base', () => {
    const pixels = mask.reduce((sum, cover) => sum + cover, 0);
    expect(pixels).toBeGreaterThan(0.998 * 900 * Math.PI);
    expect(pixels).toBeLessThan(1.002 * 900 * Math.PI);
  });

  test('all of them follow the camera', () => {
    const camera = { zoom: 2, centre: [18, 7] } as const;
    const near = renderMaps(drop, ['height', 'id'], { ...SIZE, camera });
    const isRight = (p: number, dx: number, dy: number) => {
      const h = heightAt(dx, dy);
      return h === undefined || (isNear(near.height[p], h) && near.id[p] === (h > 0 ? 1 : 0));
    };
    expect(wrong(isRight, 0.05, 10, 2.5)).toEqual([]);
  });
});

describe('ids', () => {
  test('of trails are those of the cells, out to the rim without an owner', () => {
    // A trail of 8 cells across; drops 7 and 9 share it, and its outer cells have lost their owner.
    const frame = frameOf([], {
      trails: (col) => (col >= 20 && col < 28 ? 0.6 : 0),
      ids: (col, row) => (col >= 21 && col < 27 ? (row < 18 ? 7 : 9) : 0),
    });
    const { id, mask } = renderMaps(frame, ['id', 'mask'], SIZE);
    const whose = (p: number) => (mask[p] < 0.5 ? 0 : p < 90 * SIZE.width ? 7 : 9);
    expect(wrong((p) => id[p] === whose(p))).toEqual([]);
    expect(mask.filter((cover) => cover >= 0.5).length).toBeGreaterThan(40 * 180);
  });

  test('go to the higher of two drops, and to no fine drop', () => {
    const two = frameOf([DROP, { ...DROP, x: DROP.x + 4, radius: 2 }]);
    const { id } = renderMaps(two, ['id'], SIZE);
    const at = (x: number, y: number) => id[Math.floor(10 * y) * SIZE.width + Math.floor(10 * x)];
    expect([at(20, 6), at(22, 6), at(23.5, 6), at(24, 6)]).toEqual([1, 1, 2, 2]);
    const misty = frameOf([DROP], { amounts: () => 1 });
    const maps = renderMaps(misty, ['id', 'mask', 'fine'], SIZE);
    // Beside the drop all water is fine drops.
    const isRight = (p: number, dx: number, dy: number) =>
      Math.hypot(dx, dy) < 3.05 || (maps.id[p] === 0 && maps.mask[p] === maps.fine[p]);
    expect(wrong(isRight)).toEqual([]);
    expect(maps.fine.reduce((sum, cover) => sum + cover, 0)).toBeGreaterThan(1000);
  });

  test('go where the drop is by the time of the picture', () => {
    const running = { ...frameOf([{ ...DROP, vy: 100, moving: true }]), lag: 0.01 };
    const { id } = renderMaps(running, ['id'], SIZE);
    expect([id[(60 + 35) * SIZE.width + 200], id[(60 - 25) * SIZE.width + 200]]).toEqual([1, 0]);
  });
});

test.each(['fast', 'high'] as const)('mask and refraction are what the views show, with quality %s', (quality) => {
  const frame = frameOf([DROP, { x: 4, y: 12, radius: 0.4, contactAngle: 0.5 }], {
    trails: (col) => (col > 40 ? 0.3 : 0),
  });
  const options = { ...SIZE, quality, backdrop: halves(), camera: { zoom: 1.35 } };
  const { mask, refraction } = renderMaps(frame, ['mask', 'refraction'], options);
  const grey = renderBeauty(frame, { ...options, view: 'mask' }).data;
  const rays = renderBeauty(frame, { ...options, view: 'refraction' }).data;
  const isByte = (value: number, byte: number) => Math.abs(255 * value - byte) < 0.5001;
  expect(wrong((p) => isByte(mask[p], grey[4 * p]))).toEqual([]);
  expect(wrong((p) => [0, 1, 2].every((c) => isByte(refraction[3 * p + c], rays[4 * p + c])))).toEqual([]);
});

test('maps of cells are the cells where a pixel is a cell, and 0 where there is no pane', () => {
  const frame = makeFrame({
    affinities: (col, row) => col - 3 * row,
    heights: (col, row) => (col === 5 && row === 5 ? 1.8 : 0),
    films: (col) => 0.001 * col,
    fogs: () => 0.25,
  });
  const maps = renderMaps(frame, ['affinity', 'blurred', 'film', 'fog'], {});
  for (let p = 0; p < 16 * 12; p++) {
    const [col, row] = [p % 16, Math.floor(p / 16)];
    expect(maps.affinity[p]).toBe(col - 3 * row);
    expect(maps.blurred[p]).toBeCloseTo(Math.abs(col - 5) <= 1 && Math.abs(row - 5) <= 1 ? 0.2 : 0, 6);
    expect(maps.fog[p]).toBeCloseTo(0.25, 6);
  }
  // Cells of the film are twice as large: from the middle of one to the middle of the next it rises evenly.
  expect([...maps.film.subarray(1, 6)].map((mm) => Number(mm.toFixed(6)))).toEqual([
    0.00025, 0.00075, 0.00125, 0.00175, 0.00225,
  ]);
  const far = renderMaps(frame, ['affinity'], { width: 32, height: 24, camera: { zoom: 0.5 } }).affinity;
  expect([far[0], far[8 * 32 + 7], far[8 * 32 + 8], far[8 * 32 + 23], far[8 * 32 + 24]]).toEqual([0, 0, -6, 9, 0]);
});

test.each(NAMES)('rows of %s are as in the whole', (name) => {
  const frame = frameOf([DROP], {
    trails: (col) => (col > 30 ? 0.3 : 0),
    amounts: () => 1,
    fogs: (col) => col / 32,
    films: (col) => col,
  });
  const options = { width: 96, height: 54, quality: 'high', backdrop: halves(), camera: { zoom: 1.2 } } as const;
  const whole = renderMaps(frame, [name], options)[name];
  const [from, to] = [17, 40];
  const part = renderMaps(frame, [name], { ...options, rows: [from, to] })[name];
  const line = 96 * MAP_CHANNELS[name];
  expect(part).toEqual(whole.subarray(from * line, to * line));
});

test.each([
  [
    'hieght',
    {},
    'map must be one of "mask", "height", "normal", "id", "refraction", "alpha", "fine", "fog", "film", "affinity", "blurred"; got "hieght".',
  ],
  ['fog', {}, 'map must be of a layer that is there; got "fog" without fog. Give the scene "fog": {}.'],
  ['refraction', {}, 'backdrop must be made with createBackdrop; got something else.'],
  ['mask', { quality: 'best' }, 'quality must be one of "fast", "high"; got "best".'],
  ['mask', { width: 0 }, 'width must be a whole number from 1 to 16384 px; got 0.'],
  ['mask', { rows: [0, 99] }, 'rows[1] must be a whole number from 1 to 36 px; got 99.'],
])('%s with %j is refused', (name, options, line) => {
  expect(() => renderMaps(drop, [name as MapName], options as object)).toThrow(line);
});
