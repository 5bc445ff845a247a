/**
 * Films as files. A film is encoded in closed groups of pictures, each by itself, so that a run that was ended goes on after its last
 * whole group; the groups are joined without being encoded again. docs/decisions/023-films.md says why ffmpeg does it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { FailureError, UsageError } from '../errors.js';

export const CODECS = ['h264', 'vp9', 'av1'] as const;
export type Codec = (typeof CODECS)[number];

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
  /** Stops the encoder and discards the group. */
  abandon(): void;
}

export interface FilmEncoder {
  /** Which program in which version: groups of another are not joined with these. */
  readonly name: string;
  openGroup(format: FilmFormat): GroupEncoder;
  /** Writes a film of these groups, in order, to the path `output`. */
  join(groups: Iterable<Uint8Array>, format: Pick<FilmFormat, 'codec' | 'rate'>, output: string): Promise<void>;
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

/** The encoder of this machine. Throws one line with the remedy if there is none. */
export function findEncoder(): FilmEncoder {
  const probe = spawnSync('ffmpeg', ['-hide_banner', '-version'], { encoding: 'utf8' });
  if (probe.status !== 0) {
    const remedy =
      'Install ffmpeg (Debian: apt install ffmpeg, macOS: brew install ffmpeg), or name a folder for PNG frames';
    throw new FailureError(`films need the program ffmpeg on the PATH; there is none. ${remedy}.`);
  }
  return { name: probe.stdout.split('\n')[0], openGroup: (format) => new FfmpegGroup(format), join: joinGroups };
}

const QUIET = ['-hide_banner', '-nostdin', '-v', 'error'];
/** Without names, dates and random numbers of ffmpeg's own: the same pictures give the same bytes. */
const EXACT = ['-fflags', '+bitexact', '-flags:v', '+bitexact'];
/** The number of threads changes what encoders write, so it is not the machine's. */
const SETTINGS: Readonly<Record<Codec, readonly string[]>> = {
  // Without B-frames packets stand in the order in which they are shown, as raw H.264 cannot say another.
  h264: ['libx264', '-preset', 'veryfast', '-crf', '18', '-bf', '0', '-threads', '4'],
  vp9: ['libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '6', '-crf', '24', '-b:v', '0', '-threads', '2'],
  av1: ['libsvtav1', '-preset', '10', '-crf', '30', '-svtav1-params', 'lp=2'],
};
/** What packets are kept in: nothing but packets, which follow each other when files do. */
const RAW: Readonly<Record<Codec, string>> = { h264: 'h264', vp9: 'ivf', av1: 'ivf' };

class FfmpegGroup implements GroupEncoder {
  readonly #child: ChildProcess;
  readonly #packets: Promise<Uint8Array>;

  constructor(format: FilmFormat) {
    checkFilmSize(format);
    const { codec, rate, width, height } = format;
    const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', `${rate}`, '-i', 'pipe:0'];
    const colours = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-colorspace', 'bt709'];
    const marks = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
    const words = [...QUIET, ...input, ...colours, ...marks, '-c:v', ...SETTINGS[codec], '-g', '100000', ...EXACT];
    [this.#child, this.#packets] = run([...words, '-f', RAW[codec], 'pipe:1']);
    // A failure is reported when the group ends.
    this.#packets.catch(() => {});
  }

  async add(pixels: Uint8Array | Uint8ClampedArray): Promise<void> {
    const { stdin } = this.#child;
    // A copy: the caller draws the next picture over this one.
    if (!stdin || stdin.destroyed || stdin.write(Buffer.from(pixels))) return;
    await Promise.race([once(stdin, 'drain'), this.#packets]);
  }

  end(): Promise<Uint8Array> {
    this.#child.stdin?.end();
    return this.#packets;
  }

  abandon(): void {
    this.#child.kill('SIGKILL');
  }
}

async function joinGroups(
  groups: Iterable<Uint8Array>,
  { codec, rate }: Pick<FilmFormat, 'codec' | 'rate'>,
  output: string,
): Promise<void> {
  const input = codec === 'h264' ? ['-framerate', `${rate}`, '-f', 'h264'] : ['-f', 'ivf'];
  const front = output.endsWith('.mp4') ? ['-movflags', '+faststart'] : [];
  const [child, done] = run([...QUIET, '-y', ...input, '-i', 'pipe:0', '-c', 'copy', ...front, ...EXACT, output]);
  done.catch(() => {});
  let frames = 0;
  for (const group of groups) {
    const bytes = codec === 'h264' ? group : followingIvf(group, frames);
    if (codec !== 'h264') frames += countIvf(group);
    if (child.stdin?.write(bytes) === false) await Promise.race([once(child.stdin, 'drain'), done]);
  }
  child.stdin?.end();
  await done;
}

/** Starts ffmpeg; what it writes to standard output comes when it ends. Its own words become one line. */
function run(words: readonly string[]): [ChildProcess, Promise<Uint8Array>] {
  const child = spawn('ffmpeg', words, { stdio: ['pipe', 'pipe', 'pipe'] });
  const parts: Buffer[] = [];
  let said = '';
  child.stdin.on('error', () => {}); // it ended early; the reason is reported below
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const packets = new Promise<Uint8Array>((resolve, reject) => {
    child.on('error', (error) => reject(new FailureError(`ffmpeg cannot run: ${error.message}.`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(parts));
      const full = /No space left/i.test(said);
      const why = full
        ? 'no space left on the disk'
        : said.trim().split('\n').at(-1) || `it ended with ${signal ?? code}`;
      reject(new FailureError(`cannot encode the film: ${why}.`));
    });
  });
  return [child, packets];
}

/** An IVF file has 32 bytes in front, and before each packet its length [4 bytes] and its time in frames [8 bytes]. */
const IVF_HEADER = 32;
const IVF_PACKET = 12;

/** The packets of an IVF file counted on from `first`; only the first file of a film keeps its header. */
function followingIvf(file: Uint8Array, first: number): Uint8Array {
  const bytes = Buffer.from(file);
  let n = first;
  for (let at = IVF_HEADER; at < bytes.length; at += IVF_PACKET + bytes.readUInt32LE(at)) {
    bytes.writeBigUInt64LE(BigInt(n), at + 4);
    n += 1;
  }
  return first === 0 ? bytes : bytes.subarray(IVF_HEADER);
}

function countIvf(file: Uint8Array): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let count = 0;
  for (let at = IVF_HEADER; at < file.length; at += IVF_PACKET + view.getUint32(at, true)) count += 1;
  return count;
}
