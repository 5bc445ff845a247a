/** Rows of traced pictures spread over workers make the same picture. */
import { createSimulation } from 'rivulet';
import { createBackdrop, cuboidOfBackdrop, renderTraced, renderTracedMaps, torusKnot } from 'rivulet/offline';
import { createTracePool, type TracePool, tracePools } from 'rivulet/worker';
import { afterEach, expect, test } from 'vitest';

const SCENE = {
  surface: { kind: 'box', width: 40, height: 40, depth: 40 },
  rain: { kind: 'uniform', rate: 400 },
} as const;
const surroundings = cuboidOfBackdrop(createBackdrop({ kind: 'night', resolution: 128 }));
const SIZE = { width: 40, height: 50 };
const pools: TracePool[] = [];

afterEach(() => {
  for (const pool of pools.splice(0)) pool.dispose();
});

function wishOf(simulation: ReturnType<typeof createSimulation>) {
  const models = [{ mesh: torusKnot({ radius: 12, triangles: 500 }) }];
  const camera = { position: [40, 30, 90] } as const;
  return { surface: simulation.scene.surface, surroundings, camera, models, ...SIZE };
}

test('with one, two and three workers, byte for byte, picture after picture', async () => {
  const simulation = createSimulation('window', SCENE);
  const wish = wishOf(simulation);
  for (const threads of [1, 2, 3]) pools.push(createTracePool(wish, threads));
  for (let n = 0; n < 2; n++) {
    simulation.advance(0.5);
    const wanted = renderTraced(simulation.frame(), wish);
    for (const pool of pools) expect(await pool.render(simulation.frame())).toEqual(wanted);
  }
  expect(simulation.frame().drops.count).toBeGreaterThan(50);
  expect(pools.map(({ workers }) => workers)).toEqual([1, 2, 3]);
});

test('maps with none, one and three workers, number for number, picture after picture', async () => {
  const simulation = createSimulation('window', SCENE);
  const wish = wishOf(simulation);
  for (const threads of [0, 1, 3]) pools.push(createTracePool(wish, threads));
  for (let n = 0; n < 2; n++) {
    simulation.advance(0.5);
    const wanted = renderTracedMaps(simulation.frame(), ['normal', 'id'], wish);
    for (const pool of pools) {
      const normal = new Float32Array(3 * SIZE.width * SIZE.height);
      const id = new Uint32Array(SIZE.width * SIZE.height);
      await pool.maps(simulation.frame(), ['normal', 'id'], (numbers, [from]) => {
        normal.set(numbers.normal, 3 * from * SIZE.width);
        id.set(numbers.id, from * SIZE.width);
      });
      expect({ normal, id }).toEqual(wanted);
    }
  }
  expect(pools.map(({ workers }) => workers)).toEqual([0, 1, 3]);
});

test('without workers this thread traces, also if they fail', async () => {
  const simulation = createSimulation('window', SCENE);
  simulation.advance(0.3);
  const wish = wishOf(simulation);
  const wanted = renderTraced(simulation.frame(), wish);
  const broken = tracePools(() => {
    throw new Error('no workers here');
  });
  for (const create of [broken, createTracePool]) {
    const pool = create(wish, create === broken ? 2 : 0);
    pools.push(pool);
    const out = { ...SIZE, data: new Uint8ClampedArray(4 * SIZE.width * SIZE.height) };
    expect(await pool.render(simulation.frame(), out)).toBe(out);
    expect(out).toEqual(wanted);
    expect(pool.workers).toBe(0);
  }
});

test('maps tell what the middle of each pixel shows', () => {
  const drop = { chart: 0, x: 20, y: 20, mass: 60 };
  const simulation = createSimulation('window', { ...SCENE, rain: { kind: 'none' }, fine: null, film: null });
  const id = simulation.addDrop(drop);
  const { position } = simulation.surface.point(drop);
  // Straight before the drop on the front, which faces +Z.
  const camera = { position: [position[0], position[1], 120], target: [...position], field: 0.5 } as const;
  const options = { surface: simulation.scene.surface, surroundings, width: 41, height: 41, glass: { thickness: 0 } };
  const maps = renderTracedMaps(simulation.frame(), ['mask', 'id', 'normal', 'refraction', 'depth'], {
    ...options,
    camera: camera as never,
  });
  const middle = 20 * 41 + 20;
  expect(maps.mask[middle]).toBe(1);
  expect(maps.id[middle]).toBe(id);
  expect(maps.depth[middle]).toBeCloseTo(100, 3);
  // The top of the drop faces the eye, and what is seen through it lies ahead.
  expect(maps.normal[3 * middle + 2]).toBeGreaterThan(0.98);
  expect(maps.refraction[3 * middle + 2]).toBeLessThan(-0.95);
  // A corner of the picture shows no box.
  expect([maps.mask[0], maps.id[0], maps.depth[0], maps.normal[2]]).toEqual([0, 0, 0, 0]);
  expect(() =>
    renderTracedMaps(simulation.frame(), ['colour' as 'mask'], { ...options, camera: camera as never }),
  ).toThrow('map must be one of "mask", "id", "normal", "refraction", "depth"; got "colour".');
});
