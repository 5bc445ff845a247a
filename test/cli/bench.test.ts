import { sceneNames } from 'rivulet';
import { expect, test } from 'vitest';
import { runCli, useFolder } from './run-cli.js';

const folder = useFolder();
/** Two whose operators run at every step, so that there is something to time. */
const SCENES = ['chen-pane-500', 'chin-fig-7e'];
const QUICK = ['--warm', '50', '--steps', '40'];

test('rivulet bench --json times both kinds of kernels, whole and in two parts', async () => {
  const { code, stdout, stderr } = await runCli(folder.path, ['bench', ...SCENES, '--json', ...QUICK]);
  expect([code, stderr]).toEqual([0, '']);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ node: process.version, arch: process.arch, platform: process.platform });
  expect(report.scenes.map(({ scene }: { scene: string }) => scene)).toEqual(SCENES);
  for (const scene of report.scenes) {
    expect(scene).toMatchObject({ warm: 50, steps: 40 });
    expect(scene.drops).toBeGreaterThan(0);
    expect(scene.wetShare).toBeGreaterThan(0);
    expect(scene.wetShare).toBeLessThan(1);
    for (const kind of [scene.reference, scene.simd]) {
      expect(Object.keys(kind)).toEqual(['step', 'fields', 'drops']);
      expect(kind.fields.median).toBeGreaterThan(0);
      expect(kind.step.median).toBeGreaterThan(kind.fields.median);
      for (const part of Object.values<{ median: number; p95: number }>(kind)) {
        expect(part.p95).toBeGreaterThanOrEqual(part.median);
      }
    }
    expect(scene.ratio.fields).toBeCloseTo(scene.reference.fields.median / scene.simd.fields.median, 1);
    expect(Number.isInteger(scene.growth.heap)).toBe(true);
    expect(Number.isInteger(scene.growth.arrayBuffers)).toBe(true);
  }
  // How much faster is for a quiet machine to say; that it is faster shows on any.
  expect(report.scenes[0].ratio.fields).toBeGreaterThan(1);
});

test('rivulet bench without a name takes the tables of both papers and the window', async () => {
  const { code, stdout } = await runCli(folder.path, ['bench', '--json', '--warm', '0', '--steps', '1']);
  const tables = sceneNames.filter((name) => /^chen-|^chin-table-3$|^window$/.test(name));
  expect(code).toBe(0);
  expect(JSON.parse(stdout).scenes.map(({ scene }: { scene: string }) => scene)).toEqual(tables);
  expect(tables.length).toBeGreaterThan(3);
});

test('rivulet bench prints a table for people', async () => {
  const { code, stdout, stderr } = await runCli(folder.path, ['bench', 'window', ...QUICK]);
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^scene +cells +drops +wet % +kernels +step ms +p95 +fields +p95 +drops +p95 +fields ×$/);
  expect(lines[1]).toMatch(/^window +600×400 +\d+ +[\d.]+ +reference( +[\d.]+){6}$/);
  expect(lines[2]).toMatch(/^ +simd( +[\d.]+){7}$/);
  expect(lines[4]).toMatch(/^heap growth over the measured steps: window -?[\d.e-]+ kB$/);
});

test('a name that is wrong is refused before the first scene runs', async () => {
  const words = ['bench', 'window', 'windoww', '--warm', '1000000'];
  expect(await runCli(folder.path, words)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'rivulet: there is no scene and no file "windoww". Did you mean "window"?\n',
  });
});
