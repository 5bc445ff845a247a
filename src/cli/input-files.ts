/** Files that a command has read, with checksums, so that an export says what it was made from. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { CommandContext } from './command.js';
import { readBytes } from './read-stream.js';

/** What a file was read for. */
export type InputRole = 'scene' | 'rain' | 'wind' | 'backdrop';

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
