/** A simulation behind a worker is the same simulation: same water, same frames, same errors. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createSimulation, type Frame, type MapView, type SimulatedSurface } from 'rivulet';
import { clientOpener, createSimulationClient, type SimulationClient } from 'rivulet/worker';
import { afterEach, describe, expect, test, vi } from 'vitest';

const SCENE = { surface: { width: 80, height: 60 }, rain: { kind: 'uniform', rate: 200 } } as const;

const clients: SimulationClient[] = [];
const open = async (...how: Parameters<typeof createSimulationClient>) => {
  const client = await createSimulationClient(...how);
  clients.push(client);
  return client;
};

afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

/** The cells of a map without the padding of its rows. */
function cellsOf({ data, width, height, stride }: MapView<Float32Array> | MapView<Uint32Array>): number[] {
  return Array.from({ length: height }, (_, row) => [...data.subarray(row * stride, row * stride + width)]).flat();
}

/** All that a frame shows, in plain arrays. */
function shown({ time, step, charts, drops }: Frame) {
  const { count, ...columns } = drops as unknown as Record<string, unknown> & { count: number };
  const names = 'id chart x y vx vy mass moving radius contactAngle stretch tail headingX headingY sag lobes'.split(
    ' ',
  );
  return {
    time,
    step,
    maps: charts.map(({ height, trail, id, affinity }) =>
      [height, trail, id, affinity].map((map) => map && cellsOf(map)),
    ),
    drops: names.map((name) => [...(columns[name] as Float64Array).subarray(0, count)]),
  };
}

describe('a client in a worker', () => {
  test('runs the same water as one inline, to the bit', async () => {
    const [there, here] = await Promise.all([open('window', SCENE), open('window', SCENE, { worker: false })]);
    expect([there.runs, here.runs]).toEqual(['worker', 'inline']);
    for (const client of [there, here]) {
      await client.advance(1.003);
      await client.set({ rain: { rate: 50 }, surface: { tilt: '70deg' } });
      await client.addDrop({ x: 40, y: 10, mass: 40 });
      await client.wipe({ from: { x: 0, y: 30 }, to: { x: 80, y: 30 }, width: 10 });
      await client.advance(0.5);
    }
    expect(await there.hash()).toBe(await here.hash());
    expect(there.scene).toEqual(here.scene);
    // Functions do not cross threads.
    const { point: _, ...surface } = here.surface as SimulatedSurface;
    expect(there.surface).toEqual(surface);
    expect(await there.save()).toEqual(await here.save());
  });

  test('shows the same frames, though only what changed is sent', async () => {
    const simulation = createSimulation('window', SCENE);
    const client = await open('window', SCENE);
    for (let k = 0; k < 5; k++) {
      simulation.advance(0.2);
      void client.advance(0.2);
      const frame = await client.frame();
      expect(shown(frame)).toEqual(shown(simulation.frame()));
    }
  });

  test('reports which cells changed since any frame before', async () => {
    const client = await open('window');
    await client.advance(1);
    const first = await client.frame();
    const { version } = first.charts[0].height;
    const before = cellsOf(first.charts[0].height);
    await client.advance(0.02);
    await client.frame();
    await client.advance(0.02);
    const { height } = (await client.frame()).charts[0];
    const changed = height.changedSince(version);
    const after = cellsOf(height);
    const inside = (cell: number) => {
      const [col, row] = [cell % height.width, Math.floor(cell / height.width)];
      for (let n = 0; n < changed.length; n += 4) {
        const [left, top, width, tall] = changed.subarray(n, n + 4);
        if (col >= left && col < left + width && row >= top && row < top + tall) return true;
      }
      return false;
    };
    const differing = after.flatMap((value, cell) => (value === before[cell] ? [] : [cell]));
    expect(differing.length).toBeGreaterThan(0);
    expect(differing.every(inside)).toBe(true);
    expect(height.changedSince(height.version)).toHaveLength(0);
    const area = changed.reduce((sum, _, n) => (n % 4 === 0 ? sum + changed[n + 2] * changed[n + 3] : sum), 0);
    expect(area).toBeLessThan(height.width * height.height);
  });

  test('leaves out the maps that were not requested', async () => {
    const client = await open('window', SCENE, { maps: ['height'] });
    await client.advance(1);
    const { height, id, trail } = (await client.frame()).charts[0];
    expect(height.data.some((value) => value > 0)).toBe(true);
    expect([id.data.length, trail, id.changedSince(0).length]).toEqual([0, null, 0]);
  });

  test('a frame stays readable until the next has come', async () => {
    const client = await open('window', SCENE);
    await client.advance(0.5);
    const frame = await client.frame();
    const coming = client.frame();
    expect(frame.drops.x).toHaveLength(frame.drops.count);
    expect(frame.drops.count).toBeGreaterThan(0);
    await coming;
  });

  test('hands on errors with message and place, and goes on', async () => {
    const client = await open('window', SCENE);
    await expect(client.set({ surface: { tilt: 80 } })).rejects.toMatchObject({
      name: 'RivuletError',
      path: 'scene.surface.tilt',
      message: expect.stringContaining('Write "80deg"'),
    });
    await expect(open('windw')).rejects.toThrow('Did you mean "window"?');
    await client.advance(0.1);
    expect((await client.frame()).step).toBe(20);
    await client.advance(0.002);
    expect(await client.frame()).toMatchObject({ step: 20, lag: expect.closeTo(0.002, 9) });
  });

  test('rejects calls after dispose, which may be called twice', async () => {
    const client = await open('window', SCENE);
    const pending = client.advance(1);
    client.dispose();
    client.dispose();
    await expect(pending).rejects.toThrow('disposed');
    await expect(client.frame()).rejects.toThrow('disposed');
  });
});

test('a Node script that ends a client during calls that it does not await ends well', async () => {
  const script = `import('rivulet/worker').then(async ({ createSimulationClient }) => {
    const client = await createSimulationClient('window');
    void client.advance(3);
    void client.set({ wind: { speed: 1000 } });
    void client.addDrop({ x: 10, y: 10, mass: 5 });
    void client.wipe({ from: { x: 0, y: 30 }, to: { x: 80, y: 30 }, width: 10 });
    void client.frame();
    client.dispose();
  })`;
  await expect(promisify(execFile)(process.execPath, ['--eval', script])).resolves.toEqual({ stdout: '', stderr: '' });
});

test('without a worker the simulation runs inline, with one warning for all', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const openHere = clientOpener({
    startWorker: () => {
      throw new Error('workers are forbidden here');
    },
    loadInline: async () => createSimulation,
  });
  const both = [await openHere('window', SCENE), await openHere('window', SCENE)];
  expect(both.map(({ runs }) => runs)).toEqual(['inline', 'inline']);
  expect(warn.mock.calls).toEqual([['rivulet: the simulation runs without a worker: workers are forbidden here']]);
  warn.mockRestore();
});
