/** Programs that need a screen, on one in memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The screen of a test [px]: more than any page of ours. */
const SCREEN = '1600x1200x24';

/** Drawn by the processor, so that pictures do not depend on the machine's card. */
const SOFTWARE_DRAWING = { LIBGL_ALWAYS_SOFTWARE: '1' };

/** Starts a program on a screen of its own; returns both processes. `say` gets every line that it writes. */
export async function startOnScreen(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
  say: (line: string) => void,
): Promise<ChildProcess[]> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // It writes its number when it is there.
  const number = await new Promise((done) => (screen.stdio[3] as Readable).once('data', done));
  const env = { ...process.env, ...SOFTWARE_DRAWING, ...environment, DISPLAY: `:${String(number).trim()}` };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', say);
  process.once('exit', () => [child, screen].map((running) => running.kill()));
  return [child, screen];
}

/** Ends a process and waits for its end. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill();
  await ended;
}

/** Tries something until it succeeds, for a minute. */
export async function retry<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}
