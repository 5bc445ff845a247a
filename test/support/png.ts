/** PNG files put together by hand, for what no encoder writes. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface PngHeader {
  /** Below 256 each. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly interlace?: number;
}

/** Length, kind, data and checksum. */
export function pngChunk(kind: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(kind, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** A file with these chunks between its header and its end. */
export function pngFile({ width, height, depth, colourType, interlace = 0 }: PngHeader, chunks: readonly Uint8Array[]) {
  const header = Uint8Array.from([0, 0, 0, width, 0, 0, 0, height, depth, colourType, 0, 0, interlace]);
  const all = [SIGNATURE, pngChunk('IHDR', header), ...chunks, pngChunk('IEND', new Uint8Array(0))];
  return Uint8Array.from(Buffer.concat(all));
}

/** The pixels' chunk of rows, each with its filter type in front. */
export function pngPixels(rows: Uint8Array): Uint8Array {
  return pngChunk('IDAT', deflateSync(rows));
}
