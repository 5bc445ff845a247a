import { FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from 'rivulet';
import { renderView, VIEW_DEFAULTS } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { makeFrame, pixel } from './make-frame.js';

const DRY = [0x05, 0x08, 0x0f];
const DEEP = [0xf5, 0xfb, 0xff];

/** Height of the brightest colour [mm]. */
const FULL = VIEW_DEFAULTS.maxHeight;

/** Relative luminance, near enough. */
const lightness = ([red, green, blue]: number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** The colour of one cell of water of `height` mm on dry glass. */
function heightColour(height: number, maxHeight?: number): number[] {
  const frame = makeFrame({ heights: (col, row) => (col === 5 && row === 5 ? height : 0) });
  return pixel(renderView(frame, 'height', { maxHeight }), 5, 5);
}

describe('the view height', () => {
  test('is dark where it is dry and brightest from the full height on', () => {
    expect(heightColour(0)).toEqual(DRY);
    expect(heightColour(FULL)).toEqual(DEEP);
    expect(heightColour(15)).toEqual(DEEP);
    expect(heightColour(0.95 * FULL)).not.toEqual(DEEP);
  });

  test('gets lighter with every hundredth of the scale', () => {
    const shade = (k: number) => lightness(heightColour((k / 100) * FULL));
    for (let k = 1; k <= 100; k++) {
      expect(shade(k)).toBeGreaterThan(shade(k - 1));
    }
  });

  test('shows a film of a hundredth of the scale a tenth of the way up', () => {
    // A tenth of the way is 0.4 of the step from 0x05080f to 0x0a3560.
    expect(heightColour(FULL / 100)).toEqual([7, 26, 47]);
  });

  test('follows the given scale, never what else is on the glass', () => {
    expect(heightColour(0.5, 2)).toEqual(heightColour(FULL / 4));
    expect(heightColour(0.5, 2)).not.toEqual(heightColour(0.5));
    const alone = makeFrame({ heights: (col) => (col === 3 ? 0.5 : 0) });
    const crowded = makeFrame({ heights: (col) => (col === 3 ? 0.5 : 9) });
    expect(pixel(renderView(alone, 'height'), 3, 3)).toEqual(pixel(renderView(crowded, 'height'), 3, 3));
  });

  test('has the mean of the cells under a pixel in a smaller picture', () => {
    const frame = makeFrame({ heights: (col, row) => (col % 2 === 0 && row % 2 === 0 ? 1 : 0) });
    const half = renderView(frame, 'height', { width: 8, height: 6 });
    for (let py = 0; py < 6; py++) {
      for (let px = 0; px < 8; px++) expect(pixel(half, px, py)).toEqual(heightColour(0.25));
    }
  });

  test('has the mean also where pixels cut through cells', () => {
    // 16 × 12 cells into 10 × 7.5: each pixel is 1.6 cells wide. Pixel 3 covers cells 4.8 to 6.4.
    const frame = makeFrame({ heights: (col) => (col === 5 ? 0.8 : 0) });
    const picture = renderView(frame, 'height', { width: 10, height: 8 });
    expect(pixel(picture, 3, 4)).toEqual(heightColour(0.8 / 1.6));
    expect(pixel(picture, 2, 4)).toEqual(DRY);
    expect(pixel(picture, 4, 4)).toEqual(DRY);
  });

  test('goes straight from cell to cell in a larger picture', () => {
    const frame = makeFrame({ heights: (col) => col / 16 });
    const double = renderView(frame, 'height', { width: 32, height: 24 });
    // Pixel 2c + 1 lies a quarter of a cell right of the centre of cell c.
    for (let col = 0; col < 15; col++) {
      expect(pixel(double, 2 * col + 1, 9)).toEqual(heightColour((col + 0.25) / 16));
    }
    // At the edges there is nothing to go to.
    expect(pixel(double, 0, 0)).toEqual(heightColour(0));
    expect(pixel(double, 31, 23)).toEqual(heightColour(15 / 16));
    const down = renderView(makeFrame({ heights: (_, row) => (row + 1) / 16 }), 'height', { width: 32, height: 24 });
    expect(pixel(down, 9, 0)).toEqual(heightColour(1 / 16));
    expect(pixel(down, 9, 3)).toEqual(heightColour(2.25 / 16));
    expect(pixel(down, 9, 23)).toEqual(heightColour(12 / 16));
  });
});

test('STUP-10: blurred-normal shows the normals of the blurred heights, normal those of the cells themselves', () => {
  // A step of 1 mm between two columns: a slope over two columns before the blur, over four after it.
  const frame = makeFrame({ columns: 16, heights: (col) => (col < 8 ? 1 : 0) });
  const [sharp, blurred] = (['normal', 'blurred-normal'] as const).map((view) => renderView(frame, view));
  const sloping = ({ data, width, height }: typeof sharp) =>
    Array.from({ length: width - 4 }, (_, n) => data[4 * ((height >> 1) * width + n + 2)]).filter((red) => red !== 128)
      .length;
  expect([sloping(sharp), sloping(blurred)]).toEqual([2, 4]);
});

describe('the view blurred', () => {
  test('is the height map after a mean of 3 × 3 cells (STUP-9, STUP-13)', () => {
    const frame = makeFrame({ heights: (col, row) => (col === 5 && row === 5 ? 1.8 : 0) });
    const picture = renderView(frame, 'blurred');
    for (let row = 0; row < 12; row++) {
      for (let col = 0; col < 16; col++) {
        const near = Math.abs(col - 5) <= 1 && Math.abs(row - 5) <= 1;
        expect(pixel(picture, col, row)).toEqual(near ? heightColour(0.2) : DRY);
      }
    }
  });

  test('takes glass past the edges for dry', () => {
    const picture = renderView(makeFrame({ heights: () => 0.9 }), 'blurred');
    expect(pixel(picture, 0, 0)).toEqual(heightColour(0.4));
    expect(pixel(picture, 15, 6)).toEqual(heightColour(0.6));
    expect(pixel(picture, 7, 11)).toEqual(heightColour(0.6));
    expect(pixel(picture, 7, 6)).toEqual(heightColour(0.9));
  });
});

describe('the view id', () => {
  test('is black where it is dry and never black elsewhere', () => {
    const frame = makeFrame({ columns: 100, rows: 100, ids: (col, row) => 100 * row + col });
    const picture = renderView(frame, 'id');
    expect(pixel(picture, 0, 0)).toEqual([0, 0, 0]);
    for (let id = 1; id < 10000; id++) {
      expect(Math.max(...pixel(picture, id % 100, Math.floor(id / 100)))).toBeGreaterThan(150);
    }
  });

  test('gives ids within a dozen of each other different colours', () => {
    const frame = makeFrame({ columns: 100, rows: 100, ids: (col, row) => 1 + 100 * row + col });
    const { data } = renderView(frame, 'id');
    for (let a = 0; a < 9980; a++) {
      for (let b = a + 1; b <= a + 12; b++) {
        const apart = Math.hypot(...[0, 1, 2].map((c) => data[4 * a + c] - data[4 * b + c]));
        expect(apart).toBeGreaterThan(60);
      }
    }
  });

  test('gives an id the same colour wherever and beside whatever it is', () => {
    const left = pixel(renderView(makeFrame({ ids: (col) => (col < 4 ? 4711 : 0) }), 'id'), 0, 0);
    const right = pixel(renderView(makeFrame({ ids: (col) => (col < 4 ? 5 : 4711) }), 'id'), 9, 9);
    expect(left).toEqual(right);
  });

  test('takes the nearest cell at any size: there are no colours in between', () => {
    const frame = makeFrame({ ids: (col) => (col < 8 ? 3 : 4) });
    const [three, four] = [0, 15].map((px) => pixel(renderView(frame, 'id'), px, 0));
    for (const width of [5, 31, 100]) {
      const picture = renderView(frame, 'id', { width });
      for (let px = 0; px < width; px++) {
        expect(pixel(picture, px, 1)).toEqual(((px + 0.5) * 16) / width < 8 ? three : four);
      }
    }
  });
});

describe('the view normal', () => {
  test('is the usual blue on dry glass and on level water', () => {
    expect(pixel(renderView(makeFrame({}), 'normal'), 3, 3)).toEqual([128, 128, 255]);
    expect(pixel(renderView(makeFrame({ heights: () => 2 }), 'normal'), 3, 3)).toEqual([128, 128, 255]);
  });

  test('is n · ½ + ½: water that rises at 45° to the right is less red, downwards less green', () => {
    const low = Math.round(255 * (0.5 - 0.5 * Math.SQRT1_2));
    const high = Math.round(255 * (0.5 + 0.5 * Math.SQRT1_2));
    const across = renderView(makeFrame({ heights: (col) => 0.5 * col }), 'normal');
    const down = renderView(makeFrame({ heights: (_, row) => 0.5 * row }), 'normal');
    expect(pixel(across, 7, 5)).toEqual([low, 128, high]);
    expect(pixel(down, 7, 5)).toEqual([128, low, high]);
  });

  test('is the same slope at every size', () => {
    const frame = makeFrame({ heights: (col) => 0.25 * col });
    const here = pixel(renderView(frame, 'normal'), 7, 5);
    expect(pixel(renderView(frame, 'normal', { width: 160 }), 75, 55)).toEqual(here);
    expect(pixel(renderView(frame, 'normal', { width: 8 }), 4, 3)).toEqual(here);
  });
});

describe('the view affinity', () => {
  test('is grey, clipped to 0 to 1', () => {
    const values = [-3, -0.01, 0, 0.25, 0.5, 1, 1.01, 40];
    const picture = renderView(makeFrame({ affinities: (col) => values[col] ?? 0 }), 'affinity');
    const greys = values.map((_, col) => pixel(picture, col, 4));
    for (const [red, green, blue] of greys) expect([green, blue]).toEqual([red, red]);
    expect(greys.map(([red]) => red)).toEqual([0, 0, 0, 64, 128, 255, 255, 255]);
  });
});

describe('the views of layers', () => {
  test('fog is grey and lies where its own, larger cells are', () => {
    const picture = renderView(makeFrame({ fogs: (col) => (col < 4 ? 0 : 1) }), 'fog', { width: 16 });
    expect(pixel(picture, 2, 5)).toEqual([0, 0, 0]);
    expect(pixel(picture, 13, 5)).toEqual([255, 255, 255]);
  });

  test('film is dark where it is dry and brightest from 0.02 mm on', () => {
    const picture = renderView(makeFrame({ films: (col) => (col < 4 ? 0 : 0.02) }), 'film');
    expect(pixel(picture, 2, 5)).toEqual([5, 8, 15]);
    expect(pixel(picture, 13, 5)).toEqual([245, 251, 255]);
  });

  test('fine drops stand where their caps are, and nowhere on swept glass', () => {
    const frame = makeFrame({ amounts: (col) => (col < 4 ? 0 : 1) });
    const fine = frame.charts[0].fine!;
    const picture = renderView(frame, 'fine', { width: 320 });
    const caps = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
    let drawn = 0;
    for (let n = 0; n < 48; n++) {
      const count = fineCaps(fine, n % 8, Math.floor(n / 8), caps);
      if (n % 8 < 4) expect(count).toBe(0);
      for (let at = 0; at < FINE_CAP_SIZE * count; at += FINE_CAP_SIZE) {
        // 40 pixels a millimetre; a disc of more than two pixels has its colour in the middle.
        if (caps[at + 2] < 0.05) continue;
        expect(pixel(picture, Math.floor(caps[at] * 40), Math.floor(caps[at + 1] * 40))).toEqual([0xe4, 0xf3, 0xfa]);
        drawn += 1;
      }
    }
    expect(drawn).toBeGreaterThan(10);
    expect(pixel(picture, 40, 120)).toEqual([0, 0, 0]);
  });

  test('a layer that is not there is one line', () => {
    expect(() => renderView(makeFrame({}), 'fog')).toThrow(
      'view must be of a layer that is there; got "fog" without fog. Give the scene "fog": {}.',
    );
  });
});
