/** Picture files by their pixels. progressive.jpg and inks.jpg were made with ImageMagick: no encoder of ours writes such. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { decode as decodeOther, encode as encodePng } from 'fast-png';
import { encode as encodeJpeg } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { decodePicture } from '../../src/cli/pictures/read-picture.js';
import { pngChunk, pngFile, pngPixels } from '../support/png.ts';

const read = (bytes: Uint8Array) => decodePicture(bytes, 'it');
const file = (name: string) => readFileSync(new URL(`pictures/${name}`, import.meta.url));

/** Red, green, blue and alpha of each pixel. */
const pixelsOf = ({ data }: { data: ArrayLike<number> }) =>
  Array.from({ length: data.length / 4 }, (_, p) => [0, 1, 2, 3].map((c) => data[4 * p + c]));

/** The file with bytes put in at a place. */
const insert = (bytes: Uint8Array, at: number, more: Iterable<number>) =>
  Uint8Array.from([...bytes.subarray(0, at), ...more, ...bytes.subarray(at)]);

/** The largest difference between two pictures' numbers. */
const worst = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, value, n) => Math.max(most, Math.abs(value - b[n])), 0);

describe('a PNG file is read', () => {
  const KINDS = [
    ['grey', 1, 8],
    ['grey and alpha', 2, 8],
    ['RGB', 3, 8],
    ['RGBA', 4, 8],
    ['grey of 16 bits', 1, 16],
    ['RGB of 16 bits', 3, 16],
    ['RGBA of 16 bits', 4, 16],
  ] as const;

  test.each(
    KINDS.flatMap(([name, channels, depth]) =>
      (['null', 'Adam7'] as const).map((interlace) => [name, interlace, channels, depth] as const),
    ),
  )('%s, interlace %s', async (_, interlace, channels, depth) => {
    const values = Array.from({ length: channels * 11 * 9 }, (_value, n) => (n * 37) % 256);
    const data = depth === 16 ? Uint16Array.from(values, (value) => 256 * value + 99) : Uint8Array.from(values);
    const picture = await read(encodePng({ data, width: 11, height: 9, channels, depth }, { interlace }));
    expect([picture.width, picture.height]).toEqual([11, 9]);
    pixelsOf(picture).forEach((pixel, p) => {
      const own = values.slice(channels * p, channels * (p + 1));
      const alpha = channels % 2 === 0 ? own.pop() : 255;
      expect(pixel).toEqual([...(own.length === 1 ? [own[0], own[0], own[0]] : own), alpha]);
    });
  });

  test.each([1, 2, 4] as const)('grey of %d bits, from black to white', async (depth) => {
    const most = 2 ** depth - 1;
    const grey = (row: number, col: number) => (row + 3 * col) % (most + 1);
    const picture = await read(encodePng({ data: pack(7, 3, depth, grey), width: 7, height: 3, channels: 1, depth }));
    const expected = Array.from({ length: 21 }, (_, n) => (grey(Math.floor(n / 7), n % 7) * 255) / most);
    expect(pixelsOf(picture).map(([red]) => red)).toEqual(expected);
  });

  test.each([1, 2, 4, 8] as const)('a palette of %d bits, with colours that let light through', async (depth) => {
    const palette = Array.from({ length: 2 ** depth }, (_, n) => [n, 255 - n, (7 * n) % 256, n === 0 ? 40 : 255]);
    const index = (row: number, col: number) => (5 * row + col) % palette.length;
    const data = pack(7, 3, depth, index);
    const picture = await read(encodePng({ data, width: 7, height: 3, channels: 1, depth, palette }));
    expect(pixelsOf(picture)).toEqual(Array.from({ length: 21 }, (_, n) => palette[index(Math.floor(n / 7), n % 7)]));
  });

  test.each([
    ['grey of 2 bits', 1, 2, [0b00011011], [2], [255, 255, 0, 255]],
    ['grey', 1, 8, [10, 20, 30, 20], [20], [255, 0, 255, 0]],
    ['RGB', 3, 8, [1, 2, 3, 1, 2, 4, 1, 2, 3, 3, 2, 1], [1, 2, 3], [0, 255, 0, 255]],
  ] as const)('%s with one colour that is clear', async (_, channels, depth, values, clear, alphas) => {
    const png = encodePng({ data: Uint8Array.from(values), width: 4, height: 1, channels, depth });
    const tRNS = Uint8Array.from(clear.flatMap((value) => [0, value]));
    const picture = await read(insert(png, 33, pngChunk('tRNS', tRNS)));
    expect(pixelsOf(picture).map((pixel) => pixel[3])).toEqual(alphas);
  });

  test('with any filter in any row, as fast-png reads it', async () => {
    const kinds = [0, 2, 4, 6].flatMap((colourType) => [8, 16].map((depth) => ({ colourType, depth })));
    const bytes = fc.uint8Array({ minLength: 7 * (1 + 5 * 8), maxLength: 7 * (1 + 5 * 8) });
    const property = fc.asyncProperty(fc.constantFrom(...kinds), bytes, async ({ colourType, depth }, noise) => {
      const line = 1 + (5 * depth * [1, 0, 3, 0, 2, 0, 4][colourType]) / 8;
      const rows = noise.slice(0, 7 * line).map((byte, n) => (n % line === 0 ? byte % 5 : byte));
      const png = pngFile({ width: 5, height: 7, depth, colourType }, [pngPixels(rows)]);
      const { data, channels } = decodeOther(png);
      const pixels = pixelsOf(await read(png));
      const byte = (n: number) => (depth === 16 ? data[n] >> 8 : data[n]);
      const colour = channels > 2 ? 1 : 0;
      pixels.forEach((pixel, p) => {
        const own = [0, colour, 2 * colour].map((c) => byte(channels * p + c));
        expect(pixel).toEqual([...own, channels % 2 === 0 ? byte(channels * p + channels - 1) : 255]);
      });
    });
    await fc.assert(property, { numRuns: 50 });
  });

  test.each([
    [1, 8, 8],
    [2, 5, 3],
    [4, 1, 2],
    [4, 9, 13],
  ])('interlaced with %d bits, %d × %d pixels', async (depth, width, height) => {
    const grey = (row: number, col: number) => (5 * row + 3 * col) % 2 ** depth;
    const from = [0, 4, 0, 2, 0, 1, 0].map((x, n) => [x, [0, 0, 4, 0, 2, 0, 1][n]]);
    const apart = [8, 8, 4, 4, 2, 2, 1].map((dx, n) => [dx, [8, 8, 8, 4, 4, 2, 2][n]]);
    const lines = from.flatMap(([x, y], n) => {
      const [dx, dy] = apart[n];
      const columns = Math.max(0, Math.ceil((width - x) / dx));
      const rows = columns === 0 ? 0 : Math.max(0, Math.ceil((height - y) / dy));
      return Array.from({ length: rows }, (_, row) => [
        0,
        ...pack(columns, 1, depth, (_row, col) => grey(y + dy * row, x + dx * col)),
      ]);
    });
    const picture = await read(
      pngFile({ width, height, depth, colourType: 0, interlace: 1 }, [pngPixels(Uint8Array.from(lines.flat()))]),
    );
    const expected = Array.from({ length: width * height }, (_, n) => grey(Math.floor(n / width), n % width));
    expect(pixelsOf(picture).map(([red]) => red)).toEqual(expected.map((value) => (value * 255) / (2 ** depth - 1)));
  });

  /** Numbers of a few bits side by side; each row begins a new byte. */
  function pack(width: number, height: number, depth: number, value: (row: number, col: number) => number): Uint8Array {
    const line = Math.ceil((width * depth) / 8);
    const data = new Uint8Array(line * height);
    for (let row = 0; row < height; row++) {
      for (let col = 0; col < width; col++) {
        const bit = col * depth;
        data[row * line + (bit >> 3)] |= value(row, col) << (8 - depth - (bit % 8));
      }
    }
    return data;
  }
});

describe('a JPEG file is read', () => {
  /** Red grows to the right and green downwards, 16 levels a pixel. */
  const ramp = (width: number, height: number) => {
    const at = (p: number) => [16 * (p % width), 16 * Math.floor(p / width), 128, 255];
    return { data: Uint8Array.from(Array.from({ length: width * height }, (_, p) => at(p)).flat()), width, height };
  };

  test('baseline, within a few levels', async () => {
    const picture = await read(encodeJpeg(ramp(13, 11), 95).data);
    expect([picture.width, picture.height]).toEqual([13, 11]);
    expect(worst(picture.data, ramp(13, 11).data)).toBeLessThanOrEqual(8);
  });

  test('progressive, within a few levels', async () => {
    const picture = await read(file('progressive.jpg'));
    expect([picture.width, picture.height]).toEqual([16, 16]);
    expect(worst(picture.data, ramp(16, 16).data)).toBeLessThanOrEqual(6);
  });

  test('with inks as Adobe writes them', async () => {
    const pixels = pixelsOf(await read(file('inks.jpg')));
    expect(worst(pixels[2], [200, 30, 30, 255])).toBeLessThanOrEqual(2);
    expect(worst(pixels[12], [20, 160, 40, 255])).toBeLessThanOrEqual(2);
  });

  test('with RGB as it stands, if Adobe’s segment says so', async () => {
    const grey = { data: new Uint8Array(4 * 64).fill(200), width: 8, height: 8 };
    const adobe = [0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0];
    const pixels = pixelsOf(await read(insert(encodeJpeg(grey, 95).data, 2, adobe)));
    expect(pixels[0]).toEqual([200, 128, 128, 255]);
  });

  /** A picture of four colours, a b over c d, as it is to be seen. */
  test.each([
    [1, 'abcd'],
    [2, 'badc'],
    [3, 'dcba'],
    [4, 'cdab'],
    [5, 'acbd'],
    [6, 'cadb'],
    [7, 'dbca'],
    [8, 'bdac'],
    [9, 'abcd'],
  ])('held as EXIF says, orientation %d', async (orientation, seen) => {
    const [width, height] = [32, 16];
    const greys = { a: 20, b: 90, c: 160, d: 230 };
    const quarter = (p: number) => 'abcd'[(p % width < 16 ? 0 : 1) + (p < 8 * width ? 0 : 2)] as keyof typeof greys;
    const data = Uint8Array.from({ length: 4 * width * height }, (_, n) => greys[quarter(n >> 2)]);
    const jpeg = encodeJpeg({ data, width, height }, 95).data;
    for (const little of [true, false]) {
      const picture = await read(insert(jpeg, 2, exif(orientation, little)));
      const turned = orientation > 4 && orientation < 9;
      expect([picture.width, picture.height]).toEqual(turned ? [height, width] : [width, height]);
      const at = (u: number, v: number) => {
        const grey = picture.data[4 * (Math.floor(v * picture.height) * picture.width + Math.floor(u * picture.width))];
        return Object.entries(greys).find(([, value]) => Math.abs(value - grey) < 5)?.[0];
      };
      expect([at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)].join('')).toBe(seen);
    }
  });

  test('even if its EXIF leads nowhere', async () => {
    const lost = exif(6, true);
    lost[14] = 0xff;
    lost[15] = 0xff;
    expect((await read(insert(encodeJpeg(ramp(13, 11), 95).data, 2, lost))).width).toBe(13);
  });

  /** A segment of EXIF with two entries, of which the second is the orientation. */
  function exif(orientation: number, little: boolean): Uint8Array {
    const bytes = Buffer.alloc(4 + 6 + 8 + 2 + 24 + 4);
    const tiff = new DataView(bytes.buffer, bytes.byteOffset + 10, bytes.length - 10);
    bytes.set([0xff, 0xe1, 0, bytes.length - 2, ...Buffer.from('Exif\0\0'), ...Buffer.from(little ? 'II' : 'MM')]);
    tiff.setUint16(2, 42, little);
    tiff.setUint32(4, 8, little);
    tiff.setUint16(8, 2, little);
    const entries = [
      [0x010f, 2],
      [0x0112, orientation],
    ];
    entries.forEach(([tag, value], n) => {
      tiff.setUint16(10 + 12 * n, tag, little);
      tiff.setUint16(12 + 12 * n, 3, little);
      tiff.setUint32(14 + 12 * n, 1, little);
      tiff.setUint16(18 + 12 * n, value, little);
    });
    return bytes;
  }
});

describe('what cannot be read is refused in one line', () => {
  const rgb = { data: new Uint8Array(3 * 64).map((_, n) => (n * 71) % 256), width: 8, height: 8, channels: 3 };
  const png = encodePng(rgb);
  const jpeg = encodeJpeg({ data: new Uint8Array(4 * 64).map((_, n) => (n * 71) % 256), width: 8, height: 8 }, 80).data;

  /** The file with some bytes changed. */
  const changed = (bytes: Uint8Array, at: number, ...to: number[]) => {
    const copy = Uint8Array.from(bytes);
    copy.set(to, at);
    return copy;
  };
  /** Where the frame header of a JPEG file begins. */
  const frame = (bytes: Uint8Array, marker: number) =>
    bytes.findIndex((byte, n) => byte === 0xff && bytes[n + 1] === marker);

  test.each([
    ['PNG', png],
    ['JPEG', jpeg],
    ['progressive JPEG', Uint8Array.from(file('progressive.jpg'))],
  ])('a %s file cut anywhere', async (kind, bytes) => {
    await expect(read(bytes)).resolves.toBeDefined();
    const name = kind.split(' ').at(-1);
    for (let length = 4; length < bytes.length; length++) {
      await expect(read(bytes.subarray(0, length)), String(length)).rejects.toThrow(
        `it must be a whole ${name} file; `,
      );
    }
  });

  const inks = file('inks.jpg');
  const at = frame(jpeg, 0xc0);
  test.each([
    ['empty', new Uint8Array(0), 'it must be a PNG, JPEG or Radiance HDR file; it is empty.'],
    ['a text', Buffer.from('hello, world\n'), 'it must be a PNG, JPEG or Radiance HDR file; it is none of them.'],
    [
      'a byte of a PNG file changed',
      changed(png, png.length - 20, 1, 2, 3),
      'it must be a whole PNG file; it is broken.',
    ],
    ['a large PNG file', changed(png, 16, 0, 1, 0, 0), 'at most 67108864 px in all; it is 65536 × 8.'],
    [
      'a PNG file with more pixels than its header says',
      pngFile({ width: 8, height: 7, depth: 8, colourType: 2 }, [pngPixels(new Uint8Array(8 * 25))]),
      'it must hold the pixels that its header says; it holds more. Save it again.',
    ],
    [
      'a PNG file with fewer pixels than its header says',
      pngFile({ width: 8, height: 9, depth: 8, colourType: 2 }, [pngPixels(new Uint8Array(8 * 25))]),
      'it must be a whole PNG file; it is broken.',
    ],
    [
      'a PNG file of a colour type that is none',
      pngFile({ width: 8, height: 8, depth: 4, colourType: 2 }, [pngPixels(new Uint8Array(8 * 13))]),
      'it must be a whole PNG file; it is broken.',
    ],
    ['a large JPEG file', changed(jpeg, at + 5, 0xff, 0xff), 'at most 67108864 px in all; it is 8 × 65535.'],
    [
      'a lossless JPEG file',
      changed(jpeg, at + 1, 0xc3),
      'it must be a baseline or progressive JPEG of 8 bits; it is lossless or arithmetically coded. Save it as one.',
    ],
    ['a JPEG file of 12 bits', changed(jpeg, at + 4, 12), 'a baseline or progressive JPEG of 8 bits; it has 12 bits.'],
    [
      'inks of an unknown program',
      changed(inks, frame(inks, 0xee), 0xff, 0xfe),
      'it must have grey or RGB colours; it has 4 channels. Save it as RGB.',
    ],
    ['a broken JPEG header', changed(jpeg, at, 0), 'it must be a whole JPEG file; its header is broken.'],
    [
      'an HDR file of one line',
      Buffer.from('#?RADIANCE\n'),
      'it must be a whole Radiance HDR file; it ends too early.',
    ],
  ])('%s', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });
});
