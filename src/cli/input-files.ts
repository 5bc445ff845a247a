/** Files that a command reads, in bounds and with checksums, so that an export says what it was made from. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import type { CommandContext } from './command.js';
import { FailureError } from './errors.js';

/** What a file was read for. */
export type InputRole = 'scene' | 'surface' | 'rain' | 'wind' | 'noiseMap' | 'remainderMap' | 'backdrop' | 'inside';

/** A file that was read. */
export interface InputFile {
  readonly role: InputRole;
  /** As it was named; `-` is standard input. */
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** How a file is read. */
export interface InputWish {
  readonly role: InputRole;
  /** As it was named, for the list of inputs. */
  readonly file: string;
  /** Where it is, if its name says so from another folder only; or what to read in its place. */
  readonly from?: string | Readable;
  /** What it is called in the error line, and what it should be. */
  readonly label: string;
  readonly what: string;
  /** Larger files are refused [MB]. */
  readonly megabytes: number;
}

/** All bytes of a file, which is entered among the inputs. */
export async function readInput({ interrupt, inputs }: CommandContext, wish: InputWish): Promise<Buffer> {
  const { role, file, from = file, label, what, megabytes } = wish;
  const stream = typeof from === 'string' ? createReadStream(from) : from;
  const bytes = await readBytes(stream, label, what, megabytes, interrupt.signal);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = inputs.some((one) => one.role === role && one.file === file && one.sha256 === sha256);
  if (!known) inputs.push({ role, file, bytes: bytes.length, sha256 });
  return bytes;
}

/** Most megabytes of a text: more than any scene holds; keeps a wrong file or an endless pipe from filling the memory. */
export const MAX_TEXT = 16;

/** All bytes of a stream, at most `megabytes`; `label` and `what` it should be are for the error line. */
export async function readBytes(
  stream: Readable,
  label: string,
  what: string,
  megabytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, stream)) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    chunks.push(part);
    bytes += part.length;
    if (bytes > megabytes * 2 ** 20) {
      throw new FailureError(`${label} is no ${what}: it is larger than ${megabytes} MB.`);
    }
  }
  return Buffer.concat(chunks);
}
