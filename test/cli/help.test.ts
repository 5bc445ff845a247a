import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callMain, runCli, useFolder } from './run-cli.js';

const folder = useFolder();

const COMMANDS = ['scenes', 'simulate', 'render', 'export', 'bench', 'reproduce'];
const FLAGS: Record<string, string[]> = {
  scenes: ['--json', '--help'],
  simulate: ['--seconds S', '--seed N', '--set PATH=VALUE', '--kernels KIND', '--json', '--help'],
  render: [
    '-o, --output PATH',
    '--at T',
    '--dry',
    '--seconds S',
    '--fps F',
    '--frames A-B',
    '--codec CODEC',
    '--encoder WHAT',
    '--format KIND',
    '--bits N',
    '--alpha',
    '--size WxH',
    '--view VIEW',
    '--water WHAT',
    '--framing WHAT',
    '--backdrop WHAT',
    '--quality Q',
    '--set PATH=VALUE',
  ],
  export: [
    '-o, --output DIR',
    '--at T',
    '--seconds S',
    '--fps F',
    '--maps LIST',
    '--format KIND',
    '--size WxH',
    '--backdrops PATH',
    '--backdrop WHAT',
    '--quality Q',
    '--coco',
    '--threads N',
    '--seed N',
    '--set PATH=VALUE',
  ],
  bench: ['--steps N', '--warm N', '--json', '--help'],
  reproduce: ['-o, --output DIR', '--quick', '--json', '--help'],
};

test.each([['--help'], ['-h'], ['help']])('rivulet %s lists all commands', async (word) => {
  const { code, stdout, stderr } = await callMain(folder.path, [word]);
  expect([code, stderr]).toEqual([0, '']);
  for (const name of COMMANDS) expect(stdout).toContain(`rivulet ${name}`);
  expect(stdout).toContain('130 interrupted');
});

test.each(COMMANDS)('rivulet %s --help lists every option, and help fits a terminal', async (name) => {
  const { code, stdout, stderr } = await callMain(folder.path, [name, '--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`Usage: rivulet ${name}`);
  for (const flag of FLAGS[name]) expect(stdout).toContain(`  ${flag}`);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  expect((await callMain(folder.path, ['help', name])).stdout).toBe(stdout);
});

test.each([
  'render --view beauty -h',
  'render window -h --foo',
  'render --foo -h a b c',
  'render --json=yes --help --output',
  'help render extra --foo',
])('rivulet %s prints help: errors in the other words do not matter then', async (words) => {
  const { stdout } = await callMain(folder.path, ['render', '--help']);
  expect(await callMain(folder.path, words.split(' '))).toEqual({ code: 0, stdout, stderr: '' });
});

test.each(['help --help', 'help -h render', '--help render --foo'])('rivulet %s is help of all', async (words) => {
  const { stdout } = await callMain(folder.path, ['--help']);
  expect(await callMain(folder.path, words.split(' '))).toEqual({ code: 0, stdout, stderr: '' });
});

test('the program prints help and the version as `main` does', async () => {
  for (const words of [['--help'], ['help', 'render'], ['--version']])
    expect(await runCli(folder.path, words)).toEqual(await callMain(folder.path, words));
});

test.each(['--version', '-v'])('rivulet %s prints the version of the package', async (word) => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await callMain(folder.path, [word])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});
