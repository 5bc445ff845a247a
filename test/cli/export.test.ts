import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { createSimulation, type Simulation } from 'rivulet';
import { createBackdrop, MAP_CHANNELS, type MapName, renderBeauty, renderMaps } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { expectWritten, list, runCli, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();
const SMALL = { surface: { width: 20, height: 15 } };
/** With every layer, so that each map has something to hold. */
const LAYERED = { ...SMALL, fine: { refill: 2 }, fog: { density: 0.5 }, film: { friction: 0.5 } };
const LAYERS = ['--set', 'fine.refill=2', '--set', 'fog.density=0.5', '--set', 'film.friction=0.5'];
const SIZE = { width: 60, height: 40 };
const SIZED = ['--size', '60x40'];
/** As window has it. */
const CAMERA = { zoom: 1.35 };
const MAPS = Object.keys(MAP_CHANNELS) as MapName[];

async function exported(words: readonly string[], notes = ''): Promise<void> {
  expectWritten(await runCli(folder.path, ['export', 'window', ...SMALL_PANE, ...words]), notes);
}

const bytesOf = (name: string) => readFileSync(join(folder.path, name));
const indexOf = (name: string) => JSON.parse(bytesOf(`${name}/index.json`).toString());
const sceneAt = (seconds: number, scene: object = LAYERED): Simulation => {
  const simulation = createSimulation('window', scene);
  simulation.advance(seconds);
  return simulation;
};

/** Every file of a folder and its bytes. */
function contents(name: string): Record<string, string> {
  const names = readdirSync(join(folder.path, name), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.sort().map((file) => [file.slice(file.indexOf(name) + name.length), hex(file)]));
}
const hex = (file: string) => readFileSync(file).toString('hex');

/** The values of a map of one picture, as its index says they are read. */
function valuesOf(name: string, map: string, k = 0): number[] {
  const index = indexOf(name);
  const { data, channels, depth, width, height } = decode(bytesOf(`${name}/${index.pictures[k].files[map]}`));
  const { bits, scale, zero, weights } = index.maps[map];
  expect([depth, width, height]).toEqual([bits, index.picture.width, index.picture.height]);
  if (!weights) return Array.from(data, (number) => scale * (number - zero));
  const ids = Array.from({ length: data.length / channels }, (_, p) => p * channels);
  return ids.map((p) => weights.reduce((id: number, weight: number, c: number) => id + weight * data[p + c], 0));
}

/** The drops of one picture: a record a line. */
function dropsOf(name: string, k = 0): Record<string, number>[] {
  const [head, ...lines] = bytesOf(`${name}/${indexOf(name).pictures[k].files.drops}`)
    .toString()
    .trim()
    .split('\n');
  const columns = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((text, c) => [columns[c], Number(text)])));
}

describe('maps', () => {
  test('of PNG files are the library’s numbers, to half a step of the scale in the index', async () => {
    await exported(['-o', 'truth', '--at', '1', '--maps', 'all', ...LAYERS, ...SIZED]);
    const frame = sceneAt(1).frame();
    const options = { ...SIZE, camera: CAMERA, quality: 'high', backdrop: createBackdrop({ kind: 'street' }) } as const;
    const expected = renderMaps(frame, MAPS, options);
    const { maps } = indexOf('truth');
    for (const map of MAPS) {
      const values = valuesOf('truth', map);
      expect([map, values.length]).toEqual([map, expected[map].length]);
      const allowed = map === 'id' ? 0 : 0.5001 * maps[map].scale;
      const wrong = values.filter((value, n) => Math.abs(value - expected[map][n]) > allowed);
      expect([map, wrong]).toEqual([map, []]);
      expect([map, new Set(values).size > 2]).toEqual([map, true]);
    }
    const beauty = decode(bytesOf('truth/beauty/frame-00000.png'));
    const rgb = renderBeauty(frame, options).data.filter((_, p) => p % 4 !== 3);
    expect([...beauty.data]).toEqual([...rgb]);
  });

  test('of NPY files are the library’s numbers, to the last bit', async () => {
    await exported(['-o', 'truth', '--at', '1', '--maps', 'all', '--format', 'npy', ...LAYERS, ...SIZED]);
    const options = { ...SIZE, camera: CAMERA, quality: 'high', backdrop: createBackdrop({ kind: 'street' }) } as const;
    const expected = renderMaps(sceneAt(1).frame(), MAPS, options);
    const { maps, pictures } = indexOf('truth');
    for (const map of MAPS) {
      const file = bytesOf(`truth/${pictures[0].files[map]}`);
      const end = 10 + file.readUInt16LE(8);
      const shape = MAP_CHANNELS[map] === 3 ? '40, 60, 3' : '40, 60';
      expect([file.subarray(0, 8).toString('latin1'), end % 64]).toEqual(['\x93NUMPY\x01\x00', 0]);
      const head = `{'descr': '${maps[map].type}', 'fortran_order': False, 'shape': (${shape}), }`;
      expect(file.subarray(10, end).toString('latin1').trim()).toBe(head);
      expect(maps[map].type).toBe(map === 'id' ? '<u4' : '<f4');
      const { buffer, byteOffset, byteLength } = expected[map];
      expect(file.subarray(end).equals(Buffer.from(buffer, byteOffset, byteLength))).toBe(true);
    }
    expect(maps.beauty.type).toBe('|u1');
    expect(bytesOf('truth/beauty/frame-00000.npy').subarray(-7200).length).toBe(3 * 60 * 40);
  });

  test('are five by default, each once, and what does not change is written once', async () => {
    await exported(['-o', 'five', '--at', '0']);
    expect(list(join(folder.path, 'five'))).toEqual([
      'README.md',
      'beauty',
      'drops',
      'height',
      'id',
      'index.json',
      'mask',
      'normal',
    ]);
    await exported(['-o', 'few', '--seconds', '0.2', '--fps', '10', '--maps', 'id, affinity,id']);
    expect(list(join(folder.path, 'few'))).toEqual(['README.md', 'affinity.png', 'drops', 'id', 'index.json']);
    const files = indexOf('few').pictures.map((picture: { files: object }) => picture.files);
    expect(files).toEqual(
      ['00000', '00001'].map((k) => ({
        id: `id/frame-${k}.png`,
        affinity: 'affinity.png',
        drops: `drops/frame-${k}.csv`,
      })),
    );
  });

  test('all are those of the layers that are there', async () => {
    await exported(['-o', 'some', '--at', '0', '--maps', 'all', '--set', 'fine=null', '--set', 'film=null']);
    const names = ['beauty', 'mask', 'height', 'normal', 'id', 'refraction', 'alpha', 'affinity', 'blurred', 'clean'];
    expect(Object.keys(indexOf('some').maps)).toEqual(names);
  });
});

describe('registration', () => {
  /** Without fine drops and glow what differs from dry glass is drops and trails alone. */
  const BARE = ['--set', 'fine=null', '--set', 'film=null', '--set', 'camera.glow=0', '--set', 'rain.rate=400'];
  const LOOK = ['--set', 'camera.zoom=1.7', '--set', 'camera.centre=[12,6]', '--size', '240x130'];

  test('beauty shows water where mask, id and height have it, and the dry street where they have none', async () => {
    await exported(['-o', 'dry', '--at', '0', '--maps', 'beauty', ...BARE, ...LOOK]);
    await exported(['-o', 'wet', '--at', '2', ...BARE, ...LOOK]);
    const [dry, wet] = ['dry', 'wet'].map((name) => decode(bytesOf(`${name}/beauty/frame-00000.png`)).data);
    const changed = (p: number) => [0, 1, 2].some((c) => dry[3 * p + c] !== wet[3 * p + c]);
    const [mask, id, height] = ['mask', 'id', 'height'].map((map) => valuesOf('wet', map));
    const pixels = mask.map((_, p) => p);
    expect(pixels.filter((p) => mask[p] === 0 && changed(p))).toEqual([]);
    expect(pixels.filter((p) => (id[p] > 0 || height[p] > 0) && mask[p] === 0)).toEqual([]);
    const owned = pixels.filter((p) => id[p] > 0);
    expect(owned.length).toBeGreaterThan(1000);
    expect(owned.filter(changed).length).toBeGreaterThan(0.99 * owned.length);
  });

  test('the box of a still drop is that of its pixels', async () => {
    // Light drops that stay where they are put, each with a rim of its own.
    const put = [7.5, 10.5, 13.5, 16.5].flatMap((x) => [4.2, 7.4].map((y) => ({ x, y, mass: x / 50 + y / 50 })));
    const still = ['--set', 'rain.kind=none', '--set', `drops=${JSON.stringify(put)}`];
    await exported(['-o', 'wet', '--at', '0.5', '--maps', 'id', ...BARE.slice(0, 4), ...still, ...LOOK]);
    const id = valuesOf('wet', 'id');
    let seen = 0;
    for (const drop of dropsOf('wet')) {
      const { pxLeft, pxTop, pxRight, pxBottom } = drop;
      const whole = pxLeft > 1 && pxTop > 1 && pxRight < 239 && pxBottom < 129;
      if (!whole) continue;
      const own = id.flatMap((one, p) => (one === drop.id ? [p] : []));
      const [columns, rows] = [own.map((p) => p % 240), own.map((p) => Math.floor(p / 240))];
      const box = [Math.min(...columns), Math.min(...rows), Math.max(...columns) + 1, Math.max(...rows) + 1];
      const apart = [pxLeft, pxTop, pxRight, pxBottom].map((side, n) => Math.abs(side - box[n]));
      expect([drop.id, Math.max(...apart) <= 1]).toEqual([drop.id, true]);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(5);
  });
});

describe('the index', () => {
  test('has scene, seed, camera, units, where pixels lie, and of each picture time, hash and ledger', async () => {
    await exported(['-o', 'film', '--at', '0.5', '--seconds', '0.3', '--fps', '10', '--maps', 'id', '--seed', '5']);
    const index = indexOf('film');
    expect(index).toMatchObject({ format: 'rivulet-export', version: 1, scene: 'window', seed: 5, fps: 10 });
    expect(index.camera).toMatchObject({ zoom: 1.35, distance: 600, focus: 'glass' });
    expect(index.units).toEqual({ length: 'mm', mass: 'mg', time: 's', angle: 'rad' });
    // 40 × 30 pixels of 20 × 15 mm, 1.35 times as near: the middle stays where it is.
    const { width, height, pixel, left, top } = index.picture;
    expect([width, height]).toEqual([40, 30]);
    expect([pixel, left + 20 * pixel, top + 15 * pixel].map((n) => n.toFixed(6))).toEqual([
      (0.5 / 1.35).toFixed(6),
      '10.000000',
      '7.500000',
    ]);
    const simulation = sceneAt(0.5, { ...SMALL, seed: 5 });
    for (const [k, time] of [0.5, 0.6, 0.7].entries()) {
      const { steps, lag, hash, ledger, drops } = index.pictures[k];
      expect(index.pictures[k].time).toBeCloseTo(time, 9);
      expect([steps, lag, hash]).toEqual([simulation.steps, 0, simulation.hash()]);
      expect([ledger, drops]).toEqual([simulation.ledger(), simulation.drops.count]);
      simulation.advance(0.1);
    }
    expect(index.pictures).toHaveLength(3);
  });

  test('has the scene whole: from it the same files are made again', async () => {
    const words = ['--at', '0.8', '--maps', 'mask,id', ...SIZED];
    await exported(['-o', 'one', '--set', 'rain.rate=300', '--seed', '9', ...words]);
    const stdin = JSON.stringify(indexOf('one').settings);
    expect(await runCli(folder.path, ['export', '-', '-o', 'two', ...words], { stdin })).toMatchObject({ code: 0 });
    const [one, two] = ['one', 'two'].map(contents);
    expect({ ...two, '/index.json': '' }).toEqual({ ...one, '/index.json': '' });
  });

  test('has the lag of a picture between two steps, and places include it', async () => {
    await exported(['-o', 'late', '--at', '2.003', '--maps', 'id', '--set', 'rain.rate=400']);
    const [{ steps, lag }] = indexOf('late').pictures;
    expect([steps, lag.toFixed(6)]).toEqual([400, '0.003000']);
    const { drops } = sceneAt(2, { ...SMALL, rain: { rate: 400 } });
    const running = Array.from({ length: drops.count }, (_, slot) => slot).find((slot) => drops.vy[slot] > 0) as number;
    const told = dropsOf('late').find(({ id }) => id === drops.id[running]);
    expect(told?.y).toBeCloseTo(drops.y[running] + lag * drops.vy[running], 9);
  });
});

describe('drops', () => {
  test('are a line each, in the order of their ids, with the water of the ledger', async () => {
    await exported(['-o', 'truth', '--at', '2', '--maps', 'id', '--set', 'rain.rate=400']);
    const told = dropsOf('truth');
    const { drops } = sceneAt(2, { ...SMALL, rain: { rate: 400 } });
    expect(told.map(({ id }) => id)).toEqual([...drops.id.subarray(0, drops.count)].sort((a, b) => a - b));
    expect(Object.keys(told[0])).toEqual(Object.keys(indexOf('truth').drops));
    const water = told.reduce((sum, { mass }) => sum + mass, 0);
    expect(water).toBeCloseTo(indexOf('truth').pictures[0].ledger.onDrops, 9);
    for (let slot = 0; slot < drops.count; slot++) {
      const drop = told.find(({ id }) => id === drops.id[slot]);
      const { x, y, vx, vy, mass, moving, radius, sag } = drop as Record<string, number>;
      expect([x, y, vx, vy]).toEqual([drops.x[slot], drops.y[slot], drops.vx[slot], drops.vy[slot]]);
      expect([mass, moving, radius]).toEqual([drops.mass[slot], drops.moving[slot], drops.radius[slot]]);
      expect(sag).toBe(drops.sag[slot]);
    }
  });
});

describe('a folder', () => {
  const WORDS = ['--seconds', '0.2', '--fps', '10', '--size', '160x125'];

  test('is the same to the last byte, whatever the threads, and written over itself', async () => {
    await exported(['-o', 'one', '--threads', '1', ...WORDS]);
    await exported(['-o', 'two', '--threads', '2', ...WORDS]);
    const one = contents('one');
    expect(Object.keys(one)).toHaveLength(14);
    expect(contents('two')).toEqual(one);
    await exported(['-o', 'one', ...WORDS]);
    expect(contents('one')).toEqual(one);
  });

  test('of maps alone is the same to the last byte, whatever the threads', async () => {
    const maps = ['--maps', 'mask,height,normal,id,alpha,affinity', '--coco', ...WORDS];
    await exported(['-o', 'one', '--threads', '1', ...maps]);
    await exported(['-o', 'two', '--threads', '2', ...maps]);
    expect(contents('two')).toEqual(contents('one'));
  });

  test('may hold an older export, of which it says what is left', async () => {
    await exported(['-o', 'film', '--seconds', '0.3', '--fps', '10', '--maps', 'mask,id']);
    const stderr = 'rivulet: film also holds 5 frames that this export did not write, left as before.\n';
    await exported(['-o', 'film', '--seconds', '0.2', '--fps', '10', '--maps', 'mask'], stderr);
    expect(indexOf('film').pictures.flatMap(({ files }: { files: object }) => Object.values(files))).toEqual([
      'mask/frame-00000.png',
      'drops/frame-00000.csv',
      'mask/frame-00001.png',
      'drops/frame-00001.csv',
    ]);
  });

  test.each(['{ "name": "my page" }', 'no JSON'])(
    'with an index of another program, %s, is left as it is',
    async (text) => {
      mkdirSync(join(folder.path, 'page'));
      writeFileSync(join(folder.path, 'page/index.json'), text);
      const line = `${join('page', 'index.json')} must be of an older export to be replaced; it is something else.`;
      const outcome = await runCli(folder.path, ['export', 'window', '-o', 'page', '--seconds', '1e6']);
      expect(outcome).toEqual({ code: 1, stdout: '', stderr: `rivulet: ${line} Name another folder.\n` });
      expect(list(join(folder.path, 'page'))).toEqual(['index.json']);
      expect(bytesOf('page/index.json').toString()).toBe(text);
    },
  );

  test('whose picture cannot be written has none of its files, and an index of those before', async () => {
    await exported(['-o', 'film', '--at', '0', '--maps', 'mask,id']);
    // A folder where the second picture's last file is to be.
    mkdirSync(join(folder.path, 'film/id/frame-00001.png'));
    const words = ['-o', 'film', '--seconds', '0.3', '--fps', '10', '--maps', 'mask,id'];
    const outcome = await runCli(folder.path, ['export', 'window', ...SMALL_PANE, ...words]);
    const file = join('film', 'id/frame-00001.png');
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: `rivulet: cannot write ${file}: it is a folder.\n` });
    expect(list(join(folder.path, 'film/mask'))).toEqual(['frame-00000.png']);
    expect(list(join(folder.path, 'film/drops'))).toEqual(['frame-00000.csv']);
    expect(indexOf('film').pictures).toHaveLength(1);
  });

  test('is not made for a scene that lacks the layer of a map', async () => {
    const outcome = await runCli(folder.path, ['export', 'window', '-o', 'deep/fog', '--maps', 'fog']);
    const line = '--maps must be of a layer that is there; got "fog" without fog. Give the scene "fog": {}.';
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: `rivulet: ${line}\n` });
    expect(existsSync(join(folder.path, 'deep'))).toBe(false);
  });
});
