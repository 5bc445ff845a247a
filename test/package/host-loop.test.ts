/** NAK-16: the example that runs inside the loop of a physics engine. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const EXAMPLE = fileURLToPath(new URL('../../examples/host-loop.mjs', import.meta.url));

test('in at most 60 lines a car of Rapier drives its windshield: drops climb when it is fast, and stop when it brakes', () => {
  expect(readFileSync(EXAMPLE, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  const lines = execFileSync(process.execPath, [EXAMPLE], { encoding: 'utf8' }).trim().split('\n');
  const seconds = lines.map((line) => {
    const [, speed, drops, climb, gone] =
      /: ([\d.]+) m\/s, (\d+) drops, (\d+) climb, (\d+) mg/.exec(line)?.map(Number) ?? [];
    return { speed, drops, climb, gone };
  });
  expect(seconds).toHaveLength(10);
  expect(seconds[6].speed).toBeCloseTo(24.5, 1);
  // V* at 45° is 11 m/s: none climbs below, many above.
  expect(seconds.slice(0, 3).map(({ climb }) => climb)).toEqual([0, 0, 0]);
  expect(seconds[6].climb).toBeGreaterThan(100);
  expect([seconds[9].climb, seconds[9].gone > 1000]).toEqual([0, true]);
});
