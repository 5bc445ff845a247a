/** Exports with a backdrop for each picture, with the defocused alpha, in linear light, and of a camera in space. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from 'fast-png';
import { createSimulation } from 'rivulet';
import { createBackdrop, readCamera, renderLinear, renderMaps } from 'rivulet/offline';
import { FloatType } from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { expect, test } from 'vitest';
import { callMain, list, runCli, SMALL_BACKDROP, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();
const bytesOf = (name: string) => readFileSync(join(folder.path, name));
const indexOf = (name: string) => JSON.parse(bytesOf(`${name}/index.json`).toString());
const pixels = (name: string) => Array.from(decode(bytesOf(name)).data);

/** Grey pictures, each brighter than the one before. */
function addPhotos(count: number): void {
  mkdirSync(join(folder.path, 'photos'));
  for (let n = 0; n < count; n++) {
    const data = new Uint8Array(3 * 48 * 36).fill(40 + 50 * n);
    writeFileSync(
      join(folder.path, `photos/${9 + n}.png`),
      encode({ width: 48, height: 36, channels: 3, depth: 8, data }),
    );
  }
}

const PAIRS = ['--maps', 'beauty,clean', '--size', '48x36', '--quality', 'fast', '--threads', '1'];
const pairs = (out: string, behind: string, ...more: string[]) => [
  ...['export', 'window', ...SMALL_PANE, '-o', out, '--at', '1', '--backdrops', behind, ...PAIRS, ...more],
  ...['--set', 'camera.tone=none', '--set', 'camera.glow=0', '--set', 'camera.blur=0'],
];

test('each picture stands before its own file of a folder, with its own clean picture', async () => {
  addPhotos(3);
  const { code, stderr } = await runCli(folder.path, pairs('a', 'photos', '--seconds', '0.3', '--fps', '10'));
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^rivulet: wrote 3 frames/)]);
  for (const k of [0, 1, 2]) {
    const [clean, rainy] = [pixels(`a/clean/frame-0000${k}.png`), pixels(`a/beauty/frame-0000${k}.png`)];
    // In the order of their numbers, 9 before 10.
    expect([Math.min(...clean), Math.max(...clean)]).toEqual([40 + 50 * k, 40 + 50 * k]);
    expect([...rainy]).not.toEqual([...clean]);
    expect(indexOf('a').pictures[k].backdrop).toMatchObject({ width: 48, height: 36 });
  }
  expect(indexOf('a').inputs.map(({ file }: { file: string }) => file)).toEqual([
    'photos/9.png',
    'photos/10.png',
    'photos/11.png',
  ]);
});

test('each picture stands before its own picture of a film', async () => {
  const film = ['render', 'window', ...SMALL_PANE, ...SMALL_BACKDROP, '-o', 'film.mp4', '--size', '48x36'];
  await runCli(folder.path, [...film, '--seconds', '0.6', '--fps', '10', '--quality', 'fast', '--threads', '1']);
  const { code } = await runCli(folder.path, pairs('a', 'film.mp4', '--seconds', '0.6', '--fps', '5'));
  expect(code).toBe(0);
  // Every second picture of the film, as far as its encoding keeps them.
  await runCli(folder.path, [
    ...film.map((word) => word.replace('film.mp4', 'film')),
    '--seconds',
    '0.6',
    '--fps',
    '10',
    '--quality',
    'fast',
  ]);
  for (const k of [0, 1, 2]) {
    const [clean, shown] = [pixels(`a/clean/frame-0000${k}.png`), pixels(`film/frame-0000${2 * k}.png`)];
    const off = clean.reduce((sum: number, value: number, n: number) => sum + Math.abs(value - shown[n]), 0);
    expect(off / clean.length).toBeLessThan(8);
  }
  const short = await runCli(folder.path, pairs('b', 'film.mp4', '--seconds', '2', '--fps', '5'));
  expect([short.code, short.stderr]).toEqual([
    1,
    expect.stringMatching(/^rivulet: --backdrops film\.mp4 must be as long as the export; it ends after 0\.60 s\./),
  ]);
});

test('alpha is the mask while the glass is in focus, and as soft as the water before a sharp street', async () => {
  const simulation = createSimulation('window', { surface: { width: 20, height: 15 } });
  simulation.advance(2);
  const frame = simulation.frame();
  const size = { width: 60, height: 45 };
  const sharp = renderMaps(frame, ['mask', 'alpha'], { camera: { focus: 'glass' }, ...size });
  expect([...sharp.alpha]).toEqual([...sharp.mask]);
  const camera = readCamera({ focus: 'street', blur: '3px', glow: 0 });
  const soft = renderMaps(frame, ['mask', 'alpha'], { camera, ...size });
  expect([...soft.mask]).toEqual([...sharp.mask]);
  // Water that is black before a white street: the light that is left is what alpha leaves.
  const white = new Uint8ClampedArray(4 * 16 * 12).fill(255);
  const backdrop = createBackdrop({ kind: 'image', image: { data: white, width: 16, height: 12 } });
  const light = renderLinear(frame, { camera, backdrop, ...size });
  let [partly, off] = [0, 0];
  for (let p = 0; p < soft.alpha.length; p++) {
    if (soft.alpha[p] > 0.05 && soft.alpha[p] < 0.95) partly += 1;
    // Dry light is 1, and water is nowhere brighter.
    off = Math.max(off, 1 - soft.alpha[p] - light.data[3 * p]);
    if (soft.alpha[p] === 0) expect(light.data[3 * p]).toBeCloseTo(1, 5);
  }
  expect(off).toBeLessThan(1e-3);
  expect(partly).toBeGreaterThan(3 * [...sharp.mask].filter((share) => share > 0.05 && share < 0.95).length);
  // The rows of a part are those of the whole.
  const part = renderMaps(frame, ['alpha'], { camera, ...size, rows: [10, 20] }).alpha;
  expect([...part]).toEqual([...soft.alpha.subarray(60 * 10, 60 * 20)]);
});

test('a camera in space sees depth, ids and boxes of what it shows', async () => {
  const scene = {
    version: 1,
    surface: { kind: 'pane', width: 60, height: 40, tilt: '90deg' },
    camera: { position: [0, 0, 100], target: [0, 0, 0] },
    glass: { thickness: 0 },
    rain: { kind: 'none' },
    drops: [{ x: 20, y: 20, mass: 8 }],
  };
  writeFileSync(join(folder.path, 'scene.json'), JSON.stringify(scene));
  const words = ['--tracer', '--maps', 'mask,id,depth,normal', '--format', 'exr', '--coco', '--size', '60x40'];
  const { code, stderr } = await runCli(folder.path, ['export', 'scene.json', '-o', 'a', '--at', '0.1', ...words]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^rivulet: wrote a in/)]);
  expect(indexOf('a')).toMatchObject({ surface: { kind: 'pane' }, picture: { width: 60, height: 40 } });
  const [mask, depth] = ['mask', 'depth'].map((map) => numbersOf(`a/${map}/frame-00000.exr`, 60, 40));
  // Dry glass in the plane z = 0: its depth over that in the middle is the secant of the angle.
  const seen = [...depth.keys()].filter((p) => depth[p] > 0 && mask[p] === 0);
  expect(seen.length).toBeGreaterThan(100);
  const least = Math.min(...seen.map((p) => depth[p]));
  expect(least).toBeCloseTo(100, 0);
  const across = (p: number) => ((p % 60) + 0.5 - 30) ** 2 + (Math.floor(p / 60) + 0.5 - 20) ** 2;
  const scale = seen.filter((p) => across(p) > 50).map((p) => (depth[p] ** 2 - 1e4) / across(p));
  const [low, high] = [Math.min(...scale), Math.max(...scale)];
  expect(high / low).toBeLessThan(1.02);
  const { images, annotations } = JSON.parse(bytesOf('a/coco.json').toString());
  expect(images[0]).toMatchObject({ width: 60, height: 40, file_name: 'mask/frame-00000.exr' });
  const wet = annotations.reduce((sum: number, { area }: { area: number }) => sum + area, 0);
  expect(wet).toBeGreaterThan(5);
});

/** The numbers of a file with one channel, the uppermost row first. */
function numbersOf(name: string, width: number, height: number): number[] {
  const file = bytesOf(name);
  const buffer = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  const { data } = new EXRLoader().setDataType(FloatType).parse(buffer) as { data: Float32Array };
  const stride = data.length / (width * height);
  const at = (p: number) => stride * ((height - 1 - Math.floor(p / width)) * width + (p % width));
  return Array.from({ length: width * height }, (_, p) => data[at(p)]);
}

test.each([
  [['--backdrops', 'nothing'], 'cannot read the backdrops nothing: no such file or folder.', 1],
  [
    ['--backdrops', 'empty'],
    '--backdrops empty must hold a PNG, JPEG or HDR file for each of the 1 pictures; it holds 0.',
    1,
  ],
  [['--backdrops', 'empty', '--backdrop', 'night'], '--backdrops and --backdrop exclude each other. Leave one out.', 2],
  [['--backdrops', 'empty', '--tracer'], '--backdrops and --tracer exclude each other. Leave one out.', 2],
])('%j is refused in one line', async (words, line, status) => {
  mkdirSync(join(folder.path, 'empty'));
  const { code, stderr } = await callMain(folder.path, ['export', 'window', '-o', 'a', ...words]);
  expect([code, stderr, list(folder.path)]).toEqual([status, `rivulet: ${line}\n`, ['empty']]);
});
