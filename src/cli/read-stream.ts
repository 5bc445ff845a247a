/** Files and pipes, in bounds. */
import { addAbortSignal, type Readable } from 'node:stream';
import { FailureError } from './errors.js';

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
