/** Programs that take pictures or packets on standard input and give bytes on standard output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { FailureError } from '../errors.js';
import type { GroupEncoder } from './film-encoder.js';

/** A running program. */
export interface Program {
  readonly child: ChildProcess;
  /** All that it writes to standard output, when it has ended well; a `FailureError` otherwise. */
  readonly output: Promise<Uint8Array>;
}

/** Starts a program. What it writes to standard error becomes one line, if it fails. @param label its name in that line */
export function start(program: string, words: readonly string[], label: string): Program {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  const parts: Buffer[] = [];
  let said = '';
  child.stdin.on('error', () => {}); // it ended early; why is told below
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  // Encoders are talkative; only the end tells why one failed.
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  const output = new Promise<Uint8Array>((resolve, reject) => {
    child.on('error', (error) => reject(new FailureError(`${label} cannot run: ${error.message}.`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(parts));
      const full = /No space left|ENOSPC/i.test(said);
      const why = full ? 'no space left on the disk' : lastWords(said) || `${label} ended with ${signal ?? code}`;
      reject(new FailureError(`cannot encode the film: ${why}.`));
    });
  });
  // Whether it failed is told where the output is awaited.
  output.catch(() => {});
  return { child, output };
}

/** Gives bytes to a program; resolves when it takes more, or throws as its output does. */
export async function feed({ child: { stdin }, output }: Program, bytes: Uint8Array): Promise<void> {
  if (!stdin || stdin.destroyed || stdin.write(bytes)) return;
  await Promise.race([once(stdin, 'drain'), output]);
}

/** A group of pictures whose encoder is a program of its own. */
export function encodeBy(program: Program): GroupEncoder {
  const { child, output } = program;
  return {
    // A copy: the caller draws the next picture over this one.
    add: (pixels) => feed(program, Buffer.from(pixels)),
    end() {
      child.stdin?.end();
      return output;
    },
    abandon: () => void child.kill('SIGKILL'),
  };
}

/** What a program said of its failure, without a full stop; empty if it said nothing. */
export function lastWords(said: string): string {
  const lines = said.trim().split('\n');
  // Of a Node program the line of the error is not the last one.
  return (lines.find((line) => /^\w*Error: /.test(line)) ?? lines.at(-1) ?? '').replace(/^\w*Error: |\.$/g, '');
}
