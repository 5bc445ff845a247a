/** Rows spread over workers make the same pictures and maps. */
import { createSimulation, type Frame } from 'rivulet';
import { createBackdrop, MAP_CHANNELS, type MapName, renderBeauty, renderMaps } from 'rivulet/offline';
import { createPicturePool, type MapWish, type PicturePool, picturePools } from 'rivulet/worker';
import { afterEach, describe, expect, test } from 'vitest';

const SCENE = {
  surface: { width: 80, height: 60 },
  rain: { kind: 'uniform', rate: 200 },
  fine: { density: 1 },
  fog: { density: 0.5 },
} as const;
const SIZE = { width: 200, height: 150 };
const backdrop = createBackdrop({ kind: 'night', resolution: 256 });

const pools: PicturePool[] = [];
const open = (create: typeof createPicturePool, threads: number) => {
  const pool = create(backdrop, threads);
  pools.push(pool);
  return pool;
};

/** All rows of some maps of a pool. */
async function gathered(pool: PicturePool, frame: Frame, names: readonly MapName[], wish: MapWish) {
  const all: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  await pool.maps(frame, names, wish, (numbers, [from]) => {
    for (const name of names) {
      const first = MAP_CHANNELS[name] * from * SIZE.width;
      numbers[name].forEach((value, n) => {
        all[name][first + n] = value;
      });
    }
  });
  return Object.fromEntries(names.map((name) => [name, (name === 'id' ? Uint32Array : Float32Array).from(all[name])]));
}

afterEach(() => {
  for (const pool of pools.splice(0)) pool.dispose();
});

describe('a pool of workers', () => {
  test('draws what one thread draws, byte for byte, picture after picture', async () => {
    const pool = open(createPicturePool, 2);
    const simulation = createSimulation('window', SCENE);
    for (const options of [{}, { camera: { focus: 'street' } }, { view: 'mask' }, { quality: 'high' }] as const) {
      simulation.advance(0.4);
      const picture = await pool.render(simulation.frame(), { ...SIZE, ...options });
      expect(picture).toEqual(renderBeauty(simulation.frame(), { ...SIZE, ...options, backdrop }));
    }
    expect(pool.workers).toBe(2);
  });

  test('gives the maps of one thread, number for number, on any number of threads', async () => {
    const names = Object.keys(MAP_CHANNELS) as MapName[];
    const counts = [0, 1, 3];
    const simulation = createSimulation('window', { ...SCENE, film: {} });
    const { surface } = simulation.scene;
    const spread = counts.map((threads) => open(createPicturePool, threads));
    for (const quality of ['fast', 'high'] as const) {
      simulation.advance(0.4);
      const frame = simulation.frame();
      const wanted = renderMaps(frame, names, { ...SIZE, quality, backdrop });
      for (const pool of spread) {
        // A picture in between needs fewer of the frame's maps.
        await pool.render(frame, SIZE);
        const numbers = await gathered(pool, frame, names, { ...SIZE, quality, surface });
        for (const name of names) expect(numbers[name], name).toEqual(wanted[name]);
      }
    }
    expect(spread.map(({ workers }) => workers)).toEqual([0, 1, 2]);
  });

  test('gives maps without a backdrop, but for the refraction', async () => {
    const pool = createPicturePool(undefined, 2);
    pools.push(pool);
    const frame = createSimulation('window', SCENE).frame();
    expect(await gathered(pool, frame, ['height'], SIZE)).toEqual(renderMaps(frame, ['height'], SIZE));
    const said = 'backdrop must be made with createBackdrop';
    await expect(gathered(pool, frame, ['refraction'], SIZE)).rejects.toThrow(said);
    await expect(pool.render(frame, SIZE)).rejects.toThrow(said);
  });

  test('stops where its maps are not taken', async () => {
    const frame = createSimulation('window', SCENE).frame();
    for (const threads of [0, 2]) {
      const refuse = () => Promise.reject(new Error('enough'));
      await expect(open(createPicturePool, threads).maps(frame, ['id'], SIZE, refuse)).rejects.toThrow('enough');
    }
  });

  test('draws into a picture of one’s own', async () => {
    const pool = open(createPicturePool, 3);
    const frame = createSimulation('window', SCENE).frame();
    const out = { ...SIZE, data: new Uint8ClampedArray(4 * SIZE.width * SIZE.height) };
    expect(await pool.render(frame, { out })).toBe(out);
    expect(out).toEqual(renderBeauty(frame, { ...SIZE, backdrop }));
  });

  test('starts no worker for a few rows, or if there may be none', async () => {
    const frame = createSimulation('window', SCENE).frame();
    for (const [threads, height] of [
      [2, 60],
      [0, 150],
    ]) {
      const pool = open(createPicturePool, threads);
      expect(await pool.render(frame, { height })).toEqual(renderBeauty(frame, { height, backdrop }));
      expect(pool.workers).toBe(0);
    }
  });

  test('leaves this thread free with one worker', async () => {
    const pool = open(createPicturePool, 1);
    const frame = createSimulation('window', SCENE).frame();
    let isDone = false;
    const drawn = pool.render(frame, SIZE).finally(() => {
      isDone = true;
    });
    await new Promise((done) => setTimeout(done));
    expect([isDone, pool.workers]).toEqual([false, 1]);
    expect(await drawn).toEqual(renderBeauty(frame, { ...SIZE, backdrop }));
  });

  test('goes on in this thread where a worker is refused, or fails', async () => {
    const frame = createSimulation('window', SCENE).frame();
    const refuse = () => {
      throw new Error('refused');
    };
    const fail = () => ({
      postMessage: () => {},
      listen: (_hear: unknown, tell: (why: string) => void) => void setTimeout(() => tell('gone'), 1),
      end: () => {},
    });
    for (const start of [refuse, fail]) {
      const pool = open(picturePools(start), 2);
      expect(await pool.render(frame, SIZE)).toEqual(renderBeauty(frame, { ...SIZE, backdrop }));
      expect(pool.workers).toBe(0);
    }
  });

  test('says what is wrong with a wish as one thread does', async () => {
    const pool = open(createPicturePool, 2);
    const frame = createSimulation('window', SCENE).frame();
    const said = 'chart must be a whole number from 0 to 0; got 3.';
    await expect(pool.render(frame, { ...SIZE, chart: 3 })).rejects.toThrow(said);
    await expect(pool.render(frame, { ...SIZE, camera: { zoom: 0 } })).rejects.toThrow('camera.zoom must be');
    await expect(gathered(pool, frame, ['id'], { ...SIZE, chart: 3 })).rejects.toThrow(said);
    await expect(gathered(pool, frame, ['id'], { ...SIZE, camera: { zoom: 0 } })).rejects.toThrow(
      'camera.zoom must be',
    );
  });
});
