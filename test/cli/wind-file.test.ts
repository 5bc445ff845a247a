/** The field of a wind from a picture: found beside the scene, the same as its numbers, errors with its name. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { expect, test } from 'vitest';
import { runCli, useFolder } from './run-cli.ts';

const folder = useFolder();

const BASE = { surface: { width: 50, height: 50, tilt: 0 }, rain: { kind: 'uniform', rate: 400 }, seed: 3 };

/** A scene with a field of wind that moves drops on a level pane. */
function sceneWith(field: object | null): string {
  return JSON.stringify({ ...BASE, wind: { speed: '20m/s', field } });
}

/** A picture of grey pixels. */
function writeGrey(name: string, width: number, height: number, greys: readonly number[]): void {
  const png = { width, height, data: Uint8Array.from(greys), channels: 1, depth: 8 } as const;
  writeFileSync(join(folder.path, name), encode(png));
}

async function hashOf(words: readonly string[], stdin: string): Promise<string> {
  const { code, stdout, stderr } = await runCli(folder.path, ['simulate', ...words, '--seconds', '1', '--json'], {
    stdin,
  });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).hash;
}

test('a picture is the map of its greys: black none, white as much as `white` says', async () => {
  writeGrey('wind.png', 3, 2, [0, 51, 255, 255, 102, 0]);
  const values = [0, 0.4, 2, 2, 0.8, 0];
  const map = await hashOf(['-'], sceneWith({ kind: 'map', width: 3, height: 2, values }));
  expect(await hashOf(['-'], sceneWith({ kind: 'map', file: 'wind.png', white: 2 }))).toBe(map);
  expect(await hashOf(['-'], sceneWith({ file: 'wind.png', white: 2 }))).toBe(map);
  expect(await hashOf(['-'], sceneWith({ file: 'wind.png' }))).not.toBe(map);
  expect(await hashOf(['-'], sceneWith(null))).not.toBe(map);
});

test('it is looked for beside its scene, and that of a flag, which makes a map of a formula, here', async () => {
  mkdirSync(join(folder.path, 'scenes'));
  writeFileSync(join(folder.path, 'scenes/scene.json'), sceneWith({ file: 'wind.png' }));
  writeGrey('scenes/wind.png', 2, 1, [0, 255]);
  writeGrey('wind.png', 2, 1, [0, 255]);
  const map = await hashOf(['-'], sceneWith({ kind: 'map', width: 2, values: [0, 1] }));
  expect(await hashOf(['scenes/scene.json'], '')).toBe(map);
  const formula = sceneWith({ kind: 'pillars' });
  expect(await hashOf(['-', '--set', 'wind.field.file=wind.png'], formula)).toBe(map);
});

test.each([
  [{ file: 'none.png' }, 'cannot read the wind none.png: no such file or folder.'],
  [{ file: 'text.png' }, 'the wind text.png must be a PNG, JPEG or Radiance HDR file; it is none of them.'],
  [{ file: 'long.png' }, 'the wind long.png must be at most 1024 x 1024 px; it is 1025 x 1. Make it smaller.'],
  [{ file: 3 }, 'scene.wind.field.file must be the name of a picture; got 3.'],
  [{ file: 'wind.png', white: 11 }, 'scene.wind.field.white must be 0 to 10, the multiplier of white; got 11.'],
  [{ file: 'wind.png', values: [1] }, 'scene.wind.field must have values or a file; got both.'],
  [
    { file: 'wind.png', kind: 'edge' },
    'scene.wind.field.file needs kind=map; the kind is "edge". Set it to map, or leave the file out.',
  ],
  [{ file: 'wind.png', turns: [0] }, 'scene.wind.field.turns must have 2 numbers (2 x 1); got 1.'],
])('a picture that will not do is one line: %j', async (field, line) => {
  writeGrey('wind.png', 2, 1, [0, 255]);
  writeGrey('long.png', 1025, 1, new Array(1025).fill(9));
  writeFileSync(join(folder.path, 'text.png'), 'no picture');
  const outcome = await runCli(folder.path, ['simulate', '-'], { stdin: sceneWith(field) });
  expect(outcome).toEqual({ code: 1, stdout: '', stderr: `rivulet: ${line}\n` });
});
