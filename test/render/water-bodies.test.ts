/** Both renderers of Kaneda 1996 in pictures: caps against metaballs, dry glass, and the street around. */
import { cuboidOfFaces, cuboidOfStreet, renderTraced, renderTracedLinear, type TraceOptions } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { WATER_DENSITY } from '../../src/core/units.js';
import { paintStreetRoom } from '../../src/render/backdrop/street-room.js';
import { eyeOf, readWorldCamera, writeRay } from '../../src/render/tracer/eye.js';
import { lookAround } from '../../src/render/tracer/surroundings.js';
import { createSurface } from '../../src/surface/create-surface.js';
import { Pane } from '../../src/surface/pane.js';
import { surfaceFrame } from './tracer-lab.js';

const street = cuboidOfStreet({ kind: 'street', resolution: 192, around: 'street' });
const pane = new Pane({ width: 64, height: 36 });
const windshield = createSurface({ kind: 'bezier', preset: 'windshield', patches: null, cellSize: null });

describe.each([-1, 1])('KAN-T13: from side %i', (side) => {
  test('a hemispherical drop is the same as a cap and as a metaball without reflection', () => {
    const radius = 6;
    const frame = surfaceFrame(pane, [{ x: 32, y: 18, radius }]);
    frame.drops.mass[0] = (2 / 3) * Math.PI * radius ** 3 * WATER_DENSITY;
    const [away, field, size] = [100, 0.3, 120];
    const options = {
      ...{ surface: pane, surroundings: street, reflection: 'none', width: size, height: size },
      camera: { position: [0, 0, side * away], field, glow: 0 },
      glass: { thickness: 0 },
    } as const satisfies TraceOptions;
    const [caps, balls, dry] = [
      renderTraced(frame, { ...options, water: 'caps' }),
      renderTraced(frame, { ...options, water: 'metaballs' }),
      renderTraced(surfaceFrame(pane, []), { ...options, water: 'map' }),
    ];
    const within = (0.9 * (radius / away) * size) / (2 * Math.tan(field / 2));
    let [error, bent, count] = [0, 0, 0];
    for (let p = 0; p < size * size; p++) {
      if (Math.hypot((p % size) + 0.5 - size / 2, Math.floor(p / size) + 0.5 - size / 2) > within) continue;
      count += 3;
      for (let c = 0; c < 3; c++) {
        error += Math.abs(caps.data[4 * p + c] - balls.data[4 * p + c]);
        bent += Math.abs(caps.data[4 * p + c] - dry.data[4 * p + c]);
      }
    }
    expect(count).toBeGreaterThan(1000);
    expect(bent / count).toBeGreaterThan(10);
    expect(error / count).toBeLessThan(2);
  });
});

test('surroundings seen through a lens of their own are soft, and the drop before them is as sharp as without', () => {
  const frame = surfaceFrame(pane, [{ x: 32, y: 18, radius: 6 }]);
  frame.drops.mass[0] = (2 / 3) * Math.PI * 6 ** 3 * WATER_DENSITY;
  const picture = (backdropAperture: number) =>
    renderTracedLinear(frame, {
      ...{ surface: pane, surroundings: street, water: 'caps', width: 120, height: 90, glass: { thickness: 0 } },
      camera: { position: [0, 0, 100], field: 0.5, glow: 0, backdropAperture },
    });
  const [sharp, soft] = [picture(0), picture(8)];
  let [inDrop, behind, steps, softSteps] = [0, 0, 0, 0];
  for (let p = 0; p < 120 * 90 - 1; p++) {
    const away = Math.hypot((p % 120) + 0.5 - 60, Math.floor(p / 120) + 0.5 - 45) * ((200 * Math.tan(0.25)) / 90);
    if (away > 5 && away < 7) continue;
    for (let c = 0; c < 3; c++) {
      const apart = Math.abs(sharp.data[3 * p + c] - soft.data[3 * p + c]);
      if (away <= 5) inDrop += apart;
      else {
        behind += apart;
        steps += Math.abs(sharp.data[3 * p + c] - sharp.data[3 * p + 3 + c]);
        softSteps += Math.abs(soft.data[3 * p + c] - soft.data[3 * p + 3 + c]);
      }
    }
  }
  expect(inDrop).toBe(0);
  expect(behind).toBeGreaterThan(100);
  expect(softSteps).toBeLessThan(0.7 * steps);
});

test('KAN-T14: a windshield without drops shows the same pixels as no windshield', () => {
  const camera = { position: [-300, 20, 520], target: [-200, 100, -300], field: 0.2, glow: 0 } as const;
  const size = { width: 48, height: 36 };
  const picture = renderTracedLinear(surfaceFrame(windshield, []), {
    ...{ surface: windshield, surroundings: street, water: 'caps', glass: { thickness: 0 }, camera, ...size },
  });
  const eye = eyeOf(readWorldCamera(camera), size.width, size.height);
  const [origin, direction, colour] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (let p = 0; p < size.width * size.height; p++) {
    writeRay(eye, [(p % size.width) + 0.5, Math.floor(p / size.width) + 0.5, 0, 0], origin, direction);
    lookAround(street, { origin, direction, width: 0, spread: eye.spread }, colour);
    for (let c = 0; c < 3; c++) expect(picture.data[3 * p + c]).toBeCloseTo(colour[c], 4);
  }
});

describe('the street around', () => {
  /** Light along a direction of the world from the room's middle. */
  const look = (around: typeof street, x: number, y: number, z: number) => {
    const length = Math.hypot(x, y, z);
    const direction = Float64Array.of(x / length, y / length, z / length);
    const out = new Float64Array(3);
    lookAround(around, { origin: new Float64Array(3), direction, width: 0, spread: 0 }, out);
    return out[0] + out[1] + out[2];
  };
  const cabin = cuboidOfStreet({ kind: 'street', resolution: 192, around: 'cabin' });

  test('has six different walls that meet without a seam', () => {
    const faces = paintStreetRoom({ kind: 'street', seed: 1, resolution: 192, travel: 0, cabin: false });
    const sums = Object.values(faces).map(({ data }) => (data as Float32Array).reduce((sum, value) => sum + value, 0));
    expect(new Set(sums.map((sum) => sum.toFixed(3))).size).toBe(6);
    // Across the edges of the wall overhead the picture goes on.
    const fine = cuboidOfStreet({ kind: 'street', resolution: 768, around: 'street' });
    let [apart, all] = [0, 0];
    for (let n = 0; n < 160; n++) {
      const along = (n % 40) / 20 - 0.975;
      const [x, z] = [
        [1, along],
        [-1, along],
        [along, 1],
        [along, -1],
      ][Math.floor(n / 40)];
      const [inside, outside] = [look(fine, x, 1.002, z), look(fine, x, 0.998, z)];
      apart += Math.abs(inside - outside);
      all += inside + outside;
    }
    expect(apart / all).toBeLessThan(0.06);
  });

  test('has a dark cabin behind the windshield, and the same street ahead', () => {
    expect(look(cabin, 0.4, -0.4, 1)).toBeLessThan(0.3 * look(street, 0.4, 0.5, 1));
    expect(look(cabin, 0.3, 0.1, -1)).toBe(look(street, 0.3, 0.1, -1));
  });

  test('by night is darker than by day', () => {
    const night = cuboidOfStreet({ kind: 'night', resolution: 192, around: 'street' });
    expect(look(night, 0, 1, -0.2)).toBeLessThan(0.3 * look(street, 0, 1, -0.2));
  });
});

describe('bad input is told in one line', () => {
  const camera = { position: [0, 0, 200] } as const;

  test('caps or metaballs of a model without drops', () => {
    const frame = surfaceFrame(pane, []);
    const flat = {
      ...frame,
      charts: frame.charts.map((chart) => ({ ...chart, drawnFrom: 'heights' as const, trail: null })),
    };
    expect(() => renderTraced(flat, { surface: pane, surroundings: street, camera, water: 'metaballs' })).toThrow(
      'water must be map for a model without drops; got metaballs. Its water is the height map of each chart.',
    );
  });

  test('a camera below the road', () => {
    const low = { position: [0, -9000, 0], target: [0, 0, -10] } as const;
    expect(() => renderTraced(surfaceFrame(pane, []), { surface: pane, surroundings: street, camera: low })).toThrow(
      'camera.position[1] must be above the road, which is at -8000 mm; got -9000. Raise it, or make backdrop.away larger.',
    );
  });

  test('an environment with five faces', () => {
    const face = { data: new Float32Array(3), width: 1, height: 1 };
    const five = { px: face, nx: face, py: face, ny: face, pz: face } as Parameters<typeof cuboidOfFaces>[0];
    expect(() => cuboidOfFaces(five, [10, 10, 10])).toThrow(
      'surroundings.image must have six faces, px, nx, py, ny, pz, nz; it has no nz.',
    );
  });

  test('a garden has no street around', () => {
    const garden = { kind: 'garden' } as const;
    expect(() => cuboidOfStreet(garden)).toThrow('backdrop.kind must be "street" or "night"; got "garden".');
  });
});
