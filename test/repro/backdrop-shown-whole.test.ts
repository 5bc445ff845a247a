/** `--backdrop photo` on `window` showed 74 % of the photo, `--at 0` is not dry, and neither was said. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { callMain, expectWritten, list, SMALL_BACKDROP, SMALL_PANE, useFolder } from '../cli/run-cli.js';

const folder = useFolder();

/** A photo with the place of each pixel in its colour: red grows to the right, green downwards. */
function writeRamp(width: number, height: number): void {
  const data = new Uint8Array(3 * width * height);
  for (let p = 0; p < width * height; p++) {
    data.set([(255 * (p % width)) / (width - 1), (255 * Math.floor(p / width)) / (height - 1), 128], 3 * p);
  }
  writeFileSync(join(folder.path, 'photo.png'), encode({ data, width, height, channels: 3 }));
}

const run = (words: readonly string[]) => callMain(folder.path, words);
const SHARP = ['--set', 'camera.blur=0', '--threads', '1', '--quality', 'fast'];

function read(name: string) {
  const { data, width, height } = decode(readFileSync(join(folder.path, name)));
  const at = (x: number, y: number) => [...data.slice(3 * (y * width + x), 3 * (y * width + x) + 2)];
  return { data, width, height, corners: [at(0, 0), at(width - 1, height - 1)] };
}

/** What of the photo the corners of a picture show, u and v of the first and of the last pixel. */
function shown(name: string): number[] {
  return read(name)
    .corners.flat()
    .map((value) => value / 255);
}

function expectShown(name: string, edges: readonly number[]): void {
  for (const [n, value] of shown(name).entries()) expect(Math.abs(value - edges[n]), name).toBeLessThan(0.02);
}

describe('a photo from --backdrop', () => {
  const dry = ['--set', 'rain.kind=none', '--set', 'fine=null', '--at', '0', ...SHARP];
  const draw = (words: readonly string[]) =>
    run(['render', 'window', '-o', 'a.png', '--backdrop', 'photo.png', ...words]);

  test('is seen from edge to edge behind the glass of window', async () => {
    writeRamp(150, 100);
    expectWritten(await draw([...dry, '--size', '150x100']));
    expectShown('a.png', [0, 0, 1, 1]);
  });

  test.each([
    ['wide', 200, 100, 600, 300],
    ['upright', 90, 120, 300, 400],
    ['as the pane', 150, 100, 600, 400],
  ])('gives the picture its shape: %s', async (_, width, height, across, down) => {
    writeRamp(width, height);
    expectWritten(await draw(dry));
    const picture = read('a.png');
    expect([picture.width, picture.height]).toEqual([across, down]);
    expectShown('a.png', [0, 0, 1, 1]);
  });

  test('covers a requested picture of another shape, and a note says how much is cut off', async () => {
    writeRamp(200, 100);
    const note =
      'rivulet: 50 % of photo.png is in the picture, which has another shape; --size 100x50 shows all of it.\n';
    expectWritten(await draw([...dry, '--size', '100x100']), note);
    expectShown('a.png', [0.25, 0, 0.75, 1]);
    expectWritten(await draw([...dry, '--size', '100x50']));
    expectShown('a.png', [0, 0, 1, 1]);
  });

  test('is cut where the camera points, or where it spans more', async () => {
    writeRamp(150, 100);
    expectWritten(await draw([...dry, '--size', '150x100', '--set', 'camera.zoom=2']));
    expectShown('a.png', [0.25, 0.25, 0.75, 0.75]);
    expectWritten(
      await draw([...dry, '--size', '150x100', '--set', 'camera.zoom=2', '--set', 'camera.centre=[75,50]']),
    );
    expectShown('a.png', [0, 0, 0.5, 0.5]);
    expectWritten(await draw([...dry, '--size', '150x100', '--set', 'backdrop.span=1']));
    expectShown('a.png', [0.13, 0.13, 0.87, 0.87]);
  });
});

describe('the pair without water', () => {
  test('is drawn by --dry, whatever the time', async () => {
    writeRamp(150, 100);
    const words = ['--backdrop', 'photo.png', '--size', '150x100', ...SHARP];
    expectWritten(await run(['render', 'window', '-o', 'wet.png', '--at', '0', ...words]));
    expectWritten(await run(['render', 'window', '-o', 'dry.png', '--at', '1e6', '--dry', ...words]));
    const [wet, dry] = [Array.from(read('wet.png').data), Array.from(read('dry.png').data)];
    const photo = read('photo.png').data;
    const worst = dry.reduce((most, value, n) => Math.max(most, Math.abs(value - photo[n])), 0);
    expect(worst).toBeLessThanOrEqual(2);
    // At 0 s the fine drops of the scene are there.
    expect(wet.filter((value, n) => value !== dry[n]).length).toBeGreaterThan(1000);
  });

  test('is the map clean of an export, once for all pictures', async () => {
    const words = ['window-fog', ...SMALL_PANE, ...SMALL_BACKDROP, '--size', '80x60', '--threads', '1'];
    const film = ['--seconds', '0.2', '--fps', '10', '--maps', 'beauty,clean'];
    expectWritten(await run(['export', ...words, '-o', 'truth', ...film]));
    expect(list(join(folder.path, 'truth'))).toEqual(['README.md', 'beauty', 'clean.png', 'drops', 'index.json']);
    const { maps, pictures } = JSON.parse(readFileSync(join(folder.path, 'truth/index.json'), 'utf8'));
    expect(maps.clean).toMatchObject({ bits: 8, channels: ['red', 'green', 'blue'] });
    expect(pictures.map(({ files }: { files: { clean: string } }) => files.clean)).toEqual(['clean.png', 'clean.png']);
    expectWritten(await run(['render', ...words, '-o', 'dry.png', '--dry']));
    expect(read('truth/clean.png').data).toEqual(read('dry.png').data);
    expect(read('truth/beauty/frame-00000.png').data).not.toEqual(read('dry.png').data);
  });

  test('is refused where it would show nothing of its own', async () => {
    const film = await run(['render', 'window', '-o', 'film', '--dry']);
    const alike = '--dry is for one picture, since its frames are all alike; got the film "film". Name a .png file.';
    expect(film).toEqual({ code: 2, stdout: '', stderr: `rivulet: ${alike}\n` });
    const mask = await run(['render', 'window', '-o', 'a.png', '--dry', '--view', 'mask']);
    const line = '--dry is for the view beauty; got it with mask. Leave it out, or take another --view.';
    expect(mask).toEqual({ code: 2, stdout: '', stderr: `rivulet: ${line}\n` });
  });
});
