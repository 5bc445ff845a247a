/** What the camera says in pixels and millimetres of the page, and how strongly water bends light. */
import { renderLinear } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { denser, readCamera, viewportOf } from '../../src/render/picture/camera.js';
import { meltOf } from '../../src/render/picture/lens.js';
import { placeBackdrop } from '../../src/render/picture/place.js';
import { plain } from './beauty-lab.js';
import { makeFrame } from './make-frame.js';

/** Pixels of a millimetre on the page. */
const MM = 96 / 25.4;

describe('dropSize', () => {
  test.each([
    [1280, 720, 1.5],
    [320, 200, 1.5],
    [640, 360, 6],
  ])('in a picture of %i × %i px a millimetre of glass takes %f mm of the page', (width, height, dropSize) => {
    const view = viewportOf(readCamera({ dropSize, zoom: 1.35 }), 300, 200, width, height);
    expect(1 / view.pixel).toBeCloseTo(dropSize * MM, 9);
    expect(view.left + (view.pixel * width) / 2).toBeCloseTo(150, 9);
    // The zoom cuts the backdrop alone.
    expect(view.wholeWidth).toBeCloseTo(1.35 * view.pixel * width, 9);
  });

  test('never leaves a margin: where the glass is too small for it, drops are larger', () => {
    const view = viewportOf(readCamera({ dropSize: 0.5 }), 300, 200, 1280, 720);
    expect(view.pixel).toBe(300 / 1280);
  });

  test('is the same whatever the pixels of the screen, and so is a blur in pixels', () => {
    const camera = readCamera({ dropSize: 2, blur: '3px' });
    const [one, two] = [1, 2].map((by) => viewportOf(denser(camera, by), 300, 200, 640 * by, 360 * by));
    expect([two.pixel, two.blur]).toEqual([one.pixel / 2, 2 * one.blur]);
    expect(one.blur).toBe(3);
  });
});

test('a blur in pixels does not grow with the zoom or the picture; one over the height does', () => {
  const blurOf = (blur: number | string) => viewportOf(readCamera({ blur, zoom: 2 }), 300, 200, 1280, 720).blur;
  expect([blurOf('2.5px'), blurOf(0.01)]).toEqual([2.5, 14.4]);
});

test('null stands for the default of any key', () => {
  expect(readCamera({ blur: null, dropSize: null, refraction: null, focus: null })).toEqual(readCamera({}));
});

test.each([
  [{ blur: '3em' }, 'camera.blur must be 0 to 200 px; got "3em". Write it like "3px".'],
  [{ blur: '201px' }, 'camera.blur must be 0 to 200 px; got "201px". Write it like "3px".'],
  [{ dropSize: 0.2 }, 'camera.dropSize must be 0.5 to 20 mm; got 0.2.'],
  [{ dropSize: 'large' }, 'camera.dropSize must be 0.5 to 20 mm; got "large".'],
  [{ refraction: -1 }, 'camera.refraction must be 0 to 4; got -1.'],
])('%j is refused in one line', (camera, line) => {
  expect(() => readCamera(camera)).toThrow(line);
});

test('refraction multiplies how far light is bent, and 0 lets water melt as bare glass does', () => {
  const view = (refraction: number) => viewportOf(readCamera({ refraction }), 300, 200, 1280, 720);
  const backdrop = plain(100);
  const [none, half, whole] = [0, 0.5, 1].map((refraction) => placeBackdrop(view(refraction), backdrop));
  expect([none.reach, half.reach]).toEqual([0, whole.reach / 2]);
  expect(none.perU).toBe(whole.perU);
  // A footprint as on bare glass melts wholly.
  const [most, per] = meltOf(view(0), none);
  expect(most - per * (view(0).pixel * none.texels) ** 2).toBeCloseTo(1, 9);
});

test('a picture with four samples a pixel has the same blur and drops as one with a single one', () => {
  const frame = makeFrame({ columns: 64, rows: 36, cellSize: 0.5, drops: [{ x: 16, y: 9, radius: 2 }] });
  const camera = { dropSize: 4, blur: '3px' } as const;
  const mean = (quality: 'fast' | 'high') => {
    const { data } = renderLinear(frame, { backdrop: plain(100), camera, width: 160, height: 90, quality });
    return data.reduce((sum, value) => sum + value, 0) / data.length;
  };
  expect(mean('high') / mean('fast')).toBeCloseTo(1, 2);
});
