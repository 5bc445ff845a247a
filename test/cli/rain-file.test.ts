/** Rain files: found beside the scene, read once, errors with name and line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, useFolder } from './run-cli.ts';

const folder = useFolder();

function write(name: string, text: string): void {
  writeFileSync(join(folder.path, name), text);
}

const SCENE = JSON.stringify({ surface: { width: 50, height: 50 }, rain: { kind: 'script', file: 'rain.csv' } });

/** The water that a run was supplied with [mg]. */
async function supplied(words: readonly string[], stdin?: string): Promise<number> {
  const { code, stdout, stderr } = await runCli(folder.path, ['simulate', ...words, '--seconds', '1', '--json'], {
    stdin,
  });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).ledger.supplied;
}

test('a rain file is looked for beside its scene', async () => {
  mkdirSync(join(folder.path, 'scenes'));
  write('scenes/scene.json', SCENE);
  write('scenes/rain.csv', 't,x,y,mass\n0,1,1,5\n0.5,20,20,7\n');
  expect(await supplied(['scenes/scene.json'])).toBe(12);
});

test('that of a scene from standard input, or of a flag, is looked for here', async () => {
  write('rain.csv', 't,x,y,mass\n0,1,1,5\n');
  write('other.json', '[{"t": 0, "x": 1, "y": 1, "mass": 8}]');
  expect(await supplied(['-'], SCENE)).toBe(5);
  expect(await supplied(['-', '--set', 'rain.file=other.json'], SCENE)).toBe(8);
  expect(await supplied(['chen-pane-500', '--set', 'rain.kind=script', '--set', 'rain.file=rain.csv'])).toBe(5);
});

test('each of several rains may have one', async () => {
  write('rain.csv', 't,x,y,mass\n0,1,1,5\n');
  const script = { kind: 'script', file: 'rain.csv' };
  expect(await supplied(['-'], JSON.stringify({ rain: { kind: 'several', rains: [script, script] } }))).toBe(10);
});

test.each([
  [
    'rain.csv line 7: mass must be 0.001 to 5000 mg; got NaN.',
    't,x,y,mass\n0,1,1,5\n0,1,1,5\n0,1,1,5\n0,1,1,5\n0,1,1,5\n0,1,1,NaN\n',
  ],
  ['cannot read the rain rain.csv: no such file or folder.', null],
  ['rain.csv is no rain: it is larger than 16 MB.', ' '.repeat(17 * 2 ** 20)],
  ['scene.rain.drops[0].x must be 0 to 50 mm; got 60. That is outside the pane.', 't,x,y,mass\n0,60,1,5\n'],
])('a rain file that will not do is one line: %s', async (line, text) => {
  write('scene.json', SCENE);
  if (text !== null) write('rain.csv', text);
  const outcome = await runCli(folder.path, ['simulate', 'scene.json']);
  expect(outcome).toEqual({ code: 1, stdout: '', stderr: `rivulet: ${line}\n` });
});

test.each([
  ['window', ['rain.file=rain.csv'], 'uniform', 'scene.rain'],
  ['-', ['rain.file=rain.csv'], 'uniform', 'scene.rain'],
  ['window', ['rain.kind=marshall-palmer', 'rain.file=rain.csv'], 'marshall-palmer', 'scene.rain'],
  ['window', ['rain.kind=several', 'rain.rains=[{"file":"rain.csv"}]'], 'uniform', 'scene.rain.rains[0]'],
])('a file of rain that is no script is refused: %s %j', async (scene, sets, kind, path) => {
  write('rain.csv', 't,x,y,mass\n0,1,1,5\n');
  const words = ['simulate', scene, ...sets.flatMap((set) => ['--set', set])];
  const line = `${path}.file needs rain.kind=script; the kind is "${kind}". Set it to script, or leave the file out.`;
  const outcome = await runCli(folder.path, words, { stdin: '{}' });
  expect(outcome).toEqual({ code: 2, stdout: '', stderr: `rivulet: ${line}\n` });
});

test('rain that is switched off keeps its file, unread', async () => {
  expect(await supplied(['-'], JSON.stringify({ rain: { kind: 'none', file: 'rain.csv' } }))).toBe(0);
});

test.each([
  ['', '""'],
  ['3', '3'],
])('a rain file without a name is refused: %j', async (file, came) => {
  const words = ['simulate', 'window', '--set', 'rain.kind=script', '--set', `rain.file=${file}`];
  const line = `scene.rain.file must be the name of a CSV or JSON file; got ${came}.`;
  expect(await runCli(folder.path, words)).toEqual({ code: 2, stdout: '', stderr: `rivulet: ${line}\n` });
});

test('drops and a file at once are refused', async () => {
  write('scene.json', JSON.stringify({ rain: { kind: 'script', file: 'rain.csv', drops: [] } }));
  const outcome = await runCli(folder.path, ['simulate', 'scene.json']);
  expect(outcome).toMatchObject({ code: 1, stderr: 'rivulet: scene.rain must have drops or a file; got both.\n' });
});
