import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { createSimulation } from 'rivulet';
import { BEAUTY_VIEWS, createBackdrop, DEBUG_VIEWS, renderBeauty, renderView } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { expectWritten, list, runCli, SMALL_BACKDROP, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();
const SMALL = { surface: { width: 20, height: 15 } };
/** With every layer, so that each view has something to show. */
const LAYERED = { ...SMALL, fine: { density: 2 }, fog: { density: 0.5 }, film: { friction: 0.5 } };
const LAYERS = ['--set', 'fine.density=2', '--set', 'fog.density=0.5', '--set', 'film.friction=0.5'];

async function render(words: readonly string[]): Promise<void> {
  const outcome = await runCli(folder.path, ['render', 'window', ...SMALL_PANE, ...words]);
  expectWritten(outcome);
}

/** A PNG file of the test's folder as size and RGB. */
function read(name: string): { width: number; height: number; rgb: number[] } {
  const { width, height, data, channels, depth } = decode(readFileSync(join(folder.path, name)));
  expect([channels, depth]).toEqual([3, 8]);
  return { width, height, rgb: [...data] };
}

const small = createBackdrop({ kind: 'street', resolution: 64 });
/** As window has it. */
const CAMERA = { zoom: 1.35 };

/** The red, green and blue of a picture. */
const rgbOf = ({ data }: { data: Uint8ClampedArray }) => [...data].filter((_, p) => p % 4 !== 3);

describe('threads', () => {
  test('as many as one likes make the same film', async () => {
    const words = ['--seconds', '0.1', '--fps', '30', '--size', '160x120', '--quality', 'fast', ...SMALL_BACKDROP];
    await render(['-o', 'one', '--threads', '1', ...words]);
    await render(['-o', 'two', '--threads', '2', ...words]);
    for (const name of ['frame-00000.png', 'frame-00001.png', 'frame-00002.png']) {
      expect(read(`two/${name}`)).toEqual(read(`one/${name}`));
    }
  });
});

describe('one picture', () => {
  const ofWindow = DEBUG_VIEWS.filter((view) => view !== 'roulette');
  test.each(ofWindow)('of the view %s is what the library draws at that time', async (view) => {
    await render(['-o', 'a.png', '--at', '1', '--view', view, ...LAYERS]);
    const simulation = createSimulation('window', LAYERED);
    simulation.advance(1);
    const expected = renderView(simulation.frame(), view);
    const { width, height, rgb } = read('a.png');
    expect([width, height]).toEqual([40, 30]);
    expect(rgb).toEqual(rgbOf(expected));
    expect(list(folder.path)).toEqual(['a.png']);
  });

  test.each(BEAUTY_VIEWS)('of the view %s is what the library draws of the scene’s backdrop', async (view) => {
    await render(['-o', 'a.png', '--at', '1', '--view', view, ...(view === 'mask' ? [] : SMALL_BACKDROP)]);
    const simulation = createSimulation('window', SMALL);
    simulation.advance(1);
    const expected = renderBeauty(simulation.frame(), { view, backdrop: small, camera: CAMERA, quality: 'high' });
    expect(read('a.png').rgb).toEqual(rgbOf(expected));
  });

  test('has the scene’s camera and the requested quality', async () => {
    const words = ['--set', 'backdrop.kind=night', '--set', 'camera.focus=street', '--set', 'camera.zoom=2'];
    await render(['-o', 'a.png', '--at', '1', '--quality', 'fast', ...words, ...SMALL_BACKDROP]);
    const simulation = createSimulation('window', SMALL);
    simulation.advance(1);
    const backdrop = createBackdrop({ kind: 'night', resolution: 64 });
    const expected = renderBeauty(simulation.frame(), { backdrop, camera: { focus: 'street', zoom: 2 } });
    expect(read('a.png').rgb).toEqual(rgbOf(expected));
  });

  test.each([
    [
      ['backdrop.kind=sea'],
      'scene.backdrop.kind must be one of "street", "night", "garden", "image", "environment"; got "sea".',
    ],
    [['camera.blur=3'], 'scene.camera.blur must be 0 to 0.2; got 3.'],
  ])('is refused with %j, in one line and before anything is simulated', async (sets, message) => {
    const words = sets.flatMap((set) => ['--set', set]);
    const outcome = await runCli(folder.path, ['render', 'window', '-o', 'film', '--seconds', '1e6', ...words]);
    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
    expect(list(folder.path)).toEqual([]);
  });

  test('is with light, after five seconds, by default', async () => {
    await render(['--output', 'A.PNG', '--seed', '5']);
    const simulation = createSimulation('window', { ...SMALL, seed: 5 });
    simulation.advance(5);
    const street = createBackdrop({ kind: 'street' });
    expect(read('A.PNG').rgb).toEqual(
      rgbOf(renderBeauty(simulation.frame(), { backdrop: street, camera: CAMERA, quality: 'high' })),
    );
  });

  test('of a map shows what the camera sees, on request', async () => {
    const words = ['--view', 'id', '--framing', 'camera', '--size', '100x60', '--set', 'camera.zoom=3'];
    await render(['-o', 'a.png', '--at', '1', ...words]);
    const simulation = createSimulation('window', SMALL);
    simulation.advance(1);
    const options = { camera: { zoom: 3 }, width: 100, height: 60 };
    expect(read('a.png').rgb).toEqual(rgbOf(renderView(simulation.frame(), 'id', options)));
  });

  test('has the requested size', async () => {
    await render(['-o', 'a.png', '--at', '1', '--size', '123x77', '--view', 'height']);
    const simulation = createSimulation('window', SMALL);
    simulation.advance(1);
    const { width, height, rgb } = read('a.png');
    expect([width, height]).toEqual([123, 77]);
    expect(rgb).toEqual(rgbOf(renderView(simulation.frame(), 'height', { width: 123, height: 77 })));
  });

  test('replaces an older file of that name', async () => {
    writeFileSync(join(folder.path, 'a.png'), 'older');
    await render(['-o', 'a.png', '--at', '0', ...SMALL_BACKDROP]);
    expect(read('a.png').width).toBe(40);
  });

  test('goes where a symbolic link leads, and the link stays', async () => {
    mkdirSync(join(folder.path, 'pictures'));
    symlinkSync('pictures/b.png', join(folder.path, 'a.png'));
    await render(['-o', 'a.png', '--at', '0', ...SMALL_BACKDROP]);
    expect(lstatSync(join(folder.path, 'a.png')).isSymbolicLink()).toBe(true);
    expect(read('pictures/b.png').width).toBe(40);
  });
});

describe('a film', () => {
  test('begins at the requested time', async () => {
    await render(['-o', 'late', '--at', '0.5', '--seconds', '0.2', '--fps', '10', '--view', 'id']);
    expect(list(join(folder.path, 'late'))).toEqual(['frame-00000.png', 'frame-00001.png']);
    const simulation = createSimulation('window', SMALL);
    simulation.advance(0.5);
    for (const k of [0, 1]) {
      expect(read(`late/frame-0000${k}.png`).rgb).toEqual(rgbOf(renderView(simulation.frame(), 'id')));
      simulation.advance(0.1);
    }
  });

  test('is a frame for each moment, in a folder that is made for it', async () => {
    await render(['-o', 'deep/film', '--seconds', '0.3', '--fps', '10', '--view', 'id']);
    expect(list(join(folder.path, 'deep/film'))).toEqual(['frame-00000.png', 'frame-00001.png', 'frame-00002.png']);
    for (const k of [0, 1, 2]) {
      const simulation = createSimulation('window', SMALL);
      simulation.advance(k / 10);
      expect(read(`deep/film/frame-0000${k}.png`).rgb).toEqual(rgbOf(renderView(simulation.frame(), 'id')));
    }
  });

  test('goes into a folder that is there, even one with a dot in its name', async () => {
    mkdirSync(join(folder.path, 'film.mp4'));
    await render(['-o', 'film.mp4', '--seconds', '0.1', '--fps', '20', ...SMALL_BACKDROP]);
    expect(list(join(folder.path, 'film.mp4'))).toEqual(['frame-00000.png', 'frame-00001.png']);
  });

  test('says how many frames of others are beside it, and leaves them', async () => {
    mkdirSync(join(folder.path, 'film'));
    const others = ['frame-00002.png', 'frame-00010.png', 'frame-000001.png', 'frame-last.png'];
    for (const name of [...others, 'frame-00000.png', 'frames.png', 'cover.png'])
      writeFileSync(join(folder.path, 'film', name), 'older');
    const words = [...SMALL_PANE, ...SMALL_BACKDROP, '-o', 'film', '--seconds', '0.1', '--fps', '20'];
    const outcome = await runCli(folder.path, ['render', 'window', ...words]);
    const stderr = 'rivulet: film also holds 4 frames that this film did not write, left as before.\n';
    expectWritten(outcome, stderr);
    for (const name of others) expect(readFileSync(join(folder.path, 'film', name), 'utf8')).toBe('older');
    expect([read('film/frame-00000.png').width, read('film/frame-00001.png').width]).toEqual([40, 40]);
  });

  test('says when the water has fewer steps a second than frames', async () => {
    const film = async (words: readonly string[], notes = '') => {
      const common = ['render', 'chin-fig-7e', '-o', 'film', '--seconds', '0.02', '--view', 'id'];
      expectWritten(await runCli(folder.path, [...common, ...words]), notes);
    };
    await film(
      ['--fps', '60'],
      'rivulet: the scene has 30 steps a second, so of 60 frames a second some are alike. ' +
        'Take fewer with --fps, or smaller steps with --set step=0.0166667.\n',
    );
    await film(['--fps', '60', '--set', 'step=0.0166667']);
    await film(['--fps', '30']);
  });

  test('of no time is its first frame', async () => {
    await render(['-o', 'film', '--seconds', '0', ...SMALL_BACKDROP]);
    expect(list(join(folder.path, 'film'))).toEqual(['frame-00000.png']);
  });
});
