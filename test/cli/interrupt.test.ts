import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { list, type Outcome, runCli, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();

/** Time for Node to start and the work to begin [ms]. */
const UNDER_WAY = 800;

/**
 * Runs a command that would take hours and interrupts it when it is well under way and `ready` holds. On a machine so
 * busy that the program did not even listen yet, the signal ends it (code null): then again, with more patience.
 */
async function interrupted(words: readonly string[], ready = () => true, stdin: string | null = ''): Promise<Outcome> {
  for (let patience = UNDER_WAY; ; patience *= 2) {
    const started = (child: ChildProcess) => whenReady(child, patience, ready, () => child.kill('SIGINT'));
    const outcome = await runCli(folder.path, words, { started, stdin });
    if (outcome.code !== null || patience > 16 * UNDER_WAY) return outcome;
  }
}

function whenReady(child: ChildProcess, patience: number, ready: () => boolean, act: () => void): void {
  const start = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - start < patience || !ready()) return;
    clearInterval(timer);
    act();
  }, 10);
  child.on('close', () => clearInterval(timer));
}

const INTERRUPTED: Outcome = { code: 130, stdout: '', stderr: 'rivulet: interrupted\n' };

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  test('during a simulation ends it with 130 and prints no report', async () => {
    expect(await interrupted(['simulate', 'window', '--seconds', '1e6', '--json'])).toEqual(INTERRUPTED);
  });

  test('during a render leaves no file', async () => {
    expect(await interrupted(['render', 'window', '-o', 'a.png', '--at', '1e6'])).toEqual(INTERRUPTED);
    expect(list(folder.path)).toEqual([]);
  });

  test.each(['1', '2'])('while %s threads draw ends the command at once, and leaves no file', async (threads) => {
    // It takes a minute to draw.
    const words = ['render', 'window', '-o', 'a.png', '--at', '0', '--size', '8000x6000', '--threads', threads];
    expect(await interrupted(words)).toEqual(INTERRUPTED);
    expect(list(folder.path)).toEqual([]);
  });

  test('leaves a file as it was that would have been replaced', async () => {
    writeFileSync(join(folder.path, 'a.png'), 'older');
    expect(await interrupted(['render', 'window', '-o', 'a.png', '--at', '1e6'])).toEqual(INTERRUPTED);
    expect(list(folder.path)).toEqual(['a.png']);
    expect(readFileSync(join(folder.path, 'a.png'), 'utf8')).toBe('older');
  });

  test('during a film leaves whole frames only, and says how many', async () => {
    const film = join(folder.path, 'film');
    const some = () => existsSync(join(film, 'frame-00000003.png'));
    const words = ['render', 'window', ...SMALL_PANE, '-o', 'film', '--seconds', '1e6', '--fps', '100'];
    const { code, stdout, stderr } = await interrupted(words, some);
    const frames = list(film);
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toBe(`rivulet: interrupted; ${frames.length} of 100000000 frames are written\n`);
    expect(frames.length).toBeGreaterThan(3);
    expect(frames).toEqual(frames.map((_, k) => `frame-${String(k).padStart(8, '0')}.png`));
    for (const frame of frames) expect(decode(readFileSync(join(film, frame))).width).toBe(40);
  });

  test('between two frames that are far apart ends the command at once', async () => {
    const words = ['render', 'window', '-o', 'film', '--seconds', '1e6', '--fps', '1e-3'];
    const first = () => existsSync(join(folder.path, 'film/frame-00000.png'));
    const { code, stderr } = await interrupted(words, first);
    expect([code, stderr]).toEqual([130, 'rivulet: interrupted; 1 of 1000 frames are written\n']);
    // Besides, what the film goes on with when it is asked for again.
    const frames = list(join(folder.path, 'film')).filter((name) => !name.startsWith('.rivulet-'));
    expect(frames).toEqual(['frame-00000.png']);
  });

  test('during an export leaves whole pictures, and an index of just those', async () => {
    const truth = join(folder.path, 'truth');
    const some = () => existsSync(join(truth, 'drops/frame-00000003.csv'));
    const words = ['export', 'window', ...SMALL_PANE, '-o', 'truth', '--seconds', '1e6', '--fps', '100'];
    const { code, stdout, stderr } = await interrupted([...words, '--maps', 'mask,id'], some);
    const { pictures } = JSON.parse(readFileSync(join(truth, 'index.json'), 'utf8'));
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toBe(`rivulet: interrupted; ${pictures.length} of 100000000 frames are written\n`);
    expect(pictures.length).toBeGreaterThan(3);
    const named = pictures.flatMap(({ files }: { files: object }) => Object.values(files));
    const there = ['drops', 'id', 'mask'].flatMap((room) => list(join(truth, room)).map((name) => `${room}/${name}`));
    expect(there.sort()).toEqual(named.sort());
    for (const name of named) if (/png$/.test(name)) expect(decode(readFileSync(join(truth, name))).width).toBe(40);
  });

  test('before the first picture of an export leaves nothing, and an older one as it was', async () => {
    expect(await interrupted(['export', 'window', '-o', 'deep/truth', '--at', '1e6'])).toEqual(INTERRUPTED);
    expect(list(folder.path)).toEqual([]);
    const first = ['export', 'window', ...SMALL_PANE, '-o', 'truth', '--at', '0', '--maps', 'id'];
    await runCli(folder.path, first);
    const before = readFileSync(join(folder.path, 'truth/index.json'));
    expect(await interrupted(['export', 'window', '-o', 'truth', '--at', '1e6', '--maps', 'id'])).toEqual(INTERRUPTED);
    expect(readFileSync(join(folder.path, 'truth/index.json')).equals(before)).toBe(true);
    expect(list(join(folder.path, 'truth'))).toEqual(['README.md', 'drops', 'id', 'index.json']);
  });

  test.each(['1', '2'])('while %s threads draw maps of an export ends the command at once', async (threads) => {
    // It takes a minute to draw.
    const words = ['export', 'window', '-o', 'truth', '--at', '0', '--size', '8000x6000', '--maps', 'mask,id'];
    expect(await interrupted([...words, '--threads', threads])).toEqual(INTERRUPTED);
    expect(list(folder.path)).toEqual([]);
  });

  test('during a bench ends it without a table', async () => {
    expect(await interrupted(['bench', 'window', '--steps', '1000000'])).toEqual(INTERRUPTED);
    expect(await interrupted(['bench', 'window', '--warm', '1000000', '--json'])).toEqual(INTERRUPTED);
  });

  test('ends the command while a scene is awaited on standard input', async () => {
    expect(await interrupted(['simulate', '-'], () => true, null)).toEqual(INTERRUPTED);
  });
});
