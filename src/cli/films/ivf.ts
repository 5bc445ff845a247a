/** IVF files: nothing but packets, which follow each other when files do. Groups are kept in them. */

/** Bytes before the packets, and before each packet: its length [4 bytes] and its time in frames [8 bytes]. */
const HEADER = 32;
const BEFORE = 12;

/** The packets of a file. */
export function* ivfPackets(file: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = HEADER; at < file.length; ) {
    const from = at + BEFORE;
    at = from + view.getUint32(at, true);
    yield file.subarray(from, at);
  }
}

/** A file of these packets; `word` is the codec in four letters. */
export function ivfFile(packets: readonly Uint8Array[], word: string, [width, height]: readonly number[]): Uint8Array {
  const header = Buffer.alloc(HEADER);
  header.write(`DKIF\0\0 \0${word}`, 'latin1');
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt32LE(packets.length, 24);
  return Buffer.concat([header, ...packets.flatMap((packet, n) => [before(packet, n), packet])]);
}

/** The packets of a file with times counted on from `first`; only the first file of a film keeps its header. */
export function followingIvf(file: Uint8Array, first: number): Uint8Array {
  const parts = [...ivfPackets(file)].flatMap((packet, n) => [before(packet, first + n), packet]);
  return Buffer.concat(first === 0 ? [file.subarray(0, HEADER), ...parts] : parts);
}

function before(packet: Uint8Array, n: number): Buffer {
  const bytes = Buffer.alloc(BEFORE);
  bytes.writeUInt32LE(packet.length, 0);
  bytes.writeUInt32LE(n, 4);
  return bytes;
}
