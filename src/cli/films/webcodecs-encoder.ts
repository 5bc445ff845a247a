/** Films by two optional packages: node-webcodecs encodes, in a process of its own, and mediabunny writes the file. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Codec, FilmEncoder, FilmFormat, GroupEncoder } from './film-encoder.js';
import { ivfPackets } from './ivf.js';
import { encodeBy, start } from './program.js';

/** The encoder, if both packages can be loaded. */
export async function findWebcodecs(): Promise<FilmEncoder | undefined> {
  const versions: string[] = [];
  for (const name of ['mediabunny', 'node-webcodecs']) {
    const version = versionOf(name);
    if (version === undefined) return undefined;
    versions.push(`${name} ${version}`);
  }
  const name = versions.join(', ');
  return { isFfmpeg: false, name, openGroup, join: joinGroups };
}

/** The version of a package that is installed where this one finds it. */
function versionOf(name: string): string | undefined {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return (require(`${folder}/${name}/package.json`) as { version: string }).version;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

const CHILD = fileURLToPath(new URL('./webcodecs-child.js', import.meta.url));

/** A process of its own keeps the encoders' reports off standard error, and frees their memory. */
function openGroup(format: FilmFormat): GroupEncoder {
  return encodeBy(start(process.execPath, [CHILD, JSON.stringify(format)], 'node-webcodecs'));
}

/** Largest picture of a level [px], and the level in a codec's name (VP9 and AV1 specifications, annex A). */
const LEVELS: Readonly<Record<'vp9' | 'av1', readonly (readonly [pixels: number, level: string])[]>> = {
  vp9: [
    [36_864, '10'],
    [245_760, '21'],
    [983_040, '31'],
    [2_228_224, '41'],
    [8_912_896, '51'],
    [Number.POSITIVE_INFINITY, '62'],
  ],
  av1: [
    [278_784, '01M'],
    [1_065_024, '05M'],
    [2_359_296, '09M'],
    [8_912_896, '13M'],
    [Number.POSITIVE_INFINITY, '19M'],
  ],
};

/** A codec with profile and level, as browsers name it. */
export function codecString({ codec, width, height }: Pick<FilmFormat, 'codec' | 'width' | 'height'>): string {
  if (codec === 'h264') return width * height > 2_228_224 ? 'avc1.640034' : 'avc1.640028';
  const level = LEVELS[codec].find(([pixels]) => width * height <= pixels)?.[1];
  return codec === 'vp9' ? `vp09.00.${level}.08` : `av01.0.${level}.08`;
}

const KINDS = { h264: 'avc', vp9: 'vp9', av1: 'av1' } as const satisfies Record<Codec, string>;

/** BT.709 in the range of television, as the pictures are encoded. */
export const COLOURS = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

async function joinGroups(groups: Iterable<Uint8Array>, format: FilmFormat, output: string): Promise<void> {
  const { Output, Mp4OutputFormat, WebMOutputFormat, FilePathTarget, EncodedVideoPacketSource, EncodedPacket } =
    await import('mediabunny');
  const isMp4 = output.endsWith('.mp4');
  const kind = isMp4 ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat();
  const film = new Output({ format: kind, target: new FilePathTarget(output) });
  const source = new EncodedVideoPacketSource(KINDS[format.codec]);
  film.addVideoTrack(source, { frameRate: format.rate });
  await film.start();
  const { width: codedWidth, height: codedHeight } = format;
  let frame = 0;
  for (const group of groups) {
    let type: 'key' | 'delta' = 'key';
    for (const packet of ivfPackets(group)) {
      const codec = format.codec === 'h264' ? avcString(packet, codecString(format)) : codecString(format);
      const decoderConfig = { codec, codedWidth, codedHeight, colorSpace: COLOURS };
      await source.add(new EncodedPacket(packet, type, frame / format.rate, 1 / format.rate), { decoderConfig });
      frame += 1;
      type = 'delta';
    }
  }
  await film.finalize();
  if (isMp4) clearDates(output);
}

/** What the sequence parameters of an H.264 packet say of profile and level. */
function avcString(packet: Uint8Array, otherwise: string): string {
  const at = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).indexOf(Buffer.from([0, 0, 1, 0x67]));
  if (at < 0) return otherwise;
  return `avc1.${Buffer.from(packet.subarray(at + 4, at + 7)).toString('hex')}`;
}

/** Boxes of an MP4 file that hold boxes, and those that begin with two dates. */
const FOLDERS = ['moov', 'trak', 'mdia'];
const DATED = ['mvhd', 'tkhd', 'mdhd'];

/** Sets all dates in an MP4 file to zero, "not known", so that the same pictures give the same bytes. */
function clearDates(path: string): void {
  const file = openSync(path, 'r+');
  const head = Buffer.alloc(16);
  const visit = (from: number, to: number) => {
    for (let at = from; at + 8 <= to; ) {
      readSync(file, head, 0, 16, at);
      const [size, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
      if (FOLDERS.includes(name)) visit(at + 8, at + size);
      // After version and flags come two dates: of 32 bits each, in version 1 of 64.
      if (DATED.includes(name)) writeSync(file, Buffer.alloc(head[8] === 1 ? 16 : 8), 0, undefined, at + 12);
      // A size of 1 stands for one of 64 bits, of 0 for all that is left.
      at = size === 0 ? to : at + (size === 1 ? Number(head.readBigUInt64BE(8)) : size);
    }
  };
  try {
    visit(0, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}
