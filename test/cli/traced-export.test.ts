/** `rivulet export --tracer`: what the camera of a scene sees of its surface, by rays, and the numbers under the pixels. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { createSimulation } from 'rivulet';
import {
  createBackdrop,
  cuboidOfBackdrop,
  renderTraced,
  renderTracedMaps,
  TRACED_MAP_CHANNELS,
  type TraceOptions,
} from 'rivulet/offline';
import { expect, test } from 'vitest';
import { callMain, expectWritten, list, useFolder } from './run-cli.js';

const folder = useFolder();
const SCENE = {
  surface: { kind: 'box', width: 30, height: 30, depth: 30 },
  rain: { kind: 'none' },
  drops: [
    { chart: 0, x: 15, y: 15, mass: 40 },
    { chart: 1, x: 12, y: 12, mass: 25 },
  ],
  camera: { position: [40, 30, 80], field: '35deg' },
  backdrop: { kind: 'street', resolution: 64 },
} as const;
const [WIDE, HIGH] = [64, 50];
const SIZE = ['--size', `${WIDE}x${HIGH}`];
const MAPS = ['mask', 'id', 'normal', 'refraction', 'depth'] as const;

/** The scene's frame, and how the library is asked for the same pictures. */
function expected() {
  const simulation = createSimulation(SCENE);
  const options: TraceOptions = {
    surface: simulation.scene.surface,
    surroundings: cuboidOfBackdrop(createBackdrop({ kind: 'street', resolution: 64 })),
    camera: { position: [40, 30, 80], field: (35 * Math.PI) / 180 },
    width: WIDE,
    height: HIGH,
    quality: 'high',
  };
  return { frame: simulation.frame(), options };
}

const exported = async (...words: string[]) => {
  writeFileSync(join(folder.path, 'box.json'), JSON.stringify(SCENE));
  return callMain(folder.path, ['export', 'box.json', '-o', 'out', '--at', '0', ...words]);
};
const bytesOf = (name: string) => readFileSync(join(folder.path, 'out', name));
const indexOf = () => JSON.parse(bytesOf('index.json').toString());

test('its NPY files are the numbers of the library, and its picture that of renderTraced', async () => {
  const words = ['--tracer', '--format', 'npy', ...SIZE];
  expectWritten(await exported(...words, '--threads', '1'));
  const { frame, options } = expected();
  const numbers = renderTracedMaps(frame, MAPS, options);
  const { files, pose } = indexOf().pictures[0];
  expect(Object.keys(files)).toEqual(['beauty', ...MAPS, 'drops']);
  expect(pose).toEqual([0, 0, 0, 1]);
  for (const map of MAPS) {
    const file = bytesOf(files[map]);
    const { buffer } = Uint8Array.from(file.subarray(10 + file.readUInt16LE(8)));
    expect(map === 'id' ? new Uint32Array(buffer) : new Float32Array(buffer), map).toEqual(numbers[map]);
  }
  expect(new Set(numbers.id)).toEqual(new Set([0, 1, 2]));
  const picture = renderTraced(frame, options).data.filter((_, p) => p % 4 !== 3);
  expect([...bytesOf(files.beauty).subarray(-3 * WIDE * HIGH)]).toEqual([...picture]);
  const one = Object.values<string>(files).map(bytesOf);
  expectWritten(await exported(...words, '--threads', '2'));
  expect(Object.values<string>(files).map(bytesOf)).toEqual(one);
});

test('its PNG files are the same to half a step of the scale in the index, which tells where the eye is', async () => {
  expectWritten(await exported('--tracer', '--maps', 'all', '--coco', ...SIZE));
  const { frame, options } = expected();
  const numbers = renderTracedMaps(frame, MAPS, options);
  const { maps, pictures, surface, picture } = indexOf();
  for (const map of ['mask', 'normal', 'refraction', 'depth'] as const) {
    const { scale, zero } = maps[map];
    const { data } = decode(bytesOf(pictures[0].files[map]));
    expect(data.length).toBe(TRACED_MAP_CHANNELS[map] * WIDE * HIGH);
    data.forEach((value, n) => {
      expect(Math.abs(scale * (value - zero) - numbers[map][n])).toBeLessThanOrEqual(scale * 0.501);
    });
  }
  expect(surface.charts.map(({ name }: { name: string }) => name)[4]).toBe('top');
  // The ray of the pixel of the first drop leads to that drop.
  const pixel = numbers.id.indexOf(1);
  const [i, j] = [pixel % WIDE, Math.floor(pixel / WIDE)];
  const way = [0, 1, 2].map(
    (n) => picture.corner[n] + (i + 0.5) * picture.stepX[n] + (j + 0.5) * picture.stepY[n] - picture.position[n],
  );
  const place = way.map((w, n) => picture.position[n] + (w / Math.hypot(...way)) * numbers.depth[pixel]);
  // On the front, whose middle is at (0, 0, 15).
  expect(place[2]).toBeCloseTo(15, 3);
  expect(Math.hypot(place[0], place[1])).toBeLessThan(6);
  const { annotations } = JSON.parse(bytesOf('coco.json').toString());
  const wet = (id: number) => numbers.id.filter((value) => value === id).length;
  expect(annotations.map(({ drop, area }: { drop: number; area: number }) => [drop, area])).toEqual([
    [1, wet(1)],
    [2, wet(2)],
  ]);
  const [head] = bytesOf(pictures[0].files.drops).toString().split('\n');
  expect(head).toMatch(/^id,chart,x,y,/);
  expect(head).not.toContain('px');
  expect(list(join(folder.path, 'out'))).toContain('clean.png');
});

test('a pane without a camera in space is seen as its own renderer sees it', async () => {
  writeFileSync(
    join(folder.path, 'pane.json'),
    JSON.stringify({ surface: { width: 20, height: 15 }, rain: { kind: 'none' }, drops: [{ x: 10, y: 7, mass: 20 }] }),
  );
  const words = ['export', 'pane.json', '-o', 'out', '--at', '0', '--tracer', '--maps', 'id,depth', '--format', 'npy'];
  expectWritten(await callMain(folder.path, words));
  const file = bytesOf(indexOf().pictures[0].files.id);
  const ids = new Uint32Array(Uint8Array.from(file.subarray(10 + file.readUInt16LE(8))).buffer);
  expect(ids.length).toBe(40 * 30);
  expect(ids[15 * 40 + 20]).toBe(1);
});

test.each([
  [
    ['--maps', 'depth'],
    '--maps must be all, or of beauty, mask, height, normal, id, refraction, alpha, fine, fog, film, affinity, blurred, clean, with commas between; got "depth". Add --tracer.',
  ],
  [
    ['--tracer', '--maps', 'height'],
    '--maps must be with --tracer all, or of beauty, mask, id, normal, refraction, depth, clean, with commas between; got "height". Leave out --tracer.',
  ],
  [
    ['--tracer', '--maps', 'mask', '--quality', 'fast'],
    '--quality is for the maps beauty and clean; got it with mask. Leave it out, or take another --maps.',
  ],
  [
    ['--tracer', '--set', 'camera.position=[0,0,13]'],
    'camera.position must be outside the glass, which is 4 mm thick; it is 2 mm inside it. Move it, or make the glass thinner.',
  ],
])('%j is refused in one line', async (words, line) => {
  const { code, stderr } = await exported(...words);
  expect(code).not.toBe(0);
  expect(stderr.split('\n').filter(Boolean)[0]).toBe(`rivulet: ${line}`);
});
