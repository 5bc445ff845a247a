import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { createSimulation } from 'rivulet';
import { createBackdrop, readCamera, renderLinear, renderMaps } from 'rivulet/offline';
import { DataUtils, FloatType } from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { expect, test } from 'vitest';
import { encodeExr, toHalf } from '../../src/cli/exr.ts';
import { expectWritten, runCli, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();

/** A file as three.js reads it: four floats a pixel, the lowest row first. */
function readByThree(bytes: Uint8Array) {
  const loader = new EXRLoader().setDataType(FloatType);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return loader.parse(buffer) as { width: number; height: number; data: Float32Array };
}

/** One channel of what three.js has read, the uppermost row first. */
function channelOf({ width, height, data }: ReturnType<typeof readByThree>, c: number): number[] {
  const stride = data.length / (width * height);
  return Array.from({ length: width * height }, (_, p) => {
    const row = height - 1 - Math.floor(p / width);
    return data[stride * (row * width + (p % width)) + c];
  });
}

test('three.js reads the floats of a file of several blocks as they were', () => {
  const [width, height] = [7, 37];
  const channel = (shift: number) => Float32Array.from({ length: width * height }, (_, p) => shift + p / 3);
  const names = ['R', 'G', 'B'] as const;
  const file = encodeExr(
    width,
    height,
    names.map((name, n) => ({ name, data: channel(1000 * n) })),
  );
  const read = readByThree(file);
  expect([read.width, read.height]).toEqual([width, height]);
  for (const n of names.keys()) expect(channelOf(read, n)).toEqual([...channel(1000 * n)]);
});

test('halves are the nearest, as three.js reads them', () => {
  const values = Float32Array.from([0, 1, -2.5, 0.1, 65504, 6e-8, 1 / 3, 2047.5, 0.99999]);
  const file = encodeExr(
    values.length,
    1,
    ['R', 'G', 'B'].map((name) => ({ name, half: true, data: values })),
  );
  const read = channelOf(readByThree(file), 0);
  for (const [n, value] of values.entries()) {
    expect(Math.abs(read[n] - value)).toBeLessThanOrEqual(Math.max(Math.abs(value) * 2 ** -11, 2 ** -25));
  }
  // Every finite half is its own nearest.
  for (let bits = 0; bits < 0x7c00; bits++) expect(toHalf(DataUtils.fromHalfFloat(bits))).toBe(bits);
  expect(toHalf(1e6)).toBe(0x7c00);
});

test('an export holds the numbers of the simulation', async () => {
  const words = ['--at', '1', '--maps', 'height,normal,id', '--format', 'exr', ...SMALL_PANE];
  expectWritten(await runCli(folder.path, ['export', 'window', '-o', 'truth', ...words]));
  const simulation = createSimulation('window', { surface: { width: 20, height: 15 } });
  simulation.advance(1);
  const camera = readCamera(simulation.scene.camera as object);
  const maps = renderMaps(simulation.frame(), ['height', 'normal', 'id'], { camera, quality: 'high' });
  const read = (map: string) => readFileSync(join(folder.path, `truth/${map}/frame-00000.exr`));
  expect(channelOf(readByThree(read('height')), 0)).toEqual([...maps.height]);
  const normal = readByThree(read('normal'));
  for (const c of [0, 1, 2]) expect(channelOf(normal, c)).toEqual([...maps.normal].filter((_, p) => p % 3 === c));
  expect(maps.id.some((id) => id > 0)).toBe(true);
  expect(readIds(read('id'), 40, 30)).toEqual([...maps.id]);
});

test('the picture of an export is the light itself, also where it is brighter than white', async () => {
  const words = ['--at', '0', '--maps', 'beauty', '--format', 'exr', ...SMALL_PANE, '--backdrop', 'night'];
  expectWritten(await runCli(folder.path, ['export', 'window', '-o', 'truth', ...words]));
  const read = readByThree(readFileSync(join(folder.path, 'truth/beauty/frame-00000.exr')));
  expect([read.width, read.height]).toEqual([40, 30]);
  const simulation = createSimulation('window', { surface: { width: 20, height: 15 } });
  const camera = readCamera(simulation.scene.camera as object);
  const backdrop = createBackdrop({ kind: 'night' });
  const { data } = renderLinear(simulation.frame(), { camera, backdrop, quality: 'high' });
  const green = channelOf(read, 1);
  for (const [p, value] of green.entries())
    expect(Math.abs(value - data[3 * p + 1])).toBeLessThan(0.001 + value / 1000);
  expect(Math.max(...green)).toBeGreaterThan(1);
});

/** The only channel of a file, of uint32: three.js reads halves and floats alone. */
function readIds(file: Buffer, width: number, height: number): number[] {
  expect(file.includes(Buffer.from('id\0\0\0\0\0', 'latin1'))).toBe(true);
  const blocks = Math.ceil(height / 16);
  // The header ends with its last attribute, a float, and a zero; then come the places of the blocks.
  const table = file.indexOf('screenWindowWidth\0float\0', 0, 'latin1') + 24 + 4 + 4 + 1;
  return Array.from({ length: blocks }, (_, n) => {
    const at = Number(file.readBigUInt64LE(table + 8 * n));
    const lines = Math.min(16, height - 16 * n);
    expect(file.readInt32LE(at)).toBe(16 * n);
    return unpack(file.subarray(at + 8, at + 8 + file.readInt32LE(at + 4)), 4 * width * lines);
  }).flat();
}

function unpack(data: Buffer, length: number): number[] {
  const sums = data.length < length ? inflateSync(data) : undefined;
  for (let n = 1; sums && n < length; n++) sums[n] = sums[n] + sums[n - 1] - 128;
  const raw = sums ? Buffer.from(sums.map((_, n) => sums[(n % 2) * Math.ceil(length / 2) + (n >> 1)])) : data;
  return Array.from({ length: length / 4 }, (_, p) => raw.readUInt32LE(4 * p));
}
