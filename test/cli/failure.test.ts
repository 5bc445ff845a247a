import { chmodSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callMain, list, runCli, SMALL_BACKDROP, useFolder } from './run-cli.js';

const folder = useFolder();

/** A scene's text in a file of the test's folder. */
function write(name: string, text: string): void {
  writeFileSync(join(folder.path, name), text);
}

/** Runs the commands that take a scene; each must fail with this line and leave the folder as it was. */
async function expectFailure(
  scene: string,
  flags: readonly string[],
  line: string,
  { stdin = '', code = 1 } = {},
): Promise<void> {
  const before = list(folder.path);
  for (const words of [
    ['simulate', scene],
    ['render', scene, '-o', 'deep/film'],
    ['export', scene, '-o', 'deep/truth'],
  ]) {
    const outcome = await callMain(folder.path, [...words, ...flags], stdin);
    expect(outcome).toEqual({ code, stdout: '', stderr: `rivulet: ${line}\n` });
    expect(list(folder.path)).toEqual(before);
  }
}

describe('a scene that cannot be read', () => {
  test('ends the program with 1', async () => {
    const outcome = await runCli(folder.path, ['simulate', '-'], { stdin: '{"seed":1,}' });
    const line = 'scene file standard input is not JSON: line 1, column 11: a comma before "}".';
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: `rivulet: ${line}\n` });
  });

  test('is looked for among the presets', () =>
    expectFailure('windoww', [], 'there is no scene and no file "windoww". Did you mean "window"?'));

  test('is sent to the list of presets if it is like none of them', () =>
    expectFailure('zzzzzzzz', [], 'there is no scene and no file "zzzzzzzz". See rivulet scenes.'));

  test('may be a file that is not there, or a folder', async () => {
    await expectFailure('mine.json', [], 'cannot read the scene mine.json: no such file or folder.');
    mkdirSync(join(folder.path, 'rain'));
    await expectFailure('rain', [], 'cannot read the scene rain: it is a folder.');
  });

  test('may be broken JSON: the line says where', async () => {
    write('broken.json', '{\n  "seed": 1,\n  "step" 0.01\n}\n');
    const line = 'scene file broken.json is not JSON: line 3, column 10: expected ":", got "0.01".';
    await expectFailure('broken.json', [], line);
  });

  test('may be broken JSON on standard input, or nothing', async () => {
    const where = 'scene file standard input is not JSON: line 1';
    await expectFailure('-', [], `${where}, column 11: a comma before "}".`, { stdin: '{"seed":1,}' });
    await expectFailure('-', [], `${where}, column 1: the file is empty.`);
  });

  test('may be a folder on standard input, which Node takes for an empty file', async () => {
    const input = openSync(folder.path, 'r');
    const outcome = await runCli(folder.path, ['simulate', '-'], { input });
    closeSync(input);
    const stderr = 'rivulet: cannot read the scene from standard input: it is a folder.\n';
    expect(outcome).toEqual({ code: 1, stdout: '', stderr });
  });

  test('may be far too large', async () => {
    write('large.json', ' '.repeat(17 * 2 ** 20));
    await expectFailure('large.json', [], 'large.json is no scene: it is larger than 16 MB.');
  });
});

describe('a scene that is wrong', () => {
  test('may be of a newer version', async () => {
    write('new.json', '{ "version": 2, "clouds": true }');
    const line = 'scene.version must be 1; got 2. This scene was written by a newer rivulet; update rivulet.';
    await expectFailure('new.json', [], line);
  });

  test.each([
    [
      ['--set', 'surface.tilt=80'],
      'scene.surface.tilt must be 0 to 1.5708 rad; got 80. Is it in degrees? Write "80deg".',
    ],
    [['--set', 'surface.tlit=1'], 'scene.surface has no "tlit". Did you mean "tilt"?'],
    [['--set', 'surface.cellSize=-1'], 'scene.surface.cellSize must be 0.01 to 10 mm; got -1.'],
    [['--set', 'rain=0'], 'scene.rain must be an object; got 0. For no rain write {"kind": "none"}.'],
  ])('may be changed to something wrong: %j', (flags, line) => expectFailure('window', flags, line, { code: 2 }));

  test('may name a model that is not there', async () => {
    const outcome = await runCli(folder.path, ['simulate', 'window', '--set', 'model.name=chan']);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/^rivulet: scene\.model\.name must be .*; got "chan"\. Did you mean "chin"\?\n$/);
  });

  test('may have a thousand million cells', async () => {
    const flags = ['--set', 'surface.width=10000', '--set', 'surface.height=1000', '--set', 'surface.cellSize=0.1'];
    const outcome = await runCli(folder.path, ['simulate', 'window', ...flags]);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/^rivulet: scene\.surface must have at most \d+ cells; got 1000000000 .*\n$/);
  });
});

describe('an output that cannot be written', () => {
  /** The time is far more than a test has: that it fails at once shows that the output is tried before simulating. */
  async function expectUnwritable(output: string, line: string): Promise<void> {
    const long = output.endsWith('.png') ? ['--at', '100000'] : ['--seconds', '100000'];
    const before = list(folder.path);
    const outcome = await runCli(folder.path, ['render', 'window', '-o', output, ...SMALL_BACKDROP, ...long]);
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: `rivulet: ${line}\n` });
    expect(list(folder.path)).toEqual(before);
  }

  test('may be in a folder that is not there', () =>
    expectUnwritable('nowhere/a.png', 'cannot write nowhere/a.png: no such file or folder. Make the folder first.'));

  test('may be below a file', async () => {
    write('note', 'a file');
    await expectUnwritable('note/a.png', 'cannot write note/a.png: a part of the path is not a folder.');
    await expectUnwritable('note/film', 'cannot make the folder note/film: a part of the path is not a folder.');
  });

  test('may be a folder where a file is to be, or a file where a folder is to be', async () => {
    mkdirSync(join(folder.path, 'a.png'));
    await expectUnwritable('a.png', 'cannot write a.png: it is a folder.');
    write('film', 'a file');
    await expectUnwritable('film', 'cannot make the folder film: there is a file of that name.');
  });

  test('of an export may be below a file, or a file itself', async () => {
    write('note', 'a file');
    for (const [output, problem] of [
      ['note/truth', 'a part of the path is not a folder'],
      ['note', 'there is a file of that name'],
    ]) {
      const outcome = await runCli(folder.path, ['export', 'window', '-o', output, '--seconds', '1e6']);
      const stderr = `rivulet: cannot make the folder ${output}: ${problem}.\n`;
      expect(outcome).toEqual({ code: 1, stdout: '', stderr });
      expect(list(folder.path)).toEqual(['note']);
    }
  });

  // The superuser may write everywhere.
  test.skipIf(process.getuid?.() === 0)('may be in a folder that may not be written', async () => {
    mkdirSync(join(folder.path, 'locked'));
    chmodSync(join(folder.path, 'locked'), 0o555);
    await expectUnwritable('locked/a.png', 'cannot write locked/a.png: permission denied.');
  });
});
