import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulation, loadScene, sceneNames } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { runCli, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();

/** What `rivulet simulate … --json` prints. */
async function simulate(words: readonly string[], stdin = '') {
  const outcome = await runCli(folder.path, ['simulate', ...words, '--json'], { stdin });
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
  return JSON.parse(outcome.stdout);
}

describe('rivulet scenes', () => {
  test('lists every scene by name and title', async () => {
    const { code, stdout, stderr } = await runCli(folder.path, ['scenes']);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([...sceneNames]);
    expect(lines.find((line) => line.startsWith('window '))).toContain(loadScene('window').title);
  });

  test('prints the scenes whole with --json', async () => {
    const { code, stdout } = await runCli(folder.path, ['scenes', '--json']);
    const listed = JSON.parse(stdout) as { name: string; title: string; about: string; scene: unknown }[];
    expect(code).toBe(0);
    expect(listed.map(({ name }) => name)).toEqual([...sceneNames]);
    for (const { name, title, about, scene } of listed) {
      expect(scene).toEqual(loadScene(name));
      expect([title, about]).toEqual([loadScene(name).title, loadScene(name).about]);
    }
  });

  test('says nothing when the reader closes the pipe early', async () => {
    const program = new URL('../../dist/cli/bin.js', import.meta.url).pathname;
    const script = `"${process.execPath}" "${program}" scenes --json | head -c 1; echo " \${PIPESTATUS[0]}"`;
    const shell = spawn('bash', ['-c', script], { stdio: 'pipe' });
    let said = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (said += text));
    await new Promise((resolve) => shell.on('close', resolve));
    expect(said).toBe('[ 0\n');
  });
});

describe('rivulet simulate', () => {
  test('prints exactly what the library finds', async () => {
    const report = await simulate(['window', '--seconds', '1']);
    const simulation = createSimulation('window');
    simulation.advance(1);
    const { count, moving } = simulation.drops;
    const { stepMs, ...rest } = report;
    expect(rest).toEqual({
      scene: 'window',
      seed: 14,
      time: simulation.time,
      steps: 200,
      drops: {
        total: count,
        moving: moving.subarray(0, count).reduce((sum, one) => sum + one, 0),
        charts: { pane: count },
      },
      ledger: JSON.parse(JSON.stringify(simulation.ledger())),
      hash: simulation.hash(),
    });
    expect(Object.keys(stepMs)).toEqual(['median', 'p95', 'fields', 'drops']);
    expect(stepMs.median).toBeGreaterThan(0);
    expect(stepMs.p95).toBeGreaterThanOrEqual(stepMs.median);
    expect(stepMs.fields).toBeGreaterThan(0);
    expect(stepMs.fields + stepMs.drops).toBeLessThan(2 * stepMs.p95);
  });

  test('ends where advance does, also where decimals are not exact and a part of a step is left', async () => {
    for (const seconds of [0.004, 0.3, 0.7]) {
      const simulation = createSimulation('window', { surface: { width: 20, height: 15 } });
      simulation.advance(seconds);
      const { steps, hash } = await simulate(['window', ...SMALL_PANE, '--seconds', String(seconds)]);
      expect([seconds, steps, hash]).toEqual([seconds, simulation.steps, simulation.hash()]);
    }
  });

  test('finds the same water with every kind of kernels', async () => {
    const run = (kind: string) => simulate(['chin-fig-7e', '--seconds', '2', '--kernels', kind]);
    const [auto, simd, reference] = [await run('auto'), await run('simd'), await run('reference')];
    expect(simd.hash).toBe(reference.hash);
    expect(auto.hash).toBe(reference.hash);
    expect(auto.drops.total).toBeGreaterThan(0);
  });

  test('goes by --seed and --set; a later --set wins', async () => {
    const flags = ['--set', 'gravity=0', '--set', 'surface.tilt=45deg', '--set', 'gravity=1000', '--seed', '7'];
    const report = await simulate(['window', '--seconds', '0.5', ...SMALL_PANE, ...flags]);
    const surface = { width: 20, height: 15, tilt: '45deg' };
    const simulation = createSimulation('window', { seed: 7, gravity: 1000, surface });
    simulation.advance(0.5);
    expect([report.seed, report.hash]).toEqual([7, simulation.hash()]);
    const other = await simulate(['window', '--seconds', '0.5', ...SMALL_PANE, ...flags, '--seed', '8']);
    expect(other.hash).not.toBe(report.hash);
  });

  test('reads a scene from a file or from standard input, with or without a byte order mark', async () => {
    const text = JSON.stringify({ ...loadScene('window'), surface: { width: 20, height: 15 }, seed: 3 });
    writeFileSync(join(folder.path, 'mine.json'), `\uFEFF${text}`);
    const file = await simulate(['mine.json', '--seconds', '0.5']);
    const stdin = await simulate(['-', '--seconds', '0.5'], text);
    expect([file.scene, stdin.scene]).toEqual(['mine.json', '-']);
    expect(file.seed).toBe(3);
    expect(stdin.hash).toBe(file.hash);
  });

  test('prints the same for people in a few lines', async () => {
    const words = ['window', '--seconds', '0.5', ...SMALL_PANE];
    const { hash, drops } = await simulate(words);
    const { code, stdout, stderr } = await runCli(folder.path, ['simulate', ...words]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`hash   ${hash}\n`);
    expect(stdout).toContain(`drops  ${drops.total}, of them ${drops.moving} moving\n`);
    expect(stdout).toContain('time   0.5 s in 100 steps');
  });
});
