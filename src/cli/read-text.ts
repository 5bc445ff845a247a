/** Text from a file or a pipe, in bounds. */
import { addAbortSignal, type Readable } from 'node:stream';
import { FailureError } from './errors.js';

/** More than any scene holds; keeps a wrong file or an endless pipe from filling the memory. */
const MAX_BYTES = 16 * 2 ** 20;

/** All of a stream as text; `label` and `what` it should be are for the error line. */
export async function readText(stream: Readable, label: string, what: string, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, stream)) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    chunks.push(part);
    bytes += part.length;
    if (bytes > MAX_BYTES)
      throw new FailureError(`${label} is no ${what}: it is larger than ${MAX_BYTES / 2 ** 20} MB.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
