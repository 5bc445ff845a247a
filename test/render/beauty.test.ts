/** What light does on clear glass, in drops, at their edges, in fog and through fine drops. */
import { createBackdrop, renderBeauty, renderLinear } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { LOOK } from '../../src/render/picture/look.js';
import { CAP, frameOf, halves, plain, SHARP, SIZE, stripes } from './beauty-lab.ts';
import { makeFrame, pixel } from './make-frame.js';

describe('clear glass', () => {
  test.each([0, 1, 17, 128, 254, 255])('leaves grey %d of an image as it is, blurred or not', (grey) => {
    for (const camera of [SHARP, {}, { focus: 'street' } as const]) {
      const picture = renderBeauty(frameOf([]), { backdrop: plain(grey), camera, ...SIZE });
      expect(new Set(picture.data)).toEqual(new Set([grey, 255]));
    }
  });

  test('STUP-T10, OPT-T4: under a level film the picture is that of dry glass, pixel for pixel', () => {
    const backdrop = halves();
    const options = { backdrop, camera: SHARP, view: 'refraction', ...SIZE } as const;
    const dry = renderBeauty(frameOf([]), options);
    const film = renderBeauty(frameOf([], { trails: () => 0.5 }), options);
    // Away from the pane's edges, where the film ends.
    for (let py = 20; py < 160; py += 7) {
      for (let px = 20; px < 300; px += 7) {
        const [red, green, blue] = pixel(film, px, py);
        expect([red, green]).toEqual(pixel(dry, px, py).slice(0, 2));
        expect(blue).toBeGreaterThan(253);
      }
    }
    const mask = renderBeauty(frameOf([], { trails: () => 0.5 }), { ...options, view: 'mask' });
    expect(pixel(mask, 160, 90)).toEqual([255, 255, 255]);
  });

  test.each([0, 0.01, 0.025, 0.1])('OPT-T4: a level film leaves the street as far out of focus, at blur %d', (blur) => {
    for (const zoom of [1, 3]) {
      const options = { backdrop: stripes(7, 640, 1), camera: { blur, zoom, glow: 0 }, ...SIZE };
      const dry = renderBeauty(frameOf([]), options);
      const film = renderBeauty(frameOf([], { trails: () => 0.5 }), options);
      for (let py = 20; py < 160; py += 7) {
        for (let px = 20; px < 300; px += 7) {
          const seen = pixel(film, px, py);
          pixel(dry, px, py).forEach((value, c) => {
            expect(Math.abs(seen[c] - value)).toBeLessThanOrEqual(1);
          });
        }
      }
    }
  });
});

describe('a drop', () => {
  test('OPT-T5: holds the scene upside down', () => {
    const picture = renderBeauty(frameOf([CAP]), { backdrop: halves(), camera: SHARP, ...SIZE });
    expect(pixel(picture, 5, 5)).toEqual([0, 0, 200]);
    expect(pixel(picture, 5, 175)).toEqual([200, 0, 0]);
    const [above, below] = [pixel(picture, 160, 65), pixel(picture, 160, 115)];
    expect(above[0]).toBeGreaterThan(150);
    expect(above[2]).toBeLessThan(20);
    expect(below[2]).toBeGreaterThan(150);
    expect(below[0]).toBeLessThan(20);
  });

  test('holds the backdrop once, on a small pane too', () => {
    const options = { backdrop: halves(), view: 'refraction', ...SIZE } as const;
    const picture = renderBeauty(frameOf([{ ...CAP, contactAngle: 0.78 }]), options);
    // From left to right through the drop one sees from right to left on the backdrop, and never turns round.
    let last = 255;
    for (let px = 113; px < 207; px++) {
      const [u] = pixel(picture, px, 90);
      expect(u).toBeLessThanOrEqual(last);
      last = u;
    }
    expect(last).toBeLessThan(80);
  });

  test('OPT-T1, OPT-T2: has a dark rim from 0.75 of its radius if it is a hemisphere, and none if it is flat', () => {
    const look = (contactAngle: number, share: number) => {
      const options = { backdrop: plain(255), camera: SHARP, ...SIZE };
      return pixel(renderBeauty(frameOf([{ ...CAP, contactAngle }]), options), Math.round(160 + 50 * share), 90)[0];
    };
    expect(look(Math.PI / 2, 0.72)).toBeGreaterThan(150);
    expect(look(Math.PI / 2, 0.78)).toBeLessThan(90);
    expect(look(Math.PI / 2, 0.95)).toBeLessThan(90);
    expect(look(0.6, 0.95)).toBeGreaterThan(200);
  });

  test('shows the room where it reflects all: dark, a little lighter on slopes that face down', () => {
    const { data } = renderLinear(frameOf([{ ...CAP, contactAngle: Math.PI / 2 }]), { backdrop: plain(255), ...SIZE });
    for (const [dx, dy] of [
      [0, 0.9],
      [0, -0.9],
      [0.9, 0],
      [-0.62, 0.62],
    ]) {
      const [px, py] = [Math.round(160 + 50 * dx), Math.round(90 + 50 * dy)];
      // The normal of a sphere points where the place lies from its middle; the pixel's middle is half a pixel further.
      const facing = (py + 0.5 - 90) / 50;
      const light = LOOK.roomShare * (1 + LOOK.roomGrade * facing);
      for (let c = 0; c < 3; c++) expect(data[3 * (320 * py + px) + c]).toBeCloseTo(light, 3);
    }
  });

  test('is sharp while the background melts, and the other way about', () => {
    // Steepest step from pixel to pixel along a column, through the drop or beside it.
    const steepest = (focus: 'glass' | 'street', px: number) => {
      const picture = renderBeauty(frameOf([CAP]), {
        backdrop: halves(),
        camera: { focus, blur: 0.08, glow: 0 },
        ...SIZE,
      });
      let most = 0;
      for (let py = 1; py < 180; py++)
        most = Math.max(most, Math.abs(pixel(picture, px, py)[0] - pixel(picture, px, py - 1)[0]));
      return most;
    };
    expect(steepest('glass', 160)).toBeGreaterThan(60);
    expect(steepest('glass', 20)).toBeLessThan(40);
    expect(steepest('street', 20)).toBeGreaterThan(60);
    expect(steepest('street', 160)).toBeLessThan(40);
  });

  test('is as far out of focus as the street while it is flat, and the sharper the more it is curved', () => {
    // Stripes 2.5 mm apart as clear glass shows them, whose discs are 3.4 mm wide.
    const backdrop = stripes(10, 1920, 4);
    // How much of them is left in the middle of water that is curved like a sphere of some radius [mm].
    const contrast = (radius: number) => {
      const trails = (col: number, row: number) => 3 - ((col - 59.5) ** 2 + (row - 33.5) ** 2) / 2 / radius;
      const frame = makeFrame({ columns: 120, rows: 68, cellSize: 1, drops: [], trails });
      const { data } = renderLinear(frame, { backdrop, camera: { zoom: 8 }, ...SIZE });
      let [least, most] = [1, 0];
      for (let py = 70; py < 110; py++) {
        for (let px = 140; px < 180; px++) {
          least = Math.min(least, data[3 * (320 * py + px)]);
          most = Math.max(most, data[3 * (320 * py + px)]);
        }
      }
      return most - least;
    };
    const flat = contrast(Number.POSITIVE_INFINITY);
    const steps = [1000, 60, 40, 25, 18, 12].map(contrast);
    expect(flat).toBeLessThan(0.1);
    expect(steps[0]).toBeLessThan(0.1);
    steps.slice(1).forEach((value, n) => {
      expect(value).toBeGreaterThan(steps[n] - 0.02);
    });
    expect(steps[5]).toBeGreaterThan(0.8);
  });

  test('holds lamps brighter than white', () => {
    const data = new Float32Array(3 * 160 * 90).fill(0.1);
    for (let row = 20; row < 26; row++) data.fill(60, 3 * (160 * row + 77), 3 * (160 * row + 83));
    const backdrop = createBackdrop({ kind: 'image', image: { data, width: 160, height: 90 } });
    const { data: light } = renderLinear(frameOf([{ ...CAP, contactAngle: 0.8 }]), { backdrop, ...SIZE });
    expect(backdrop.hdr).toBe(true);
    let most = 0;
    for (let row = 95; row < 140; row++)
      for (let col = 120; col < 200; col++) most = Math.max(most, light[3 * (320 * row + col)]);
    expect(most).toBeGreaterThan(3);
  });
});

describe('the edge of a drop', () => {
  test('has no staircase at four times zoom: its coverage falls evenly and lies within 0.3 px of the outline', () => {
    const drop = { x: 16, y: 9, radius: 2, contactAngle: 0.7, outlineC2: 0.1, outlineS3: 0.08, sag: 0.3 };
    const mask = renderBeauty(frameOf([drop]), {
      backdrop: plain(9),
      camera: { zoom: 4 },
      view: 'mask',
      ...SIZE,
    });
    const perMm = 40;
    const q = (X: number, Y: number) => X * X + Y * Y - 0.1 * (X * X - Y * Y) - 0.08 * (3 * X * X * Y - Y ** 3);
    for (let row = 60; row < 120; row++) {
      // Along a row to the right of the middle: never more again, and half where the outline is.
      let last = 255;
      let sum = 0;
      for (let px = 160; px < 320; px++) {
        const cover = pixel(mask, px, row)[0];
        expect(cover).toBeLessThanOrEqual(last);
        last = cover;
        sum += cover / 255;
      }
      // Heading is down: X along +y, Y along −x.
      const X = (row + 0.5 - 90) / perMm / 2;
      let edge = 0;
      while (q(X, -edge / perMm / 2) < 1) edge += 0.01;
      expect(Math.abs(sum - edge)).toBeLessThan(0.3);
    }
  });

  test('of a trail is soft and even too', () => {
    // A straight edge across the cells at a slant.
    const mask = renderBeauty(frameOf([], { trails: (col, row) => (col + 0.37 * row < 38 ? 0.4 : 0) }), {
      backdrop: plain(9),
      camera: { zoom: 4 },
      view: 'mask',
      ...SIZE,
    });
    const edges = Array.from({ length: 180 }, (_, row) => {
      let sum = 0;
      for (let px = 0; px < 320; px++) sum += pixel(mask, px, row)[0] / 255;
      return sum;
    });
    // The edge of a row is where a straight line says, within a third of a cell; and it never jumps by a pixel.
    const slope = -0.37;
    for (let row = 1; row < 180; row++) {
      expect(Math.abs(edges[row] - edges[row - 1])).toBeLessThan(1);
      expect(Math.abs(edges[row] - (edges[0] + slope * row))).toBeLessThan(20 / 3);
    }
  });
});

describe('fog and fine drops', () => {
  const layer = (kind: typeof Float32Array | typeof Uint32Array, value: number) => {
    const data = new kind(64 * 36).fill(value);
    return { data, width: 64, height: 36, stride: 64, version: 1, cellSize: 0.5, changedSince: () => new Int32Array() };
  };

  test('fog takes the contrast of the glass, and leaves that of drops alone', () => {
    const frame = frameOf([CAP]);
    const fog = { ...frame.charts[0], fog: layer(Float32Array, 1) as never };
    const options = { backdrop: halves(), camera: { glow: 0 }, ...SIZE };
    const clear = renderBeauty(frame, options);
    const fogged = renderBeauty({ ...frame, charts: [fog] }, options);
    expect(pixel(fogged, 160, 65)).toEqual(pixel(clear, 160, 65));
    const contrast = (picture: typeof clear) => pixel(picture, 20, 170)[0] - pixel(picture, 20, 10)[0];
    expect(contrast(clear)).toBeGreaterThan(190);
    expect(contrast(fogged)).toBeLessThan(contrast(clear) * 0.9);
    expect(pixel(fogged, 20, 170)[1]).toBeGreaterThan(20);
  });

  test.each([0.25, 0.5, 1])('fog of density %d lifts an even backdrop by its share', (density) => {
    const frame = frameOf([]);
    const charts = [{ ...frame.charts[0], fog: layer(Float32Array, density) as never }];
    // Pixels of half a millimetre, larger than its droplets.
    const options = { backdrop: plain(100), width: 64, height: 36 };
    const [clear] = renderLinear(frame, options).data;
    const white = clear * (1 - LOOK.fogLift + LOOK.fogLift * LOOK.fogLight);
    const expected = clear + (white - clear) * density * LOOK.fogMost;
    for (const value of renderLinear({ ...frame, charts }, options).data) expect(value).toBeCloseTo(expected, 5);
  });

  test.each([0.15, 0.3, 0.5, 0.8, 2])('a drop of a radius of %d px covers its area in the mean', (r) => {
    // 32 × 18 mm in 32 × 18 px: a pixel is a millimetre.
    const [width, height, places] = [32, 18, 64];
    let sum = 0;
    for (let n = 0; n < places; n++) {
      const frame = frameOf([{ x: 16 + (n % 8) / 8, y: 9 + Math.floor(n / 8) / 8, radius: r, contactAngle: 0.7 }]);
      const { data } = renderBeauty(frame, { backdrop: plain(9), view: 'mask', width, height });
      for (let p = 0; p < data.length; p += 4) sum += data[p] / 255;
    }
    const share = sum / places / (Math.PI * r * r);
    // A byte a pixel: what is less than half of one is lost.
    expect(share).toBeGreaterThan(0.96);
    expect(share).toBeLessThan(1.04);
  });

  test('fine drops cover as much of the glass as their discs', () => {
    const frame = frameOf([]);
    const fine = {
      seed: 1,
      density: 0.5,
      sizeRate: 4,
      largest: 1,
      spread: 0.7,
      contactAngle: 0.7,
      cellSize: 0.5,
      amount: layer(Float32Array, 1),
      generation: layer(Uint32Array, 0),
    };
    const charts = [{ ...frame.charts[0], fine: fine as never }];
    const share = (width: number, height: number) => {
      const { data } = renderBeauty({ ...frame, charts }, { backdrop: plain(9), view: 'mask', width, height });
      return data.reduce((sum, value, n) => (n % 4 === 0 ? sum + value / 255 : sum), 0) / (width * height);
    };
    const large = share(1280, 720);
    expect(large).toBeGreaterThan(0.02);
    expect(large).toBeLessThan(0.3);
    // Smaller than a pixel they count by their area.
    expect(share(64, 36) / large).toBeGreaterThan(0.75);
    expect(share(64, 36) / large).toBeLessThan(1.25);
  });
});
