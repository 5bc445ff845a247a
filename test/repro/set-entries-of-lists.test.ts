/** `--set wipers[0].x=5` and `rain.small.0=2` were refused, and wrong values exited with 1 where wrong paths exited with 2. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { callMain, expectWritten, list, SMALL_PANE, useFolder } from '../cli/run-cli.js';

const folder = useFolder();
const WIPER = { x: 10, y: 14, length: 8, from: 0, to: 1, stroke: 2 };

/** The scene that an export was made of. */
async function settingsOf(scene: string, sets: readonly string[], stdin = '') {
  const words = ['export', scene, '-o', 'out', '--at', '0', '--maps', 'id', ...SMALL_PANE];
  expectWritten(await callMain(folder.path, [...words, ...sets.flatMap((set) => ['--set', set])], stdin));
  return JSON.parse(readFileSync(join(folder.path, 'out/index.json'), 'utf8')).settings;
}

describe('--set changes entries of lists', () => {
  test('that the scene has, by either way to write it', async () => {
    const { rain } = await settingsOf('window', ['rain.small.0=0.1', 'rain.large[1]=40']);
    expect([rain.small, rain.large]).toEqual([
      [0.1, 1.5],
      [3, 40],
    ]);
  });

  test('that are records, of which all else stays', async () => {
    const scene = JSON.stringify({ wipers: [WIPER, { ...WIPER, x: 15 }] });
    const { wipers } = await settingsOf('-', ['wipers[1].y=12', 'wipers[0].x=5'], scene);
    expect(wipers).toMatchObject([
      { ...WIPER, x: 5 },
      { ...WIPER, x: 15, y: 12 },
    ]);
  });

  test('that are new at the end, of a list that another --set gives, or of one that the scene leaves out', async () => {
    const words = Object.entries(WIPER).map(([key, value]) => `wipers[0].${key}=${value}`);
    expect((await settingsOf('window', words)).wipers).toMatchObject([WIPER]);
    const { rain } = await settingsOf('window', ['rain.small=[0.2,1]', 'rain.small[1]=2']);
    expect(rain.small).toEqual([0.2, 2]);
    expect((await settingsOf('-', ['rain.small[0]=0.3', 'rain.small[1]=0.5'], '{}')).rain.small).toEqual([0.3, 0.5]);
  });
});

describe('a wrong --set exits with 2 and one line', () => {
  test.each([
    ['rain.small[3]=1', '--set rain.small[3]: the list has 2 entries, so the number must be 0 to 2.'],
    ['rain.rate[0]=1', '--set rain.rate[0]: scene.rain.rate is no list.'],
    ['rain.small[0]=-1', 'scene.rain.small[0] must be 0.001 to 5000 mg; got -1.'],
    ['rain.small[x]=1', '--set must be path=value, such as model.viscosity=0; got "rain.small[x]=1".'],
    ['rian.small[0]=1', 'scene has no "rian". Did you mean "rain"?'],
    ['surface.tilt=80', 'scene.surface.tilt must be 0 to 1.5708 rad; got 80. Is it in degrees? Write "80deg".'],
    ['camera.zoom=1000', 'scene.camera.zoom must be 0.25 to 64; got 1000.'],
    ['camera.zom=2', /^scene\.camera has no "zom"; it has focus, /],
    ['backdrop.kind=sea', /^scene\.backdrop\.kind must be one of .*; got "sea"\.$/],
    ['wind.field.white=11', /^scene\.wind\.field/],
  ])('%s', async (set, line) => {
    const { code, stdout, stderr } = await callMain(folder.path, ['render', 'window', '-o', 'film', '--set', set]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^rivulet: [^\n]*\n$/);
    expect(stderr.slice('rivulet: '.length, -1)).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
    expect(list(folder.path)).toEqual([]);
  });

  test('but a fault of the scene itself exits with 1, whatever else is set', async () => {
    const words = ['simulate', '-', '--set', 'surface.tilt=1', '--set', 'seed=3'];
    const { code, stderr } = await callMain(folder.path, words, '{ "rain": { "rate": -1 } }');
    expect([code, stderr.split('\n').length]).toEqual([1, 2]);
  });
});

test('the index of an export has the checksums of all files it was made from', async () => {
  const files = {
    'scene.json': JSON.stringify({
      rain: { kind: 'script', file: 'rain.csv' },
      wind: { speed: '5m/s', field: { file: 'wind.png' } },
    }),
    'rain.csv': 't,x,y,mass\n0,5,5,3\n',
    'wind.png': encode({ width: 2, height: 1, data: Uint8Array.from([0, 255]), channels: 1, depth: 8 }),
    'photo.png': encode({ width: 2, height: 2, data: new Uint8Array(12).fill(90), channels: 3 }),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder.path, name), bytes);
  const words = ['export', 'scene.json', '-o', 'out', '--at', '0', '--maps', 'beauty', ...SMALL_PANE];
  expectWritten(
    await callMain(folder.path, [
      ...words,
      '--backdrop',
      'photo.png',
      '--set',
      'camera.tint[0]=1',
      '--set',
      'camera.tint[1]=1',
      '--set',
      'camera.tint[2]=1',
    ]),
  );
  const { inputs } = JSON.parse(readFileSync(join(folder.path, 'out/index.json'), 'utf8'));
  const entry = (role: string, file: keyof typeof files) => {
    const bytes = Buffer.from(files[file]);
    return { role, file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  expect(inputs).toEqual([
    entry('scene', 'scene.json'),
    entry('rain', 'rain.csv'),
    entry('wind', 'wind.png'),
    entry('backdrop', 'photo.png'),
  ]);
  expectWritten(
    await callMain(folder.path, ['export', 'window', '-o', 'preset', '--at', '0', '--maps', 'id', ...SMALL_PANE]),
  );
  expect(JSON.parse(readFileSync(join(folder.path, 'preset/index.json'), 'utf8')).inputs).toEqual([]);
});
