/** The examples of README.md for each kind of user run as printed; only pictures are smaller and films shorter. HTML: test/browser. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { list, runCli, useFolder } from '../cli/run-cli.js';
import { codeOf, readPage, sectionOf } from './read-page.ts';

const folder = useFolder();
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readPage('README.md');
const USERS = [...README.matchAll(/^## (For .+)$/gm)].map(([, heading]) => heading);

/** A run of seconds instead of minutes. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/--size \S+/, '--size 64x36 --quality fast'],
  [/--seconds 2 --fps 10/, '--seconds 0.2 --fps 10'],
  [/--seconds 5 --fps 30/, '--seconds 0.2 --fps 10'],
  [/--at (18|20)/, '--at 1'],
];
/** Commands that draw without light take no quality. */
const shorter = (command: string) => {
  const text = SHORTER.reduce((words, [pattern, by]) => words.replace(pattern, by), command);
  return /--view|--json/.test(text) ? text.replace(' --quality fast', '') : text;
};

/** Pictures that the examples name. */
function addPhotos(): void {
  const picture = (n: number) => {
    const data = Uint8Array.from({ length: 3 * 64 * 36 }, (_, p) => (p * (n + 3)) % 251);
    return encode({ width: 64, height: 36, channels: 3, depth: 8, data });
  };
  writeFileSync(join(folder.path, 'photo.jpg'), picture(0)); // files are recognised by their content
  mkdirSync(join(folder.path, 'photos'));
  for (let n = 0; n < 20; n++) writeFileSync(join(folder.path, `photos/${100 + n}.png`), picture(n));
}

test('README.md has five kinds of users, each with an example of at most five lines', () => {
  expect(USERS).toHaveLength(5);
  for (const user of USERS) {
    const examples = ['html', 'js', 'sh'].flatMap((language) => codeOf(sectionOf(README, `## ${user}`), language));
    expect(examples, user).toHaveLength(1);
    expect(examples[0].trim().split('\n').length, user).toBeLessThanOrEqual(5);
  }
});

describe.each(USERS)('%s', (user) => {
  const section = sectionOf(README, `## ${user}`);

  test('is a section with code', () => {
    expect(section).toContain('```');
  });

  test.each(codeOf(section, 'js'))('the script runs', (code) => {
    const flags = ['--input-type=module', '-e', code];
    expect(execFileSync(process.execPath, flags, { cwd: ROOT, encoding: 'utf8' })).toMatch(/^\d+ [0-9a-f]{16}\n$/);
  });

  // test/cli/reproduce.test.ts runs the book, which takes its time.
  const commands = codeOf(section, 'sh')
    .flatMap((block) => block.trim().split('\n'))
    .filter((command) => !/ reproduce nakata -o book --quick$/.test(command));
  test.each(commands)('%s', async (command) => {
    addPhotos();
    const words = shorter(command).split(' ');
    expect(words.splice(0, 2)).toEqual(['npx', 'rivulet']);
    const { code, stderr } = await runCli(folder.path, words);
    expect([code, stderr.split('\n').filter((line) => line && !/^rivulet: (wrote|\d+ %)/.test(line))]).toEqual([0, []]);
    const output = words[words.indexOf('-o') + 1];
    if (words.includes('-o')) expect(list(folder.path)).toContain(output);
  });
});
