/** The scripts on the pages run as printed, and print what the page says. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { codeOf, readPage } from './read-page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a script prints that stands in a file of its own beside package.json. */
async function runScript(code: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT });
  return stdout.trim();
}

test.each(['docs/frames.md', 'docs/scene.md'])('the scripts of %s print what follows them', async (name) => {
  const page = readPage(name);
  const printed = codeOf(page, 'text').map((text) => text.trim());
  const scripts = codeOf(page, 'js');
  expect(scripts.length).toBeGreaterThan(0);
  expect(await Promise.all(scripts.map(runScript))).toEqual(printed);
});
