/**
 * Films as files. A film is encoded in closed groups of pictures, each by itself, so that a run that was ended goes on after its last
 * whole group; the groups are joined without being encoded again. docs/decisions/023-films.md says what encodes them.
 */
import { FailureError, UsageError } from '../errors.js';
import { findFfmpeg } from './ffmpeg-encoder.js';
import { findWebcodecs } from './webcodecs-encoder.js';

export const CODECS = ['h264', 'vp9', 'av1'] as const;
export type Codec = (typeof CODECS)[number];

/** What may encode films, the first that is there by default. */
export const ENCODERS = ['ffmpeg', 'webcodecs'] as const;
export type EncoderName = (typeof ENCODERS)[number];

/** Kinds of film files, by how their names end, and what they can hold; the first is the default. */
const CONTAINERS: Readonly<Record<string, readonly Codec[]>> = { mp4: ['h264', 'av1'], webm: ['vp9', 'av1'] };

/** How names of films end. */
export const FILM_FILE = /\.(mp4|webm)$/i;

/** What a film is encoded as. */
export interface FilmFormat {
  readonly codec: Codec;
  /** Frames a second. */
  readonly rate: number;
  readonly width: number;
  readonly height: number;
}

/** Encodes the pictures of one closed group. */
export interface GroupEncoder {
  /** Takes four bytes a pixel; resolves when the next picture may come. */
  add(pixels: Uint8Array | Uint8ClampedArray): Promise<void>;
  /** The encoded packets of the group. */
  end(): Promise<Uint8Array>;
  /** Ends the work; nothing comes of it. */
  abandon(): void;
}

export interface FilmEncoder {
  /** Is it the program ffmpeg? */
  readonly isFfmpeg: boolean;
  /** Which program in which version: groups of another are not joined with these. */
  readonly name: string;
  openGroup(format: FilmFormat): GroupEncoder;
  /** Writes a film of these groups, in order, to the path `output`. */
  join(groups: Iterable<Uint8Array>, format: FilmFormat, output: string): Promise<void>;
}

/** The codec of a film file; `word` is what `--codec` says. */
export function codecOf(output: string, word: string | undefined): Codec {
  const ending = output.slice(output.lastIndexOf('.') + 1).toLowerCase();
  const held = CONTAINERS[ending];
  if (word === undefined) return held[0];
  const codec = held.find((one) => one === word);
  if (codec) return codec;
  throw new UsageError(`--codec must be one of ${held.join(', ')} for a .${ending} file; got "${word}".`);
}

/** Throws if a codec does not take pictures of this size: its colours have half the resolution. */
export function checkFilmSize({ codec, width, height }: Pick<FilmFormat, 'codec' | 'width' | 'height'>): void {
  if (codec === 'vp9' || (width % 2 === 0 && height % 2 === 0)) return;
  const even = `${width + (width % 2)}x${height + (height % 2)}`;
  throw new UsageError(`--size must be even both ways for ${codec}; got ${width}x${height}. Write --size ${even}.`);
}

const PACKAGES = 'npm install mediabunny node-webcodecs';
const PROGRAM = 'the program ffmpeg (Debian: apt install ffmpeg, macOS: brew install ffmpeg)';

/** The encoder of this machine, or the one that is asked for. Throws one line with the remedy if it is not there. */
export async function findEncoder(asked?: EncoderName): Promise<FilmEncoder> {
  const ffmpeg = asked !== 'webcodecs' && findFfmpeg();
  if (ffmpeg) return ffmpeg;
  if (asked === 'ffmpeg') throw new FailureError(`there is no ffmpeg on the PATH. Install ${PROGRAM}.`);
  const webcodecs = await findWebcodecs();
  if (webcodecs) return webcodecs;
  if (asked) throw new FailureError(`the packages mediabunny and node-webcodecs are not there. Run ${PACKAGES}.`);
  const missing = 'films need mediabunny and node-webcodecs, or ffmpeg on the PATH; there is neither';
  throw new FailureError(`${missing}. Run ${PACKAGES}, install ${PROGRAM}, or name a folder for PNG frames.`);
}
