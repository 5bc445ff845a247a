/** Films that are killed at any moment end with the bytes of an undisturbed run. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { list, runCli, SMALL_BACKDROP, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();
const SMALL = [...SMALL_PANE, ...SMALL_BACKDROP, '--size', '64x48', '--quality', 'fast', '--threads', '1'];
const words = (out: string) => ['render', 'window', '-o', out, ...SMALL, '--seconds', '12', '--fps', '15'];

/** Runs the command and kills it after some time; false if it had ended by then. */
async function killedAfter(out: string, milliseconds: number): Promise<boolean> {
  const started = (child: ChildProcess) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    child.on('close', () => clearTimeout(timer));
  };
  return (await runCli(folder.path, words(out), { started })).code === null;
}

test.each(['film.mp4', 'film.webm'])('%s, killed at three random moments', async (film) => {
  const whole = film.replace('film', 'whole');
  const from = performance.now();
  expect((await runCli(folder.path, words(whole))).code).toBe(0);
  const took = performance.now() - from;
  let killed = 0;
  for (let n = 0; n < 3; n++) {
    const moment = Math.random() * 0.8 * took;
    if (await killedAfter(film, moment)) {
      killed += 1;
      expect(existsSync(join(folder.path, film)), `after ${Math.round(moment)} ms`).toBe(false);
    }
  }
  expect(killed).toBeGreaterThan(0);
  expect((await runCli(folder.path, words(film))).code).toBe(0);
  expect(readFileSync(join(folder.path, film)).equals(readFileSync(join(folder.path, whole)))).toBe(true);
  expect(list(folder.path)).toEqual([film, whole].sort());
});
