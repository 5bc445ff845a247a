import { BACKDROP_KINDS, createBackdrop, cuboidOfStreet, renderLinear } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { readCamera, viewportOf } from '../../src/render/picture/camera.js';
import { discBlur, insideShares, makeDisc } from '../../src/render/picture/lens.js';
import { lookUp, makePyramid, mirror } from '../../src/render/picture/linear.js';
import { placeBackdrop, uOf, vOf } from '../../src/render/picture/place.js';
import { decodeSrgb, encodeSrgb, filmic, srgbTable } from '../../src/render/picture/shade.js';
import { makeFrame } from './make-frame.js';

describe('a painted backdrop', () => {
  test.each(['street', 'night', 'garden'] as const)(
    '%s is the same for the same seed and another for another',
    (kind) => {
      const of = (seed: number) => createBackdrop({ kind, seed, resolution: 192 }).pyramid[0].data;
      expect(of(1)).toEqual(of(1));
      expect(of(1)).not.toEqual(of(2));
      expect(of(1).every((value) => value >= 0 && value < 65504)).toBe(true);
    },
  );

  test.each(['street', 'night'] as const)(
    '%s moves on with its time if it has a speed, and stands still without',
    (kind) => {
      const at = (time: number, speed?: number | string) => {
        const options = { kind, resolution: 192, time, ...(speed !== undefined && { speed: speed as number }) };
        return createBackdrop(options).pyramid[0].data;
      };
      const start = at(0, '60km/h');
      const later = at(2.5, '60km/h');
      expect(start).toEqual(createBackdrop({ kind, resolution: 192 }).pyramid[0].data);
      expect(at(2.5)).toEqual(start);
      expect(later).not.toEqual(start);
      expect(at(2.5, '60km/h')).toEqual(later);
      // The picture depends on the way alone.
      expect(at(5, '30km/h')).toEqual(later);
      // The sky does not come nearer: the row below the upper edge has clouds in its middle.
      const middle = 3 * (192 * 2 + 100);
      expect(later.slice(middle, middle + 12)).toEqual(start.slice(middle, middle + 12));
    },
  );

  test('a street around a room moves on too', () => {
    const at = (time: number) =>
      cuboidOfStreet({ kind: 'street', around: 'street', resolution: 96, speed: 10_000, time });
    expect(at(3)).toEqual(at(3));
    expect(at(3)).not.toEqual(at(0));
  });

  test('of the night holds lamps fifty times as bright as white, and is dark otherwise', () => {
    const { data } = createBackdrop({ kind: 'night', resolution: 768 }).pyramid[0];
    expect(data.reduce((most, value) => Math.max(most, value), 0)).toBeGreaterThan(50);
    expect([...data].sort((a, b) => a - b)[data.length >> 1]).toBeLessThan(0.1);
  });

  test('of the street has its sky above and its road below', () => {
    const backdrop = createBackdrop({ kind: 'street', resolution: 384 });
    const at = (u: number, v: number) => {
      const out = new Float64Array(3);
      lookUp(backdrop.pyramid, u, v, 3, out);
      return out[1];
    };
    expect(at(0.53, 0.3)).toBeGreaterThan(2 * at(0.53, 0.9));
  });
});

describe('a picture of the caller', () => {
  test('keeps its bytes, is no HDR, and spans what the eye sees', () => {
    const data = Uint8Array.from({ length: 4 * 6 }, (_, n) => (n % 4 === 3 ? 255 : 10 * n));
    const backdrop = createBackdrop({ kind: 'image', image: { data, width: 3, height: 2 } });
    expect([backdrop.hdr, backdrop.span, backdrop.width, backdrop.height]).toEqual([false, 1, 3, 2]);
    const bytes = srgbTable();
    const back = [...backdrop.pyramid[0].data].map((value) => bytes[Math.round(value * (bytes.length - 1))]);
    expect(back).toEqual([...data].filter((_, n) => n % 4 !== 3));
  });

  test('lengths and angles of backdrop and camera may have units, and an error quotes the value as it was given', () => {
    const away = '8m' as unknown as number;
    expect(createBackdrop({ kind: 'street', resolution: 64, away }).away).toBe(8000);
    expect(readCamera({ distance: '60cm', centre: ['2cm', 7] })).toMatchObject({ distance: 600, centre: [20, 7] });
    expect(() => readCamera({ distance: 'far' })).toThrow('camera.distance must be 50 to 100000 mm; got "far".');
    const width = 64;
    const image = { data: Uint8Array.from({ length: 4 * width * 32 }, (_, n) => n % 251), width, height: 32 };
    const turned = (turn: unknown) =>
      createBackdrop({ kind: 'environment', image, turn: turn as number }).pyramid[0].data;
    expect(turned('90deg')).toEqual(turned(Math.PI / 2));
    expect(turned('90deg')).not.toEqual(turned(0));
  });

  test('fills the picture: the eye sees its edges at the edges, or beyond them where the shapes differ', () => {
    const view = viewportOf(readCamera({}), 300, 200, 1280, 720);
    const place = placeBackdrop(view, { width: 2000, height: 1000, away: 5000, span: 1 });
    const corner = (x: number, y: number) => [uOf(place, x, 0), vOf(place, y, 0)];
    const [u, v] = corner(view.left, view.top);
    expect(v).toBeCloseTo(0, 12);
    expect(u).toBeCloseTo(0.5 - (0.5 * 16) / 18, 12);
    expect(corner(150, 100)).toEqual([0.5, 0.5]);
  });

  test.each([1, 2])('of span %d is seen once in a drop, however small the pane', (span) => {
    for (const width of [10, 40, 100, 300]) {
      const view = viewportOf(readCamera({}), width, width, 640, 360);
      const place = placeBackdrop(view, { width: 1600, height: 900, away: 8000, span });
      for (const bend of [-0.5, 0.5]) {
        const u = uOf(place, view.eyeX, bend);
        expect(u).toBeGreaterThanOrEqual(0);
        expect(u).toBeLessThanOrEqual(1);
      }
      // Clear glass shows what it showed: its middle, a part as large as `span` says.
      expect(uOf(place, width, 0)).toBeCloseTo(0.5 + 0.5 / span, 12);
    }
  });

  test('stands at its distance behind a pane that is large enough', () => {
    const view = viewportOf(readCamera({}), 300, 200, 1280, 720);
    const place = placeBackdrop(view, { width: 1600, height: 900, away: 8000, span: 2 });
    // A ray from the pane's edge, bent by 0.2, meets the plane at 150 + 8000·(150/600 + 0.2) mm of 600·(1 + 8000/600).
    expect(uOf(place, 300, 0.2)).toBeCloseTo(0.5 + (150 + 8000 * 0.45) / (600 * (1 + 8000 / 600)), 12);
  });
});

describe('an environment', () => {
  /** A sphere with the direction in its colour: red across, green down. */
  const width = 256;
  const height = 128;
  const data = new Float32Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++)
      data.set([(col + 0.5) / width, (row + 0.5) / height, 0], 3 * (row * width + col));
  }
  const at = (turn: number, u: number, v: number) => {
    const { pyramid } = createBackdrop({ kind: 'environment', image: { data, width, height }, turn });
    const out = new Float64Array(3);
    lookUp(pyramid, u, v, 0, out);
    return [out[0], out[1]];
  };

  test('shows what lies ahead in its middle', () => {
    const [across, down] = at(0, 0.5, 0.5);
    expect(across).toBeCloseTo(0.5, 3);
    expect(down).toBeCloseTo(0.5, 3);
    expect(at(Math.PI / 2, 0.5, 0.5)[0]).toBeCloseTo(0.75, 3);
  });

  test('shows 55° to each side at its edges', () => {
    expect(at(0, 0.9997, 0.5)[0]).toBeCloseTo(0.5 + 55 / 360, 2);
    expect(at(0, 0.0003, 0.5)[0]).toBeCloseTo(0.5 - 55 / 360, 2);
  });

  test('is seen where it is, whatever the pane', () => {
    const backdrop = createBackdrop({ kind: 'environment', image: { data, width, height } });
    const out = new Float64Array(3);
    for (const wide of [30, 100, 300]) {
      const view = viewportOf(readCamera({}), wide, wide, 640, 360);
      const place = placeBackdrop(view, backdrop);
      for (const bend of [0, 0.3, 0.8]) {
        // From the pane's right edge; a sphere is so far away that the place on the pane hardly matters.
        lookUp(backdrop.pyramid, uOf(place, wide, bend), 0.5, 0, out);
        const slope = wide / 2 / 600 + bend;
        expect(Math.abs(out[0] - 0.5 - Math.atan(slope) / (2 * Math.PI))).toBeLessThan(wide / 8000 / 6);
      }
    }
  });

  test('goes on to the edges of a pane that shows more than it holds, and is as large as `span` says if it does', () => {
    const environment = { kind: 'environment', image: { data, width, height } } as const;
    const view = viewportOf(readCamera({}), 3000, 2000, 640, 360);
    expect(uOf(placeBackdrop(view, createBackdrop(environment)), 3000, 0)).toBeCloseTo(1, 12);
    expect(uOf(placeBackdrop(view, createBackdrop({ ...environment, span: 2 })), 3000, 0)).toBeCloseTo(0.75, 12);
  });

  test('has no seam where its left and right edge meet', () => {
    // Light that rises and falls smoothly all round. A window that looks back has the seam in its middle.
    const round = new Float32Array(3 * 64 * 32);
    for (let p = 0; p < 64 * 32; p++) round.fill(1 + Math.sin((2 * Math.PI * ((p % 64) + 0.5)) / 64), 3 * p, 3 * p + 3);
    const image = { data: round, width: 64, height: 32 };
    const { pyramid } = createBackdrop({ kind: 'environment', image, turn: Math.PI });
    const [{ data: flat, width: across, height: down }] = pyramid;
    const middle = 3 * (Math.floor(down / 2) * across + across / 2);
    for (let col = -30; col < 30; col++) {
      // From one pixel of the sphere to the next, over some 50 of the flat picture, it rises by 0.098.
      expect(Math.abs(flat[middle + 3 * (col + 1)] - flat[middle + 3 * col])).toBeLessThan(0.004);
      const slope = (2 * (col + 0.5) * Math.tan(0.96)) / across;
      expect(flat[middle + 3 * col]).toBeCloseTo(1 + Math.sin(Math.atan(slope)), 2);
    }
  });

  test('may be a little less or more than twice as wide as high', () => {
    const image = (wide: number) => ({ data: new Uint8Array(4 * wide * 100), width: wide, height: 100 });
    for (const wide of [196, 204])
      expect(() => createBackdrop({ kind: 'environment', image: image(wide) })).not.toThrow();
    for (const wide of [195, 205]) expect(() => createBackdrop({ kind: 'environment', image: image(wide) })).toThrow();
  });

  test('of six faces shows the face ahead, and its neighbours beside, above and below it', () => {
    const face = (red: number, green: number, blue: number) => ({
      data: Float32Array.from({ length: 12 }, (_, n) => [red, green, blue][n % 3]),
      width: 2,
      height: 2,
    });
    const image = {
      px: face(1, 0, 0),
      nx: face(0, 1, 0),
      py: face(0, 0, 1),
      ny: face(1, 1, 0),
      pz: face(1, 1, 1),
      nz: face(0, 0, 0),
    };
    const { pyramid } = createBackdrop({ kind: 'environment', image, field: 2.4 });
    const see = (u: number, v: number) => {
      const out = new Float64Array(3);
      lookUp(pyramid, u, v, 0, out);
      return [...out];
    };
    expect(see(0.5, 0.5)).toEqual([1, 1, 1]);
    expect(see(0.99, 0.5)).toEqual([1, 0, 0]);
    expect(see(0.01, 0.5)).toEqual([0, 1, 0]);
    expect(see(0.5, 0.01)).toEqual([0, 0, 1]);
    expect(see(0.5, 0.99)).toEqual([1, 1, 0]);
  });

  test.each([0, Math.PI / 2, Math.PI, -Math.PI / 2])(
    'of six faces holds them as GL lays them, turned by %d',
    (turn) => {
      // Faces whose colour is their direction, by GL's table: right, down and ahead of each (OpenGL 4.6, table 8.19).
      const SIDE = 64;
      const axes = {
        px: ['-z', '-y', '+x'],
        nx: ['+z', '-y', '-x'],
        py: ['+x', '+z', '+y'],
        ny: ['+x', '-z', '-y'],
        pz: ['+x', '-y', '+z'],
        nz: ['-x', '-y', '-z'],
      };
      const face = ([right, down, ahead]: string[]) => {
        const data = new Float32Array(3 * SIDE * SIDE);
        for (let p = 0; p < SIDE * SIDE; p++) {
          const [s, t] = [(2 * (p % SIDE) + 1) / SIDE - 1, (2 * Math.floor(p / SIDE) + 1) / SIDE - 1];
          const direction = { x: 0, y: 0, z: 0 };
          for (const [[sign, axis], value] of [[right, s] as const, [down, t] as const, [ahead, 1] as const])
            direction[axis as 'x'] = sign === '-' ? -value : value;
          const length = Math.hypot(1, s, t);
          data.set([direction.x / length + 1, direction.y / length + 1, direction.z / length + 1], 3 * p);
        }
        return { data, width: SIDE, height: SIDE };
      };
      const image = Object.fromEntries(Object.entries(axes).map(([name, ways]) => [name, face(ways)]));
      const field = 2.4;
      const { pyramid } = createBackdrop({ kind: 'environment', image: image as never, turn, field });
      const [{ data, width: across, height: down }] = pyramid;
      for (let n = 0; n < 500; n++) {
        const [col, row] = [(n * 397) % across, (n * 211) % down];
        const x = Math.tan(field / 2) * ((2 * col + 1) / across - 1);
        const y = Math.tan(field / 2) * (down / across) * (1 - (2 * row + 1) / down);
        const length = Math.hypot(x, y, 1);
        const expected = [x * Math.cos(turn) + Math.sin(turn), y, Math.cos(turn) - x * Math.sin(turn)];
        // Half a texel at the seams, where a face's last one is held, is 1/64.
        for (let c = 0; c < 3; c++)
          expect(Math.abs(data[3 * (row * across + col) + c] - 1 - expected[c] / length)).toBeLessThan(1 / SIDE);
      }
    },
  );
});

describe('what is out of focus', () => {
  test('becomes an even disc of its light, and no light is lost', () => {
    const size = 41;
    const data = new Float32Array(size * size);
    data[20 * size + 20] = 1000;
    const blurred = discBlur({ data, width: size, height: size }, 1, makeDisc(8));
    expect(blurred.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1000, 1);
    const inside = 1000 / (Math.PI * 64);
    for (const [dx, dy] of [
      [0, 0],
      [6, 0],
      [0, -7],
      [-4, 5],
    ]) {
      expect(blurred[(20 + dy) * size + 20 + dx]).toBeCloseTo(inside, 1);
    }
    for (const [dx, dy] of [
      [9, 0],
      [0, 9],
      [7, 7],
    ]) {
      expect(blurred[(20 + dy) * size + 20 + dx]).toBe(0);
    }
  });

  test('of one colour stays so, up to the edges, at any radius', () => {
    for (const radius of [0.2, 0.5, 1, 2.7, 30]) {
      const disc = makeDisc(radius);
      const blurred = discBlur({ data: new Float32Array(3 * 10 * 6).fill(0.25), width: 10, height: 6 }, 3, disc);
      for (let p = 0; p < 60; p++) {
        const share = insideShares(disc, 10, 6, Math.floor(p / 10))[p % 10];
        expect(blurred[3 * p] / share).toBeCloseTo(0.25, 6);
      }
    }
  });
});

describe('a picture', () => {
  /** Spread of an upright line of light, in pixels, across a picture of some height without water. */
  const spread = (height: number, blur: number) => {
    const [wide, width] = [1600, Math.round((height * 16) / 9)];
    const data = new Float32Array(3 * wide * 900);
    for (let row = 0; row < 900; row++) data.fill(100, 3 * (row * wide + 798), 3 * (row * wide + 802));
    const backdrop = createBackdrop({ kind: 'image', image: { data, width: wide, height: 900 } });
    const frame = makeFrame({ columns: 160, rows: 90, cellSize: 1 });
    const light = renderLinear(frame, { backdrop, width, height, camera: { blur } }).data;
    let [sum, square] = [0, 0];
    for (let col = 0, p = 3 * width * Math.floor(height / 2); col < width; col++, p += 3) {
      sum += light[p];
      square += light[p] * (col + 0.5 - width / 2) ** 2;
    }
    return Math.sqrt(square / sum);
  };

  test.each([60, 90, 150, 240, 360])('of %d px melts by the given radius', (height) => {
    for (const blur of [0.025, 0.05, 0.1]) {
      // Of a disc of radius r the spread is r/2; a pixel adds its own.
      const disc = Math.sqrt((blur * height) ** 2 / 4 + 1 / 12);
      expect(spread(height, blur) / disc).toBeGreaterThan(0.95);
      expect(spread(height, blur) / disc).toBeLessThan(1.1);
    }
  });
});

describe('levels and tones', () => {
  test('each level is half of the one before and has the same mean', () => {
    const data = Float32Array.from({ length: 3 * 13 * 6 }, (_, n) => (n * 7919) % 101);
    const pyramid = makePyramid({ data: data.slice(0, 3 * 12 * 6), width: 12, height: 6 });
    expect(pyramid.map(({ width, height }) => `${width}x${height}`)).toEqual(['12x6', '6x3', '3x1', '1x1']);
    const mean = ({ data: own }: { data: Float32Array }) => own.reduce((sum, value) => sum + value, 0) / own.length;
    expect(mean(pyramid[1])).toBeCloseTo(mean(pyramid[0]), 3);
  });

  test('past its edges a picture is mirrored', () => {
    expect([-0.25, 0, 0.4, 1, 1.25, 2.1, -1.9].map((u) => Number(mirror(u).toFixed(6)))).toEqual([
      0.25, 0, 0.4, 1, 0.75, 0.1, 0.1,
    ]);
  });

  test('sRGB is undone by its inverse, and film rises from black to white', () => {
    for (let x = 0; x <= 1; x += 0.01) expect(decodeSrgb(encodeSrgb(x))).toBeCloseTo(x, 6);
    let last = -1;
    for (let x = 0; x < 20; x += 0.1) {
      expect(filmic(x)).toBeGreaterThanOrEqual(last);
      last = filmic(x);
    }
    expect([filmic(0), filmic(1000)]).toEqual([0, 1]);
    // Narkowicz's curve at middle grey, at white and above it.
    for (const [x, y] of [
      [0.18, 0.2669],
      [1, 0.8038],
      [4, 0.9734],
    ])
      expect(filmic(x)).toBeCloseTo(y, 4);
  });
});

describe('a bad backdrop is refused in one line', () => {
  const image = { data: new Uint8Array(16), width: 2, height: 2 };
  test.each([
    [5, 'backdrop must be an object such as { "kind": "street" }; got 5.'],
    [
      { kind: 'sea' },
      `backdrop.kind must be one of ${BACKDROP_KINDS.map((kind) => `"${kind}"`).join(', ')}; got "sea".`,
    ],
    [
      { kind: 'street', sed: 1 },
      'backdrop has no "sed"; "street" has kind, away, span, seed, resolution, speed, time, around.',
    ],
    [{ kind: 'night', seed: 0.5 }, 'backdrop.seed must be a whole number from 0 to 4294967295; got 0.5.'],
    [{ kind: 'night', speed: 2e5 }, 'backdrop.speed must be 0 to 100000 mm/s; got 200000.'],
    [{ kind: 'garden', speed: 1 }, 'backdrop has no "speed"; "garden" has kind, away, span, seed, resolution.'],
    [{ kind: 'night', away: -1 }, 'backdrop.away must be 10 to 1000000 mm; got -1.'],
    [{ kind: 'image' }, 'backdrop.image.width must be a whole number from 1 to 16384 px; got undefined.'],
    [
      { kind: 'image', image: { ...image, data: new Float64Array(16) } },
      'backdrop.image.data must be bytes or 32-bit floats; got a Float64Array.',
    ],
    [{ kind: 'image', image: { ...image, width: 3 } }, 'backdrop.image.data must hold 24 bytes, 4 a pixel; got 16.'],
    [
      { kind: 'image', image: { data: new Float32Array(3).fill(Number.NaN), width: 1, height: 1 } },
      'backdrop.image.data must be 0 to 65504 all through; it holds other values.',
    ],
    [{ kind: 'environment', image, field: 3 }, 'backdrop.field must be 0.35 to 2.6 rad; got 3.'],
    [
      { kind: 'environment', image },
      'backdrop.image must be twice as wide as high, within 2 %; got 2 × 2 px. Crop it, or take it as a flat picture with kind "image".',
    ],
    [{ kind: 'environment' }, 'backdrop.image must be { data, width, height } or six faces; got undefined.'],
  ])('%j', (options, message) => {
    expect(() => createBackdrop(options as never)).toThrow(message);
  });
});
