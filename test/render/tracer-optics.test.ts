/** The tracer's light against what optics says. */
import { createBackdrop, renderBeauty, renderTraced, renderTracedLinear, torusKnot } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { fresnel } from '../../src/optics/fresnel.js';
import { readCamera, viewportOf } from '../../src/render/picture/camera.js';
import { EXIT, SheetPaths } from '../../src/render/tracer/sheet-paths.js';
import { cuboidOfFaces, type PlaneSurroundings, paneSurroundings } from '../../src/render/tracer/surroundings.js';
import { SAMPLE, type WaterMap } from '../../src/render/water/water-map.js';
import { Box } from '../../src/surface/box.js';
import { Cylinder } from '../../src/surface/cylinder.js';
import { Pane } from '../../src/surface/pane.js';
import type { Surface } from '../../src/surface/surface.js';
import { halves } from './beauty-lab.js';
import { pixel } from './make-frame.js';
import { scatter, surfaceFrame } from './tracer-lab.js';

const SIZE = { width: 160, height: 90 };
const cylinder = new Cylinder({ radius: 60, width: 120, height: 60, cellSize: 0.5, wet: 'convex' });
const box = new Box({ width: 60, height: 40, depth: 50, cellSize: 0.5, open: [] });
const pane = new Pane({ width: 64, height: 36 });
const SURFACES = { pane, cylinder, box } as const;
const EYE = { position: [40, 30, 160], glow: 0 } as const;

/** Walls that all are white, or have another grey on each. */
function room(greys: readonly number[] = [1, 1, 1, 1, 1, 1]) {
  const faces = greys.map((grey) => ({ data: new Float32Array(3 * 16 * 16).fill(grey), width: 16, height: 16 }));
  const [px, nx, py, ny, pz, nz] = faces;
  return cuboidOfFaces({ px, nx, py, ny, pz, nz }, [4000, 4000, 4000]);
}

/** A hemisphere of radius 1 around (0, 0). */
const HEMISPHERE: WaterMap = {
  at(x, y, _pixel, out) {
    const w = 1 - x * x - y * y;
    const height = Math.sqrt(Math.max(0, w));
    out.fill(0);
    if (w <= 0) return false;
    out[SAMPLE.gx] = -x / height;
    out[SAMPLE.gy] = -y / height;
    out[SAMPLE.height] = height;
    out[SAMPLE.cover] = 1;
    return true;
  },
};
const DROP = { water: HEMISPHERE, isMirror: false, room: false, isTexture: false };

describe('a pane like that of the pane renderer', () => {
  const drops = scatter(pane, 60, 2);
  const frame = surfaceFrame(pane, drops);
  const camera = { focus: 'street', blur: 0, glow: 0 } as const;
  const size = { width: 640, height: 360 };
  const backdrop = createBackdrop({ kind: 'street', resolution: 768 });
  const view = viewportOf(readCamera(camera), 64, 36, size.width, size.height);
  const wanted = renderBeauty(frame, { backdrop, camera, quality: 'high', ...size });
  const mask = renderBeauty(frame, { backdrop, camera, quality: 'high', view: 'mask', ...size });
  /** Is a pixel, and are all around it, either all water or all glass? */
  const isAway = (p: number) => {
    const value = mask.data[4 * p];
    for (let n = 0; n < 25; n++) {
      const other = p + ((n % 5) - 2) + (Math.floor(n / 5) - 2) * size.width;
      if (mask.data[4 * other] !== undefined && mask.data[4 * other] !== value) return false;
    }
    return value === 0 || value === 255;
  };

  test('is drawn the same away from rims', () => {
    const surroundings = paneSurroundings(view, backdrop);
    const options = { surface: pane, surroundings, camera, glass: { thickness: 0 }, ...size } as const;
    const drawn = renderTraced(frame, { ...options, reflection: 'room', relief: false, quality: 'high' });
    let [sum, wet, count, wetCount] = [0, 0, 0, 0];
    for (let p = 0; p < size.width * size.height; p++) {
      if (!isAway(p)) continue;
      let off = 0;
      for (let c = 0; c < 3; c++) off += Math.abs(drawn.data[4 * p + c] - wanted.data[4 * p + c]) / 3;
      sum += off;
      count += 1;
      if (mask.data[4 * p] === 0) continue;
      wet += off;
      wetCount += 1;
    }
    expect(wetCount).toBeGreaterThan(10_000);
    expect(sum / count).toBeLessThan(2);
    // Water alone, so that much dry glass hides nothing.
    expect(wet / wetCount).toBeLessThan(6);
  });
});

describe.each(Object.entries(SURFACES))('%s', (_name, surface) => {
  const surroundings = room([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);

  test('of no thickness shows, dry, exactly what is behind it', () => {
    const none = Object.create(surface, { intersect: { value: () => false } }) as Surface;
    const options = { surroundings, camera: EYE, glass: { thickness: 0 }, ...SIZE };
    const frame = surfaceFrame(surface, []);
    const seen = renderTraced(frame, { ...options, surface });
    expect(seen.data).toEqual(renderTraced(frame, { ...options, surface: none }).data);
    // Glass that is there does show.
    expect(renderTraced(frame, { ...options, glass: { thickness: 3 }, surface }).data).not.toEqual(seen.data);
  });

  test.each([
    ['thick glass', { thickness: 5 }],
    ['no glass', { thickness: 0 }],
    ['a mirror', { mirrors: 'all' }],
  ] as const)('neither makes nor loses light: with %s and drops all is white in a white room', (_what, glass) => {
    const frame = surfaceFrame(surface, scatter(surface, 150, 4));
    const { data } = renderTracedLinear(frame, { surface, surroundings: room(), camera: EYE, glass, ...SIZE });
    for (const value of data) expect(Math.abs(value - 1)).toBeLessThan(1e-5);
  });
});

describe('a hemisphere', () => {
  const RADIUS = 6;
  const frame = surfaceFrame(pane, [{ x: 32, y: 18, radius: RADIUS }]);
  const backdrop = halves();
  const camera = { position: [0, 0, 1000], field: 0.03, glow: 0 } as const;
  const view = viewportOf(readCamera({}), 64, 36, 64, 36);
  const surroundings = paneSurroundings(view, backdrop);

  test('seen from 1 m shows the street upside down', () => {
    const seen = renderTraced(frame, {
      surface: pane,
      surroundings,
      camera,
      glass: { thickness: 0 },
      width: 120,
      height: 120,
    });
    // 30 mm across 120 px: the drop's middle is at 60, and it reaches 24 px.
    const [above, below] = [pixel(seen, 60, 50), pixel(seen, 60, 70)];
    expect(above[0]).toBeGreaterThan(150);
    expect(above[2]).toBeLessThan(40);
    expect(below[2]).toBeGreaterThan(150);
    // Beside the drop the street stands upright: blue above, red below.
    expect(pixel(seen, 8, 30)[2]).toBeGreaterThan(150);
    expect(pixel(seen, 8, 90)[0]).toBeGreaterThan(150);
  });

  test('OPT-T2: reflects all outside 0.75 of its radius', () => {
    const paths = new SheetPaths();
    const passes = (r: number) => {
      HEMISPHERE.at(r, 0, 1e-3, paths.sample);
      paths.fromDry(DROP, { x: r, y: 0, z: 0, dx: 0, dy: 0, dz: 1, width: 1e-3, spread: 1e-4, relief: true });
      // What leaves first leaves at the surface, straight from where it came in.
      return Math.abs(paths.exits[EXIT.x] - r) < 1e-3 && paths.exits[EXIT.dz] > 0;
    };
    let [inside, outside] = [0, 1];
    for (let n = 0; n < 20; n++) {
      const middle = (inside + outside) / 2;
      if (passes(middle)) inside = middle;
      else outside = middle;
    }
    expect(inside).toBeGreaterThan(0.745);
    expect(inside).toBeLessThan(0.755);
  });

  test('R + T = 1: weights of all that leaves add up to 1, from either side', () => {
    const paths = new SheetPaths();
    const sumOf = () => {
      let sum = 0;
      for (let n = 0; n < paths.count; n++) sum += paths.exits[EXIT.size * n + EXIT.weight];
      return sum;
    };
    for (let n = 0; n < 400; n++) {
      const [x, y] = [Math.sin(1.7 * n) * 0.69, Math.cos(2.3 * n) * 0.69];
      const [dx, dy] = [Math.sin(0.9 * n) * 0.6, Math.cos(1.3 * n) * 0.6];
      const dz = Math.sqrt(1 - dx * dx - dy * dy);
      const cone = { width: 1e-3, spread: 1e-4, relief: true };
      for (const isMirror of [false, true]) {
        HEMISPHERE.at(x, y, 1e-3, paths.sample);
        if (!isMirror) {
          paths.fromDry(DROP, { x, y, z: 0, dx, dy, dz, ...cone });
          expect(sumOf()).toBeCloseTo(1, 12);
        }
        HEMISPHERE.at(x, y, 1e-3, paths.sample);
        const z = Math.sqrt(1 - x * x - y * y);
        paths.fromWet({ ...DROP, isMirror }, { x, y, z, dx, dy, dz: -dz, ...cone });
        expect(sumOf()).toBeCloseTo(1, 12);
      }
    }
  });
});

test('a falling drop is a ball that shows the street upside down, and lets no light get lost', () => {
  const one = (value: number) => Float64Array.of(value);
  const still = { vx: one(0), vy: one(0), vz: one(0) };
  // 4 mm of radius, 30 mm before the pane.
  const mass = one((4 / 3) * Math.PI * 64);
  const falling = { count: 1, id: Uint32Array.of(1), mass, x: one(0), y: one(0), z: one(30), ...still };
  const frame = { ...surfaceFrame(pane, []), falling };
  const view = viewportOf(readCamera({}), 64, 36, 64, 36);
  const camera = { position: [0, 0, 200], field: 0.06, glow: 0 } as const;
  const options = { surface: pane, camera, glass: { thickness: 0 }, width: 60, height: 60 } as const;
  const seen = renderTraced(frame, { ...options, surroundings: paneSurroundings(view, halves()) });
  expect(pixel(seen, 30, 22)[0]).toBeGreaterThan(150);
  expect(pixel(seen, 30, 38)[2]).toBeGreaterThan(150);
  expect(pixel(seen, 3, 22)[2]).toBeGreaterThan(150);
  for (const value of renderTracedLinear(frame, { ...options, surroundings: room() }).data) {
    expect(Math.abs(value - 1)).toBeLessThan(1e-5);
  }
});

test('5 mm of glass shift what is seen through them by the analytic amount', () => {
  // A ramp of light from left to right, 100 mm behind a pane that is looked through at 45°.
  const width = 400;
  const data = new Float32Array(3 * 512 * 2).map((_, n) => (Math.floor(n / 3) % 512) / 511);
  const mean = [0.5, 0.5, 0.5] as const;
  const level = { data, width: 512, height: 2 };
  const surroundings: PlaneSurroundings = {
    kind: 'plane',
    pyramid: [level],
    mean,
    hdr: false,
    away: 100,
    width,
    height: 400,
  };
  const camera = { position: [-50, 0, 50], field: 0.01, glow: 0 } as const;
  const small = { width: 1, height: 1 };
  const frame = surfaceFrame(pane, []);
  const lightBehind = (thickness: number) => {
    return renderTracedLinear(frame, {
      surface: pane,
      surroundings,
      camera,
      glass: { thickness, index: 1.5 },
      ...small,
    }).data[0];
  };
  const [sine, cosine] = [Math.SQRT1_2, Math.SQRT1_2];
  const shift = (5 * sine * (1 - cosine / Math.sqrt(1.5 * 1.5 - sine * sine))) / cosine;
  const outer = fresnel(cosine, 1 / 1.5);
  const back = (2 * outer) / (1 + outer);
  // Light along the plane, between the middles of texels; what the glass reflects comes from the room.
  const ramp = (x: number) => (((x + width / 2) / width) * 512 - 0.5) / 511;
  expect(lightBehind(0)).toBeCloseTo(ramp(100), 6);
  const inRoom = 0.05 * 0.5;
  expect(lightBehind(5)).toBeCloseTo((1 - back) * ramp(100 - shift) + back * inRoom, 5);
  // The shift itself is far above the tolerance.
  expect(ramp(100) - ramp(100 - shift)).toBeGreaterThan(1e-3);
});

test('a model is seen through glass, and hides what is behind it', () => {
  const frame = surfaceFrame(box, []);
  const mesh = torusKnot({ radius: 15, triangles: 2000 });
  const options = {
    surface: box,
    surroundings: room([1, 1, 1, 1, 1, 1]),
    camera: EYE,
    glass: { thickness: 0 },
    ...SIZE,
  };
  const seen = renderTracedLinear(frame, { ...options, models: [{ mesh, colour: [0, 0, 0] }] });
  const dark = seen.data.filter((value) => value < 0.6).length / 3;
  expect(dark).toBeGreaterThan(100);
  expect(dark).toBeLessThan(SIZE.width * SIZE.height * 0.3);
});
