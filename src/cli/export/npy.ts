/** NPY files, version 1.0: a header that Python reads as a dictionary, padded to 64 bytes, and the numbers as they are. */
import { endianness } from 'node:os';

/** Kinds of numbers by their arrays, as numpy calls them. */
const TYPES = { Uint8Array: 'u1', Uint32Array: 'u4', Float32Array: 'f4' };

export type NpyArray = Uint8Array | Uint32Array | Float32Array;

/** What numpy calls the numbers of an array: `<f4`, or `|u1` where the order of bytes means nothing. */
export function npyType(data: NpyArray): string {
  const order = data.BYTES_PER_ELEMENT === 1 ? '|' : endianness() === 'LE' ? '<' : '>';
  return order + TYPES[data.constructor.name as keyof typeof TYPES];
}

/** Numbers of a shape, the last axis running fastest, as an NPY file. */
export function encodeNpy(data: NpyArray, shape: readonly number[]): Uint8Array {
  const about = `{'descr': '${npyType(data)}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
  // Magic, version and length take ten bytes, the line's end one.
  const length = 64 * Math.ceil((10 + about.length + 1) / 64);
  const header = Buffer.alloc(length, ' ', 'latin1');
  header.write('\x93NUMPY\x01\x00', 0, 'latin1');
  header.writeUInt16LE(length - 10, 8);
  header.write(about, 10, 'latin1');
  header.write('\n', length - 1, 'latin1');
  return Buffer.concat([header, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
}
