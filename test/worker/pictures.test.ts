/** Rows spread over workers make the same picture. */
import { createSimulation } from 'rivulet';
import { createBackdrop, renderBeauty } from 'rivulet/offline';
import { createPicturePool, type PicturePool, picturePools } from 'rivulet/worker';
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
  });
});
