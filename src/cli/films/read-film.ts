/** The pictures of a film, by ffmpeg or by mediabunny with node-webcodecs. Either gives them as PPM files in a row. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FailureError } from '../errors.js';
import { findEncoder } from './film-encoder.js';
import { lastWords } from './program.js';

/** A picture with four bytes a pixel. */
export interface FilmPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const CHILD = fileURLToPath(new URL('./read-film-child.js', import.meta.url));

/** The pictures of a film, `rate` of them a second from its beginning; `end` stops what decodes them. */
export async function readFilm(
  path: string,
  rate: number,
): Promise<{ pictures: AsyncGenerator<FilmPicture, undefined>; end(): void }> {
  const { isFfmpeg } = await findEncoder();
  const filter = ['-vf', `fps=${rate}`, '-f', 'image2pipe', '-c:v', 'ppm', 'pipe:1'];
  const words = isFfmpeg
    ? ['-hide_banner', '-nostdin', '-v', 'error', '-i', path, ...filter]
    : [CHILD, path, `${rate}`];
  const child = spawn(isFfmpeg ? 'ffmpeg' : process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  return { pictures: picturesOf(child, path), end: () => child.kill('SIGKILL') };
}

async function* picturesOf(child: ChildProcess, path: string): AsyncGenerator<FilmPicture, undefined> {
  let said = '';
  let status: number | null = null;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  const closed = new Promise<void>((resolve) =>
    child.on('close', (code) => {
      status = code;
      resolve();
    }),
  );
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    for (let picture = firstOf(rest); picture; picture = firstOf(rest)) {
      yield picture;
      rest = rest.subarray(picture.end);
    }
  }
  await closed;
  if (status !== 0) throw new FailureError(`cannot read the film ${path}: ${lastWords(said) || 'it is no film'}.`);
  return undefined;
}

/** The first PPM file of some bytes, and where it ends; undefined if it is not whole. */
function firstOf(bytes: Buffer): (FilmPicture & { end: number }) | undefined {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40));
  if (!head) return undefined;
  const [width, height] = [Number(head[1]), Number(head[2])];
  const end = head[0].length + 3 * width * height;
  if (bytes.length < end) return undefined;
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let from = head[0].length, to = 0; from < end; from += 3, to += 4) data.set(bytes.subarray(from, from + 3), to);
  return { width, height, data, end };
}
