/** Backdrops that change from picture to picture: the pictures of a folder in the order of their names, or those of a film. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BackdropImage } from '../../render/offline/index.js';
import type { CommandContext } from '../command.js';
import { FailureError, fileProblem } from '../errors.js';
import { readFilm } from '../films/read-film.js';
import { readPicture } from '../pictures/read-picture.js';

/** Gives one backdrop after another. */
export interface Backdrops {
  next(): Promise<BackdropImage>;
  /** Ends what reads them. */
  dispose(): void;
}

const PICTURE = /\.(png|jpe?g|hdr)$/i;

/** The backdrops at `path` for so many pictures, `rate` of them a second. Throws one line if it has none or too few. */
export async function openBackdrops(
  path: string,
  count: number,
  rate: number,
  context: CommandContext,
): Promise<Backdrops> {
  let folder: boolean;
  try {
    folder = statSync(path).isDirectory();
  } catch (error) {
    throw new FailureError(`cannot read the backdrops ${path}: ${fileProblem(error)}.`);
  }
  return folder ? ofFolder(path, count, context) : ofFilm(path, rate, context);
}

function ofFolder(path: string, count: number, context: CommandContext): Backdrops {
  const names = readdirSync(path)
    .filter((name) => PICTURE.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (names.length < count) {
    const wish = `a PNG, JPEG or HDR file for each of the ${count} pictures`;
    throw new FailureError(`--backdrops ${path} must hold ${wish}; it holds ${names.length}.`);
  }
  let k = 0;
  return { next: () => readPicture(context, 'backdrop', join(path, names[k++])), dispose: () => {} };
}

async function ofFilm(path: string, rate: number, context: CommandContext): Promise<Backdrops> {
  context.inputs.push(await fingerprint(path));
  const film = await readFilm(path, rate);
  let k = 0;
  return {
    async next() {
      const { value, done } = await context.interrupt.orEnd(film.pictures.next());
      if (done) {
        const short = `${path} must be as long as the export; it ends after ${(k / rate).toFixed(2)} s`;
        throw new FailureError(`--backdrops ${short}. Write fewer --seconds.`);
      }
      k += 1;
      return value;
    },
    dispose: film.end,
  };
}

/** What the index says of a film; it may be larger than the memory. */
async function fingerprint(file: string) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(file)) {
    hash.update(part as Buffer);
    bytes += (part as Buffer).length;
  }
  return { role: 'backdrop', file, bytes, sha256: hash.digest('hex') } as const;
}
