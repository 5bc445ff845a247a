/** Pictures from files: PNG, JPEG and Radiance HDR, recognised by their content and not by their names. */
import { resolve } from 'node:path';
import { RivuletError } from '../../core/errors.js';
import { type BackdropImage, decodeRadiance } from '../../render/offline/index.js';
import type { CommandContext } from '../command.js';
import { FailureError, fileProblem } from '../errors.js';
import { readInput } from '../input-files.js';

/** The largest picture without any compression; keeps an endless device from filling the memory. */
const MAX_MEGABYTES = 512;

/** Decodes a file; an error is one line that begins with `name`. */
type Decode = (bytes: Uint8Array, name: string) => BackdropImage;

/** What files begin with, and their decoders, which are loaded on demand, so that other commands start faster. */
const KINDS: readonly { name: string; begins: readonly number[]; load(): Promise<Decode> }[] = [
  { name: 'PNG', begins: [0x89, 0x50, 0x4e, 0x47], load: async () => (await import('./decode-png.js')).decodePng },
  { name: 'JPEG', begins: [0xff, 0xd8, 0xff], load: async () => (await import('./decode-jpeg.js')).decodeJpeg },
  { name: 'Radiance HDR', begins: [0x23, 0x3f], load: async () => decodeRadiance },
];

/** The picture in a file; a relative path starts at `folder`. */
export async function readPicture(
  context: CommandContext,
  role: 'backdrop' | 'wind' | 'noiseMap' | 'remainderMap',
  file: string,
  folder = '.',
): Promise<BackdropImage> {
  const name = `the ${role} ${file}`;
  const wish = { role, file, from: resolve(folder, file), label: file, what: 'picture', megabytes: MAX_MEGABYTES };
  let bytes: Uint8Array;
  try {
    bytes = await readInput(context, wish);
  } catch (error) {
    context.interrupt.check();
    if (error instanceof FailureError) throw error;
    throw new FailureError(`cannot read ${name}: ${fileProblem(error)}.`);
  }
  return decodePicture(bytes, name);
}

/** The picture in a file's bytes; `name` is what it is called in error lines. */
export async function decodePicture(bytes: Uint8Array, name: string): Promise<BackdropImage> {
  const kind = KINDS.find(({ begins }) => begins.every((byte, n) => bytes[n] === byte));
  if (!kind) {
    const came = bytes.length === 0 ? 'empty' : 'none of them';
    throw new FailureError(`${name} must be a PNG, JPEG or Radiance HDR file; it is ${came}.`);
  }
  const decode = await kind.load();
  try {
    return decode(bytes, name);
  } catch (error) {
    if (error instanceof RivuletError) throw error;
    // A decoder's own message does not help a user who has only the file.
    throw new FailureError(`${name} must be a whole ${kind.name} file; it is broken.`);
  }
}
