/** Two runs that wrote to one folder at the same time mixed their frames without a word. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockFolder } from '../../src/cli/folder-lock.ts';
import { list, runCli, SMALL_PANE, useFolder } from '../cli/run-cli.js';

const folder = useFolder();
const LOCK = '.rivulet.lock';
/** For hours, a frame every few milliseconds. */
const LONG = ['--seconds', '1e6', '--fps', '100'];
const EXPORT = ['export', 'window', ...SMALL_PANE, '-o', 'out', '--maps', 'id'];
const FILM = ['render', 'window', ...SMALL_PANE, '-o', 'out', '--view', 'id'];

const lockPath = () => join(folder.path, 'out', LOCK);

function refusalOf(pid: number | undefined): string {
  const held = `another rivulet writes to the folder out (process ${pid} on ${hostname()}, since 20`;
  const remedy = `Wait, name another folder, or remove ${join('out', LOCK)} if it runs no more.`;
  const quoted = (text: string) => text.replace(/[.()[\]\\]/g, '\\$&');
  return `^rivulet: ${quoted(held)}[^ ]*\\)\\. ${quoted(remedy)}\n$`;
}

/** Writes a lock of a process, by default one that no machine has. */
function writeLock(holder: object = {}): void {
  mkdirSync(join(folder.path, 'out'), { recursive: true });
  const dead = { pid: 2 ** 30, start: '2026-01-01T00:00:00.000Z', host: hostname() };
  writeFileSync(lockPath(), JSON.stringify({ ...dead, ...holder }));
}

async function until(ready: () => boolean): Promise<void> {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe.skipIf(process.platform === 'win32')('a folder that is being written', () => {
  test.each([
    ['an export', 'SIGINT', EXPORT, 'drops/frame-00000003.csv'],
    ['a film', 'SIGTERM', FILM, 'frame-00000003.png'],
  ] as const)(
    'by %s is refused to others, and free again after %s',
    async (_, signal, words, some) => {
      let first: ChildProcess | undefined;
      const firstRun = runCli(folder.path, [...words, ...LONG], { started: (child) => (first = child) });
      await until(() => existsSync(join(folder.path, 'out', some)));
      for (const second of [EXPORT, FILM]) {
        const { code, stdout, stderr } = await runCli(folder.path, [...second, '--seconds', '0.1', '--seed', '5']);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(new RegExp(refusalOf(first?.pid)));
      }
      first?.kill(signal);
      expect((await firstRun).code).toBe(130);
      expect(existsSync(lockPath())).toBe(false);
      const { code } = await runCli(folder.path, [...words, '--seconds', '0.02', '--fps', '100']);
      expect([code, existsSync(lockPath())]).toEqual([0, false]);
    },
    30_000,
  );

  test('is free again after a run that failed, and after one that was killed', async () => {
    mkdirSync(join(folder.path, 'out/id/frame-00001.png'), { recursive: true });
    const failed = await runCli(folder.path, [...EXPORT, '--seconds', '0.3', '--fps', '10']);
    expect([failed.code, existsSync(lockPath())]).toEqual([1, false]);
    let child: ChildProcess | undefined;
    const run = runCli(folder.path, [...FILM, ...LONG], { started: (one) => (child = one) });
    await until(() => existsSync(join(folder.path, 'out/frame-00000001.png')));
    child?.kill('SIGKILL');
    await run;
    expect(JSON.parse(readFileSync(lockPath(), 'utf8')).pid).toBe(child?.pid);
    const { code } = await runCli(folder.path, [...FILM, '--seconds', '0.1']);
    expect([code, existsSync(lockPath())]).toEqual([0, false]);
  }, 30_000);
});

describe('a lock', () => {
  test('of a dead process is taken over, even if another has its number now', () => {
    writeLock();
    lockFolder(join(folder.path, 'out'))();
    expect(list(join(folder.path, 'out'))).toEqual([]);
    // Another process has this number now.
    writeLock({ pid: process.pid, ticks: '1' });
    if (process.platform === 'linux') lockFolder(join(folder.path, 'out'))();
  });

  test('of another machine, or of another program, stays', () => {
    const output = join(folder.path, 'out');
    writeLock({ host: 'elsewhere' });
    expect(() => lockFolder(output)).toThrow(
      `another rivulet writes to the folder ${output} (process 1073741824 on els`,
    );
    writeFileSync(lockPath(), 'mine');
    expect(() => lockFolder(output)).toThrow(`another rivulet writes to the folder ${output}. Wait,`);
    expect(list(output)).toEqual([LOCK]);
    expect(readFileSync(lockPath(), 'utf8')).toBe('mine');
  });

  test('of a dead process goes to one of many that come at the same moment', async () => {
    const module = new URL('../../dist/cli/folder-lock.js', import.meta.url).href;
    const script = `
      import { lockFolder } from ${JSON.stringify(module)};
      while (Date.now() < Number(process.argv[1]));
      try {
        lockFolder('out');
        process.stdout.write('got');
      } catch {
        process.stdout.write('refused');
      }
      process.stdin.resume(); // until all have said something`;
    writeLock();
    const when = String(Date.now() + 1000);
    const children = Array.from({ length: 8 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, when], { cwd: folder.path }),
    );
    const said = await Promise.all(
      children.map(
        (child) => new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(`${text}`))),
      ),
    );
    const ended = children.map((child) => new Promise((resolve) => child.on('close', resolve)));
    for (const child of children) child.stdin.end();
    await Promise.all(ended);
    expect(said.sort()).toEqual(['got', ...Array(7).fill('refused')]);
    expect(list(join(folder.path, 'out'))).toEqual([]);
  }, 30_000);
});
