/** Progress counted simulated time: a film that began at 18 s showed 95 % at a fifth of the way. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { Pace } from '../../src/cli/progress.ts';
import { SMALL_BACKDROP, SMALL_PANE, useFolder } from '../cli/run-cli.js';

const folder = useFolder();

/** Lines that a terminal of 80 columns is shown, with the time of each [ms]. */
async function watch(words: readonly string[]): Promise<{ lines: { at: number; text: string }[]; took: number }> {
  const start = performance.now();
  const lines: { at: number; text: string }[] = [];
  const stderr = {
    isTTY: true,
    columns: 80,
    write: (text: string) => lines.push({ at: performance.now() - start, text }),
  };
  expect(await main(words, { stdin: Readable.from([]), stdout: { write: () => {} }, stderr })).toBe(0);
  return { lines, took: performance.now() - start };
}

test('a film that begins late is not nearly done when its first frames are', async () => {
  const film = ['render', 'window', '-o', `${folder.path}/film`, ...SMALL_PANE, ...SMALL_BACKDROP];
  const drawn = [
    '--at',
    '3',
    '--seconds',
    '0.1',
    '--fps',
    '120',
    '--size',
    '480x360',
    '--quality',
    'fast',
    '--threads',
    '1',
  ];
  const { lines, took } = await watch([...film, ...drawn]);
  const shares = lines.flatMap(({ at, text }) => {
    const percent = /(\d+) %/.exec(text)?.[1];
    return percent === undefined ? [] : [{ at: at / took, share: Number(percent) / 100 }];
  });
  const halfway = shares.filter(({ at }) => at < 0.5);
  expect(halfway.length).toBeGreaterThan(0);
  expect(Math.max(...halfway.map(({ share }) => share))).toBeLessThan(0.75);
  expect(shares.map(({ share }) => share)).toEqual(shares.map(({ share }) => share).toSorted((a, b) => a - b));
  const text = lines.map((line) => line.text).join('\n');
  expect(text).toMatch(/window: water \d+\.\d s of 3\.0 s, then 12 frames/);
  expect(text).toMatch(/window: +\d+ %, [\d.]+ s left, frame \d+ of 12/);
}, 30_000);

test('share and time left follow what steps and frames take', () => {
  // 3600 steps of 1 ms, then 120 frames of 500 ms, the first of them 900 ms, with seven steps between.
  const pace = new Pace(3600 + 119 * 7, 120);
  pace.addSteps(3600, 3600);
  expect(pace.describe()).toBe('');
  pace.addFrame(900);
  const whole = 3600 + 900 + 119 * 507;
  for (let frame = 1; frame < 120; frame++) {
    pace.addSteps(7, 7);
    pace.addFrame(500);
    const spent = 4500 + frame * 507;
    const percent = Math.floor((100 * spent) / whole);
    expect(pace.describe()).toMatch(new RegExp(`^ *${percent} %, `));
  }
  expect(pace.describe()).toBe('100 %, 0.0 s left');
});

test('without a terminal a run says in one line what it wrote', async () => {
  let said = '';
  const console = {
    stdin: Readable.from([]),
    stdout: { write: () => {} },
    stderr: { write: (text: string) => (said += text) },
  };
  const picture = ['render', 'window', '-o', `${folder.path}/a.png`, '--at', '0', '--view', 'id', ...SMALL_PANE];
  expect(await main(picture, console)).toBe(0);
  expect(said).toMatch(/^rivulet: wrote .*a\.png in [\d.]+ s\.\n$/);
  said = '';
  const truth = ['export', 'window', '-o', `${folder.path}/truth`, '--seconds', '0.2', '--fps', '10', '--maps', 'id'];
  expect(await main([...truth, ...SMALL_PANE], console)).toBe(0);
  expect(said).toMatch(/^rivulet: wrote 2 frames to .*truth in [\d.]+ s\.\n$/);
});
