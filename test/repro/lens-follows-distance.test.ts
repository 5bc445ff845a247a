/**
 * Focus 'glass' melted a street at 0.5 m as much as one at 1 km. By the thin lens the disc of a point is, on the glass, as wide as
 * away/(away + distance) of the pupil; and the same with the focus on the street.
 */
import { createBackdrop, readCamera, renderBeauty, renderLinear } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { makeFrame } from '../render/make-frame.js';

/** 160 × 90 mm of glass. */
const PANE = { columns: 160, rows: 90, cellSize: 1 };
const SIZE = { width: 320, height: 180 };
const PIXEL = 0.5;
const DISTANCES = [200, 500, 8000, 1e6].flatMap((away) =>
  [200, 600, 2000].map((distance) => [away, distance] as const),
);
const cone = (away: number, distance: number) => away / (away + distance);

/** A backdrop with one upright line of light in its middle, as wide as a pixel of the picture. */
function line(away: number) {
  const data = new Float32Array(3 * SIZE.width * SIZE.height);
  for (let row = 0, p = 0; row < SIZE.height; row++) {
    for (let col = 0; col < SIZE.width; col++, p += 3) if (Math.abs(col + 0.5 - 160) < 1) data.fill(100, p, p + 3);
  }
  return createBackdrop({ kind: 'image', image: { data, ...SIZE }, away });
}

/** Radius on the glass [mm] of the discs into which the backdrop melts: a line of discs spreads by half their radius. */
function radiusOf(away: number, camera: object): number {
  const { data } = renderLinear(makeFrame(PANE), { backdrop: line(away), camera, ...SIZE });
  let [sum, square] = [0, 0];
  for (let col = 0, p = 3 * SIZE.width * 90; col < SIZE.width; col++, p += 3) {
    sum += data[p];
    square += data[p] * (col + 0.5 - 160) ** 2;
  }
  return 2 * PIXEL * Math.sqrt(square / sum - 1 / 3);
}

/** The same of a small drop before a white backdrop: what is darker there, a disc, spreads by its radius over √2. */
function radiusOfDrop(away: number, camera: object): number {
  const image = { data: new Float32Array(3 * 16 * 9).fill(1), width: 16, height: 9 };
  const backdrop = createBackdrop({ kind: 'image', image, away });
  const spread = (focus: object) => {
    const frame = makeFrame({ ...PANE, drops: [{ x: 80, y: 45, radius: 1.5 }] });
    const { data } = renderLinear(frame, { backdrop, camera: { ...camera, ...focus }, ...SIZE });
    let [sum, square] = [0, 0];
    for (let p = 0; p < SIZE.width * SIZE.height; p++) {
      const [x, y] = [(p % SIZE.width) + 0.5 - 160, Math.floor(p / SIZE.width) + 0.5 - 90];
      sum += 1 - data[3 * p];
      square += (1 - data[3 * p]) * (x * x + y * y);
    }
    return square / sum;
  };
  return PIXEL * Math.sqrt(2 * (spread({ focus: 'street' }) - spread({ focus: 'glass' })));
}

describe.each(DISTANCES)('of a backdrop %d mm behind glass that is %d mm before the eye', (away, distance) => {
  test('the radius of a disc on the glass is aperture/2 · away/(away + distance)', () => {
    const camera = { distance, aperture: 40 };
    expect(radiusOf(away, camera) / (20 * cone(away, distance))).toBeCloseTo(1, 1);
    expect(radiusOfDrop(away, camera) / (20 * cone(away, distance))).toBeCloseTo(1, 1);
  });

  test('`blur` follows the same law', () => {
    const usual = radiusOf(8000, { distance: 600, blur: 0.2 });
    expect(usual).toBeCloseTo(18, 0);
    const law = cone(away, distance) / cone(8000, 600);
    expect(radiusOf(away, { distance, blur: 0.2 }) / usual / law).toBeCloseTo(1, 1);
  });
});

test('a disc keeps its size on the glass whatever the zoom and the size of the picture', () => {
  const of = (zoom: number, width: number, height: number) => {
    const backdrop = line(2000);
    const camera = { aperture: 10, zoom };
    const { data } = renderLinear(makeFrame(PANE), { backdrop, camera, width, height });
    const middle = 3 * width * (height >> 1);
    const row = Array.from({ length: width }, (_, col) => data[middle + 3 * col]);
    const lit = row.filter((light) => light > 0.3 * Math.max(...row)).length;
    return (lit * 160) / (width * zoom);
  };
  const usual = of(1, 320, 180);
  for (const [zoom, width, height] of [
    [3, 320, 180],
    [1, 640, 360],
    [2, 160, 90],
  ])
    expect(of(zoom, width, height) / usual).toBeCloseTo(1, 1);
});

describe('aperture and blur', () => {
  const frame = makeFrame({ ...PANE, drops: [{ x: 80, y: 45, radius: 5 }] });
  const backdrop = createBackdrop({ kind: 'night', resolution: 256 });
  const draw = (camera: object) => renderBeauty(frame, { backdrop, camera, ...SIZE }).data;

  test('with a pupil of 2·blur·height·8600/8000 mm the picture is that of `blur`', () => {
    expect(draw({ aperture: (2 * 0.025 * 90) / cone(8000, 600) })).toEqual(draw({}));
  });

  test('a pupil that is given counts, whatever `blur` is, and null leaves it to `blur`', () => {
    expect(draw({ aperture: 3, blur: 0.1 })).toEqual(draw({ aperture: 3 }));
    expect(draw({ aperture: null, blur: 0.1 })).toEqual(draw({ blur: 0.1 }));
  });

  test('a pinhole has everything in focus', () => {
    expect(draw({ aperture: 0 })).toEqual(draw({ blur: 0 }));
  });

  test('a pupil may have a unit, and a bad one is refused in one line', () => {
    expect(readCamera({ aperture: '2.5cm' }).aperture).toBe(25);
    expect(() => readCamera({ aperture: 200 })).toThrow('camera.aperture must be 0 to 100 mm; got 200.');
    expect(() => readCamera({ aperture: 'wide' })).toThrow('camera.aperture must be 0 to 100 mm; got "wide".');
    // Null stands for the default of any key.
    expect(readCamera({ blur: null, aperture: null })).toMatchObject({ blur: 0.025, aperture: null });
  });
});
