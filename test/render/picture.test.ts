import { DEBUG_VIEWS, type DebugView, pictureSize, renderView } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { makeFrame, pixel } from './make-frame.js';

const SURROUND = [0x26, 0x28, 0x2c];

/** Something in every map and two drops, so that each view has something to show. */
const frame = makeFrame({
  heights: (col, row) => (col > 3 && col < 12 ? ((col + row) % 4) / 4 : 0),
  ids: (col) => (col > 3 && col < 12 ? 1 + (col >> 2) : 0),
  cellWaters: (col, row) => (col % 5 === 0 ? 4 * row : 0),
  roulettes: {
    x: [2.25, 5.25],
    y: [2.25, 3.25],
    ways: [
      [0, 0.5, 0.7],
      [0.5, 0.5, 0.3],
    ],
  },
  affinities: (col, row) => (col + row) / 26,
  amounts: (col) => (col % 4) / 3,
  fogs: (col, row) => (col + row) / 13,
  films: (col) => 0.004 * col,
  drops: [
    { x: 2, y: 2, lobes: 2 },
    { x: 5, y: 3, vx: 3, vy: 20, moving: true },
  ],
});

test('the debug views are the maps, the drops and the layers', () => {
  expect(DEBUG_VIEWS.join()).toBe(
    'height,blurred,id,normal,blurred-normal,drops,caps,wet,roulette,affinity,fine,fog,film',
  );
});

describe.each(DEBUG_VIEWS)('the view %s', (view) => {
  test('has one pixel a cell by default', () => {
    const picture = renderView(frame, view);
    expect([picture.width, picture.height, picture.data.length]).toEqual([16, 12, 4 * 16 * 12]);
  });

  test('shows more than one colour, and every pixel is opaque', () => {
    const { data } = renderView(frame, view, { width: 70, height: 33 });
    const colours = new Set<string>();
    for (let p = 0; p < data.length; p += 4) {
      expect(data[p + 3]).toBe(255);
      colours.add(data.subarray(p, p + 3).join());
    }
    expect(colours.size).toBeGreaterThan(3);
  });

  test('is the same to the last byte when drawn again, into new and into used memory', () => {
    const size = { width: 37, height: 29 };
    const first = renderView(frame, view, size);
    const out = { ...size, data: new Uint8ClampedArray(4 * 37 * 29).fill(77) };
    expect(renderView(frame, view, size).data).toEqual(first.data);
    expect(renderView(frame, view, { out })).toBe(out);
    expect(out.data).toEqual(first.data);
  });

  test('leaves the frame as it was', () => {
    const before = structuredClone([frame.charts[0].height.data, frame.charts[0].id.data, frame.drops]);
    renderView(frame, view, { width: 50 });
    expect([frame.charts[0].height.data, frame.charts[0].id.data, frame.drops]).toEqual(before);
  });

  test('keeps the aspect and fills the rest with the surround', () => {
    // 16 × 12 cells into 40 × 60 px: 40 × 30 px in the middle, from row 15 to row 44.
    const picture = renderView(frame, view, { width: 40, height: 60 });
    const isSurround = (py: number) =>
      Array.from({ length: 40 }, (_, px) => pixel(picture, px, py)).every((c) => c.join() === SURROUND.join());
    for (let py = 0; py < 60; py++) expect([py, isSurround(py)]).toEqual([py, py < 15 || py >= 45]);
  });
});

describe('sizes', () => {
  test('a side that is not given follows from the other', () => {
    expect(pictureSize(500, 333, { width: 1000 })).toEqual({ width: 1000, height: 666 });
    expect(pictureSize(500, 333, { height: 111 })).toEqual({ width: 167, height: 111 });
    expect(pictureSize(500, 333, { width: 7, height: 9 })).toEqual({ width: 7, height: 9 });
    expect(pictureSize(5000, 2, { width: 100 })).toEqual({ width: 100, height: 1 });
  });

  test('a chart with more cells than a picture may have is made to fit', () => {
    expect(pictureSize(65536, 32768, {})).toEqual({ width: 16384, height: 8192 });
  });

  test.each([
    [{ width: 0 }, 'width must be a whole number from 1 to 16384 px; got 0.'],
    [{ height: -5 }, 'height must be a whole number from 1 to 16384 px; got -5.'],
    [{ width: 2.5 }, 'width must be a whole number from 1 to 16384 px; got 2.5.'],
    [{ height: Number.NaN }, 'height must be a whole number from 1 to 16384 px; got NaN.'],
    [{ width: 16385 }, 'width must be a whole number from 1 to 16384 px; got 16385.'],
    [{ maxHeight: 0 }, 'maxHeight must be 0.001 to 1000 mm; got 0.'],
    [{ chart: 1 }, 'chart must be a whole number from 0 to 0; got 1.'],
    [
      { out: { data: new Uint8ClampedArray(15), width: 2, height: 2 } },
      'out.data must hold 16 bytes, 4 a pixel; got 15.',
    ],
  ])('%o is refused', (options, line) => {
    expect(() => renderView(frame, 'height', options)).toThrow(line);
  });

  test('a view that is not there is refused with those that are', () => {
    expect(() => renderView(frame, 'beauty' as DebugView)).toThrow(
      'view must be one of height, blurred, id, normal, blurred-normal, drops, caps, wet, roulette, affinity, fine, fog, film; got "beauty".',
    );
  });
});
