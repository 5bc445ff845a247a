/** The docs did not say how the picture follows from its maps: this puts it together again as docs/export.md says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { expect, test } from 'vitest';
import { callMain, expectWritten, useFolder } from '../cli/run-cli.js';

const folder = useFolder();
const [WIDTH, HEIGHT] = [300, 150];
const PHOTO = { width: 256, height: 128 };

/** Drops of many pixels. */
const NEAR = ['--set', 'camera.zoom=4'];

/** Three floats a pixel. */
interface Light {
  readonly data: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** Sky, houses with lit windows, and a road. */
function photo(): Uint8Array {
  const data = new Uint8Array(3 * PHOTO.width * PHOTO.height);
  for (let p = 0; p < PHOTO.width * PHOTO.height; p++) {
    const [x, y] = [p % PHOTO.width, Math.floor(p / PHOTO.width)];
    const house = y > 40 + 20 * Math.sin(Math.floor(x / 32)) && y < 96;
    const lit = house && x % 16 > 9 && y % 16 > 8;
    data.set(
      lit ? [250, 220, 120] : house ? [90, 60 + (x % 32), 50] : y < 96 ? [150, 180, 255 - y] : [70, 75, 80],
      3 * p,
    );
  }
  return data;
}

const decoded = (byte: number) => (byte <= 10.31475 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (x: number) => 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);

/** The numbers of an NPY file. */
function readNpy(name: string): Float32Array | Uint8Array {
  const file = readFileSync(join(folder.path, 'truth', name));
  const bytes = Uint8Array.from(file.subarray(10 + file.readUInt16LE(8)));
  return file.subarray(0, 40).includes('u1') ? bytes : new Float32Array(bytes.buffer);
}

/** A picture and its halves: each pixel the mean of 2 × 2. */
function halves(first: Light): Light[] {
  const levels = [first];
  for (let last = first; last.width > 1 && last.height > 1; levels.push(last)) {
    const { data, width } = last;
    const half = { width: width / 2, height: last.height / 2, data: new Float64Array(data.length / 4) };
    for (let n = 0; n < half.data.length; n++) {
      const [c, x, y] = [n % 3, Math.floor(n / 3) % half.width, Math.floor(n / 3 / half.width)];
      const at = (dx: number, dy: number) => data[3 * ((2 * y + dy) * width + 2 * x + dx) + c];
      half.data[n] = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
    }
    last = half;
  }
  return levels;
}

/** Bilinear between pixel centres, edges held. */
function bilinear({ data, width, height }: Light, u: number, v: number): number[] {
  const x = Math.min(width - 1, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, v * height - 0.5));
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const at = (col: number, row: number, c: number) =>
    data[3 * (Math.min(row, height - 1) * width + Math.min(col, width - 1)) + c];
  const mix = (a: number, b: number, t: number) => a + (b - a) * t;
  return [0, 1, 2].map((c) =>
    mix(mix(at(x0, y0, c), at(x0 + 1, y0, c), x - x0), mix(at(x0, y0 + 1, c), at(x0 + 1, y0 + 1, c), x - x0), y - y0),
  );
}

/**
 * Exports a picture and puts it together from its maps. Returns the largest error of a channel [of 255] for each pixel that is dry, and
 * for each that is whole water with whole water around it.
 */
async function recompose(settings: readonly string[]): Promise<{ whole: number[]; dry: number[] }> {
  const bytes = photo();
  writeFileSync(join(folder.path, 'photo.png'), encode({ ...PHOTO, data: bytes, channels: 3 }));
  const sharp = ['--set', 'camera.blur=0', '--set', 'camera.glow=0', '--quality', 'fast', '--threads', '1'];
  const words = [
    '--backdrop',
    'photo.png',
    '--size',
    `${WIDTH}x${HEIGHT}`,
    '--at',
    '4',
    '--format',
    'npy',
    ...sharp,
    ...NEAR,
  ];
  const maps = ['--maps', 'beauty,mask,normal,refraction,clean', ...settings];
  expectWritten(await callMain(folder.path, ['export', 'window', '-o', 'truth', ...words, ...maps]));
  const index = JSON.parse(readFileSync(join(folder.path, 'truth/index.json'), 'utf8'));
  const [beauty, mask, normal, refraction, clean] = ['beauty', 'mask', 'normal', 'refraction', 'clean'].map((map) =>
    readNpy(index.pictures[0].files[map]),
  );

  const levels = halves({ ...PHOTO, data: Float64Array.from(bytes, decoded) });
  const { mean } = index.backdrop;
  const pixels = levels[0].data.length / 3;
  for (const c of [0, 1, 2]) {
    const sum = levels[0].data.reduce((total, value, n) => total + (n % 3 === c ? value : 0), 0);
    expect(mean[c]).toBeCloseTo(sum / pixels, 5);
  }

  /** How far apart two pixels of water see [texels]; Infinity where the other is none or sees nothing. */
  const apart = (p: number, other: number, there: boolean) => {
    if (!there || mask[other] < 0.5 || refraction[3 * other + 2] === 0) return Number.POSITIVE_INFINITY;
    const du = (refraction[3 * other] - refraction[3 * p]) * PHOTO.width;
    const dv = (refraction[3 * other + 1] - refraction[3 * p + 1]) * PHOTO.height;
    return Math.hypot(du, dv);
  };
  const water = (p: number): number[] => {
    const [col, row] = [p % WIDTH, Math.floor(p / WIDTH)];
    const across = Math.min(apart(p, p - 1, col > 0), apart(p, p + 1, col < WIDTH - 1), 0.2 * PHOTO.height);
    const down = Math.min(apart(p, p - WIDTH, row > 0), apart(p, p + WIDTH, row < HEIGHT - 1), 0.2 * PHOTO.height);
    const texels = Math.max(Math.max(across, down) / 2, Math.min(across, down), 1);
    const level = Math.min(levels.length - 1, Math.log2(texels));
    const [u, v, share] = refraction.subarray(3 * p, 3 * p + 3);
    const fine = bilinear(levels[Math.floor(level)], u, v);
    const coarse = bilinear(levels[Math.min(levels.length - 1, Math.floor(level) + 1)], u, v);
    const part = level - Math.floor(level);
    const room = 0.05 * (1 + 0.5 * normal[3 * p + 1]);
    return fine.map((value, c) => share * (value + (coarse[c] - value) * part) + (1 - share) * room * mean[c]);
  };

  const errors: { whole: number[]; dry: number[] } = { whole: [], dry: [] };
  for (let p = 0; p < WIDTH * HEIGHT; p++) {
    const [col, row] = [p % WIDTH, Math.floor(p / WIDTH)];
    const around = [p, p - 1, p + 1, p - WIDTH, p + WIDTH];
    const inside = col > 0 && row > 0 && col < WIDTH - 1 && row < HEIGHT - 1;
    const isWhole = inside && around.every((n) => mask[n] === 1);
    if (mask[p] > 0 && !isWhole) continue;
    const colour = mask[p] > 0 ? water(p) : [...clean.subarray(3 * p, 3 * p + 3)].map(decoded);
    const error = Math.max(...colour.map((value, c) => Math.abs(encoded(value) - beauty[3 * p + c])));
    (isWhole ? errors.whole : errors.dry).push(error);
  }
  return errors;
}

const within = (errors: readonly number[], limit: number) =>
  errors.filter((error) => error <= limit).length / errors.length;

test('beauty is (1 − mask)·clean + mask·(share·backdrop + (1 − share)·room), to 1 of 255 in 99.7 % of the water', async () => {
  // So wide that hardly any light comes from beyond its edges.
  const { whole, dry } = await recompose(['--set', 'backdrop.span=4']);
  expect([whole.length > 3000, dry.length > 3000]).toEqual([true, true]);
  expect(Math.max(...dry)).toBeLessThanOrEqual(0.51);
  expect(within(whole, 1)).toBeGreaterThan(0.997);
});

test('beauty of a mirrored backdrop is the same, to 2 of 255 in 98 % of the water', async () => {
  const { whole, dry } = await recompose([]);
  expect(Math.max(...dry)).toBeLessThanOrEqual(0.51);
  expect(within(whole, 2)).toBeGreaterThan(0.98);
});
