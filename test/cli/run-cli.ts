/** Runs the built program as a user does: in a process of its own, in an empty folder; or what it is made of, in this one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect } from 'vitest';
import { main } from '../../src/cli/main.ts';

/** Programs still running; a test that runs out of time leaves one, which must not run on for hours. */
const running = new Set<ChildProcess>();

const PROGRAM = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));

export interface Outcome {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Given to standard input, which is then closed; null leaves it open and silent. Default nothing. */
  stdin?: string | null;
  /** Takes the place of standard input: a file or folder that is open. */
  input?: number;
  /** Flags for Node itself. */
  node?: readonly string[];
  /** Called with the running process. */
  started?: (child: ChildProcess) => void;
}

/** An empty folder for each test, the current one of the programs run; removed afterwards. */
export function useFolder(): { readonly path: string } {
  const folder = { path: '' };
  beforeEach(() => {
    folder.path = mkdtempSync(join(tmpdir(), 'rivulet-cli-'));
  });
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder.path, { recursive: true, force: true });
  });
  return folder;
}

/** Runs `rivulet` with these words. */
export function runCli(cwd: string, words: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  if (!existsSync(PROGRAM)) throw new Error('dist/cli/bin.js is not built; run npm run build.');
  const stdio = [options.input ?? 'pipe', 'pipe', 'pipe'] as const;
  const child: ChildProcess = spawn(process.execPath, [...(options.node ?? []), PROGRAM, ...words], {
    cwd,
    stdio: [...stdio],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.on('error', () => {}); // a program that ends before it has read all of it
  if (options.stdin !== null) child.stdin?.end(options.stdin ?? '');
  options.started?.(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, stdout, stderr });
    });
  });
}

/**
 * The same words, read in this process: a program of its own needs half a second of the processor to start, and what is
 * refused or only asks for help ends before there is a difference.
 */
export async function callMain(cwd: string, words: readonly string[], stdin = ''): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  const into = (stream: keyof typeof said) => ({ write: (text: string) => (said[stream] += text) });
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await main(words, {
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: into('stdout'),
      stderr: into('stderr'),
    });
    return { code, ...said };
  } finally {
    process.chdir(before);
  }
}

/** Expects that a run wrote the requested files, and printed nothing but these notes and its closing line. */
export function expectWritten({ code, stdout, stderr }: Outcome, notes = ''): void {
  const [closing] = /rivulet: wrote .* in [\dhmins. ]+\.\n$/.exec(stderr) ?? ['no closing line'];
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: notes + closing });
}

/** What is in a folder, hidden files too. */
export function list(folder: string): string[] {
  return readdirSync(folder).sort();
}

/** Flags for a pane of 40 × 30 cells: enough to see, and quick. */
export const SMALL_PANE = ['--set', 'surface.width=20', '--set', 'surface.height=15'];

/** Flags for a backdrop that is painted at once: for what is not about the picture, which takes seconds otherwise. */
export const SMALL_BACKDROP = ['--set', 'backdrop.resolution=64'];
