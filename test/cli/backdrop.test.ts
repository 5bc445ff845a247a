/** What stands behind the glass, from files and from `--backdrop`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from 'fast-png';
import { encode as encodeJpeg } from 'jpeg-js';
import { createSimulation } from 'rivulet';
import { createBackdrop, decodeRadiance, renderBeauty } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { type Rgbe, writeRadiance } from '../support/radiance.ts';
import { callMain, expectWritten, list, runCli, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();
const DRY = { surface: { width: 20, height: 15 }, rain: { kind: 'none' as const }, fine: null };

function put(name: string, bytes: Uint8Array | string): void {
  writeFileSync(join(folder.path, name), bytes);
}

/** A PNG file of one colour. */
const onePng = (red: number, green: number, blue: number) =>
  encode({
    data: Uint8Array.from({ length: 12 }, (_, n) => [red, green, blue][n % 3]),
    width: 2,
    height: 2,
    channels: 3,
  });

/** The colours of a dry pane drawn with these words. */
async function draw(words: readonly string[]): Promise<number[][]> {
  const dry = ['--set', 'rain.kind=none', '--set', 'fine=null', '--at', '0', '--threads', '1'];
  const outcome = await runCli(folder.path, ['render', 'window', '-o', 'a.png', ...SMALL_PANE, ...dry, ...words]);
  expectWritten(outcome);
  const { data } = decode(readFileSync(join(folder.path, 'a.png')));
  return Array.from({ length: data.length / 3 }, (_, p) => [...data.slice(3 * p, 3 * p + 3)]);
}

const different = (pixels: number[][]) => [...new Set(pixels.map(String))];

describe('a picture file behind the glass', () => {
  test('is named by --backdrop or by --set, and its colours come out as they are', async () => {
    put('red.png', onePng(200, 30, 10));
    expect(different(await draw(['--backdrop', 'red.png']))).toEqual(['200,30,10']);
    expect(different(await draw(['--backdrop', 'image:red.png']))).toEqual(['200,30,10']);
    expect(different(await draw(['--set', 'backdrop.kind=image', '--set', 'backdrop.src=red.png']))).toEqual([
      '200,30,10',
    ]);
  });

  test('is known by what it holds, not by its name', async () => {
    const jpeg = encodeJpeg({ data: new Uint8Array(4 * 64).fill(77), width: 8, height: 8 }, 95).data;
    put('photo.png', jpeg);
    put('night', jpeg);
    expect(different(await draw(['--backdrop', 'photo.png']))).toEqual(['77,77,77']);
    expect(different(await draw(['--backdrop', 'image:night']))).toEqual(['77,77,77']);
  });

  test('may be brighter than white, flat or all around', async () => {
    const line = (row: number) => Array.from({ length: 16 }, (_, col): Rgbe => [200, 12 * col, 30 * row, 130]);
    const hdr = writeRadiance(
      Array.from({ length: 8 }, (_, row) => line(row)),
      '-Y 8 +X 16',
      'new',
    );
    put('sky.hdr', hdr);
    const frame = createSimulation('window', DRY).frame();
    const image = decodeRadiance(hdr);
    const camera = { zoom: 1.35 };
    for (const [word, backdrop, height] of [
      // All of a flat picture is seen: nearer than the pane by the camera's zoom, and in its own shape.
      ['sky.hdr', createBackdrop({ kind: 'image', image, away: 3000, span: 1 / 1.35 }), 20],
      ['environment:sky.hdr', createBackdrop({ kind: 'environment', image, away: 3000 }), 30],
    ] as const) {
      const expected = renderBeauty(frame, { backdrop, camera, quality: 'high', width: 40, height });
      const pixels = await draw(['--backdrop', word, '--set', 'backdrop.away=3000']);
      expect(pixels.flat()).toEqual([...expected.data].filter((_, n) => n % 4 !== 3));
    }
  });

  test('may be six, the faces of a cube', async () => {
    const faces = {
      px: [255, 0, 0],
      nx: [0, 255, 0],
      py: [0, 0, 255],
      ny: [255, 255, 0],
      pz: [9, 99, 199],
      nz: [0, 0, 0],
    };
    for (const [name, [red, green, blue]] of Object.entries(faces)) put(`${name}.png`, onePng(red, green, blue));
    const src = Object.keys(faces).flatMap((name) => ['--set', `backdrop.src.${name}=${name}.png`]);
    const ahead = ['--set', 'backdrop.kind=environment', '--set', 'backdrop.field=0.35'];
    expect(different(await draw([...ahead, ...src]))).toEqual(['9,99,199']);
    expect(different(await draw([...ahead, ...src, '--set', 'backdrop.turn=1.5707963']))).toEqual(['255,0,0']);
  });
});

test('--backdrop puts the scene’s own away, with all its options', async () => {
  put('scene.json', JSON.stringify({ ...DRY, backdrop: { kind: 'street', seed: 9, resolution: 64, away: 500 } }));
  put('red.png', onePng(200, 30, 10));
  for (const word of ['red.png', 'garden']) {
    const outcome = await runCli(folder.path, ['render', 'scene.json', '-o', 'a.png', '--at', '0', '--backdrop', word]);
    expectWritten(outcome);
  }
  const garden = createBackdrop({ kind: 'garden' });
  const expected = renderBeauty(createSimulation(DRY).frame(), { backdrop: garden, quality: 'high' });
  const { data } = decode(readFileSync(join(folder.path, 'a.png')));
  expect([...data]).toEqual([...expected.data].filter((_, n) => n % 4 !== 3));
});

describe('is refused in one line, before anything is simulated or written:', () => {
  const png = onePng(1, 2, 3);
  const jpeg = encodeJpeg({ data: new Uint8Array(4 * 64).fill(9), width: 8, height: 8 }, 95).data;
  const hdr = writeRadiance([Array<Rgbe>(8).fill([1, 2, 3, 130])], '-Y 1 +X 8', 'new');
  const noFaces = 'scene.backdrop.src must have a file for each of px, nx, py, ny, pz, nz; it has';
  const FORMS = 'must be the name of a PNG, JPEG or Radiance HDR file';

  test.each([
    ['none.png', 'cannot read the backdrop none.png: no such file or folder.'],
    ['environment:none', 'cannot read the backdrop none: no such file or folder.'],
    ['nigth', 'there is no backdrop and no file "nigth". Did you mean "night"?'],
    ['sea', 'there is no backdrop and no file "sea". Painted ones are street, night, garden.'],
    ['.', 'cannot read the backdrop .: it is a folder.'],
    ['folder', 'cannot read the backdrop folder: it is a folder.'],
    ['empty.png', 'the backdrop empty.png must be a PNG, JPEG or Radiance HDR file; it is empty.'],
    ['text.jpg', 'the backdrop text.jpg must be a PNG, JPEG or Radiance HDR file; it is none of them.'],
    ['cut.png', 'the backdrop cut.png must be a whole PNG file; it is broken.'],
    ['cut.jpg', 'the backdrop cut.jpg must be a whole JPEG file; it is broken.'],
    ['cut.hdr', 'the backdrop cut.hdr must be a whole Radiance HDR file; it ends too early.'],
    [
      'environment:huge.hdr',
      'the backdrop huge.hdr must be 1 to 16384 px a side and at most 67108864 px in all; it is 999999 × 999999.',
    ],
    [
      'environment:square.png',
      'scene.backdrop.src must be twice as wide as high, within 2 %; got 2 × 2 px. Crop it, or take it as a flat picture with kind "image".',
    ],
    ['image', `scene.backdrop.src ${FORMS}; got nothing.`],
    ['image 5', `scene.backdrop.src ${FORMS}; got 5.`],
    ['environment', `scene.backdrop.src ${FORMS}, or one for each of px, nx, py, ny, pz, nz; got nothing.`],
    ['environment {"px":"a.png"}', `${noFaces} no "nx".`],
    ['environment {"top":"a.png"}', `${noFaces} "top".`],
    ['image {"px":"a.png"}', `scene.backdrop.src ${FORMS}; got {"px":"a.png"}.`],
  ])('%s', async (what, line) => {
    const files: [string, Uint8Array | string][] = [
      ['empty.png', ''],
      ['text.jpg', 'no picture\n'],
      ['square.png', png],
      ['cut.png', png.subarray(0, png.length - 20)],
      ['cut.jpg', jpeg.subarray(0, jpeg.length - 20)],
      ['cut.hdr', hdr.subarray(0, hdr.length - 2)],
      ['huge.hdr', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 999999 +X 999999\n'],
    ];
    for (const [name, bytes] of files) put(name, bytes);
    mkdirSync(join(folder.path, 'folder'));
    const before = list(folder.path);
    // A kind and what its src is, or a word for --backdrop.
    const [, kind, src] = /^(image|environment)(?: (.*))?$/.exec(what) ?? [];
    const sets = ['--set', `backdrop.kind=${kind}`, ...(src ? ['--set', `backdrop.src=${src}`] : [])];
    const words = kind ? sets : ['--backdrop', what];
    const outcome = await callMain(folder.path, ['render', 'window', '-o', 'film', '--seconds', '1e6', ...words]);
    // A wrong --set is misuse; a file that cannot be read is not.
    expect(outcome).toEqual({ code: kind ? 2 : 1, stdout: '', stderr: `rivulet: ${line}\n` });
    expect(list(folder.path)).toEqual(before);
  });
});
