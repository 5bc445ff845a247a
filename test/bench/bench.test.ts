/** `npm run bench` runs and says something finite; how fast things are is for a quiet machine to say. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sceneNames } from 'rivulet';
import { expect, test } from 'vitest';
import { trend } from '../../bench/trend.mjs';

const PROGRAM = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url));

function bench(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** All numbers in it, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

test('a quick run of a model without maps has no memory of theirs', () => {
  const { code, stdout, stderr } = bench('--quick', '--only', 'window-beads', '--json');
  expect([code, stderr]).toEqual([0, '']);
  const [{ times, wasmBytes }] = JSON.parse(stdout).cases;
  expect(times.step.median).toBeGreaterThan(0);
  expect(wasmBytes).toBe(0);
});

test('a quick run of one scene prints JSON with finite figures', () => {
  const { code, stdout, stderr } = bench('--quick', '--only', 'chen-pane-500', '--json');
  expect([code, stderr]).toEqual([0, '']);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ node: process.version, arch: process.arch });
  expect(report.cases.map(({ name }: { name: string }) => name)).toEqual(['chen-pane-500']);
  const [scene] = report.cases;
  expect(scene).toMatchObject({ columns: 500, rows: 500, old: null, ratio: null });
  // Infinity and NaN are null in JSON: required figures are tested by name.
  const { step, fields, drops, cpu } = scene.times;
  const times = [step, fields, drops].flatMap(({ median, p95, mean }) => [median, p95, mean]);
  const { smooth, bare, own } = scene.blur;
  const needed = [
    ...times,
    cpu,
    smooth,
    bare,
    own,
    scene.wasmBytes,
    scene.growth.heap,
    scene.wetShare,
    scene.trailShare,
  ];
  expect(needed.every(Number.isFinite)).toBe(true);
  expect(numbersIn(scene).every(Number.isFinite)).toBe(true);
  expect(step.median).toBeGreaterThan(0);
  expect(scene.drops).toBeGreaterThan(0);
  expect(scene.targets.map(({ figure }: { figure: string }) => figure)).toEqual(['blurs', 'bareBlurs', 'wasmBytes']);
  expect(scene.targets[2]).toMatchObject({ limit: '≤ 28', ok: true });
});

test('every scene is a case', () => {
  const { stdout } = bench('--list');
  for (const name of sceneNames) expect(stdout).toContain(`scenes  ${name}: `);
});

test.each([
  [['--only', 'windoww'], 'bench: --only: there is no case "windoww". --list shows them.\n'],
  [['--write-docs', '--quick'], 'bench: --write-docs writes down a whole run; leave out --quick and --only.\n'],
])('is misused by %j', (words, stderr) => {
  expect(bench(...words)).toEqual({ code: 2, stdout: '', stderr });
});

test('an unknown build to compare with is named', () => {
  const { code, stderr } = bench('--quick', '--only', 'window', '--against', 'no-such-build');
  expect(code).toBe(1);
  expect(stderr).toBe(
    'bench: --against must be a folder with a build or a revision of this repository; got no-such-build.\n',
  );
});

test('a heap that goes up and down has no trend, and one that grows has', () => {
  expect(trend([100, 40, 90, 60, 120, 30, 80, 95, 170, 50])).toBe(5);
  expect(trend([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])).toBe(70);
});
