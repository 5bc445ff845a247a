import fc from 'fast-check';
import { createBackdrop, decodeRadiance } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { type LineForm, type Rgbe, writeRadiance } from '../support/radiance.ts';

/** What a pixel means, by its definition. */
const light = ([red, green, blue, e]: Rgbe) => [red, green, blue].map((byte) => (e ? byte * 2 ** (e - 136) : 0));

const FORMS: LineForm[] = ['plain', 'old', 'new'];

/** No darker red than 3: bytes of 1 1 1 and 2 2 mark the forms. Up to 64 times as bright as white. */
const anyPixel = fc.tuple(
  fc.integer({ min: 3, max: 255 }),
  fc.nat({ max: 255 }),
  fc.nat({ max: 255 }),
  fc.integer({ min: 20, max: 142 }),
);
const anyLine = (length: number) =>
  fc
    .array(fc.tuple(anyPixel, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 20 })
    .map((parts): Rgbe[] => {
      const pixels = parts.flatMap(([pixel, count]) => Array<Rgbe>(count).fill(pixel));
      return Array.from({ length }, (_, n) => pixels[n % pixels.length]);
    });

describe('a Radiance picture', () => {
  test.each(FORMS)('with lines of the %s form has the light that was written', (form) => {
    const anyPicture = fc
      .integer({ min: 8, max: 900 })
      .chain((width) => fc.array(anyLine(width), { minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(anyPicture, (lines) => {
        const width = lines[0].length;
        const picture = decodeRadiance(writeRadiance(lines, `-Y ${lines.length} +X ${width}`, form));
        expect([picture.width, picture.height]).toEqual([width, lines.length]);
        expect(picture.data).toEqual(Float32Array.from(lines.flat().flatMap(light)));
      }),
      { numRuns: 30 },
    );
  });

  test('too narrow for the new form begins with what looks like it, and is read all the same', () => {
    const line: Rgbe[] = [[2, 2, 0, 131], ...Array<Rgbe>(2).fill([9, 8, 7, 136])];
    const { data } = decodeRadiance(writeRadiance([line], '-Y 1 +X 3', 'plain'));
    expect([...data]).toEqual(line.flatMap(light));
  });

  test('has the rows of each form side by side', () => {
    const line = Array<Rgbe>(300).fill([1, 2, 3, 136]);
    const body = (form: LineForm) => writeRadiance([line], '', form).slice(writeRadiance([], '', form).length);
    const head = new TextEncoder().encode('#?RGBE\n\n-Y 3 +X 300\n');
    const { data } = decodeRadiance(Uint8Array.from([...head, ...FORMS.flatMap((form) => [...body(form)])]));
    expect([...new Set(data)]).toEqual([1, 2, 3]);
  });

  /** The pixels of a picture of 2 × 3, row by row, as its file has them in each order. */
  test.each([
    ['-Y 3 +X 2', 'ab cd ef'],
    ['-Y 3 -X 2', 'ba dc fe'],
    ['+Y 3 +X 2', 'ef cd ab'],
    ['+Y 3 -X 2', 'fe dc ba'],
    ['+X 2 -Y 3', 'ace bdf'],
    ['+X 2 +Y 3', 'eca fdb'],
    ['-X 2 -Y 3', 'bdf ace'],
    ['-X 2 +Y 3', 'fdb eca'],
  ])('in the order %s is put upright', (size, order) => {
    const lines = order.split(' ').map((line) => [...line].map((letter): Rgbe => [letter.charCodeAt(0), 0, 0, 136]));
    const { width, height, data } = decodeRadiance(writeRadiance(lines, size, 'plain'));
    expect([width, height]).toEqual([2, 3]);
    expect(String.fromCharCode(...data.filter((_, n) => n % 3 === 0))).toBe('abcdef');
  });

  test('is a backdrop even if it has a sun in it', () => {
    const line = Array<Rgbe>(8).fill([255, 128, 0, 255]);
    const image = decodeRadiance(writeRadiance([line, line], '-Y 2 +X 8', 'new'));
    expect([...new Set(image.data)]).toEqual([65472, 0]);
    expect(createBackdrop({ kind: 'image', image }).hdr).toBe(true);
  });
});

describe('what is no whole Radiance picture is refused in one line', () => {
  const line = Array.from({ length: 9 }, (_, n): Rgbe => [40 * (n >> 2), n, 0, 130]);
  const whole = (form: LineForm) => writeRadiance([line, line], '-Y 2 +X 9', form);
  const text = (words: string) => new TextEncoder().encode(words);

  test.each(FORMS)('one of the %s form, cut anywhere', (form) => {
    const bytes = whole(form);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeRadiance(bytes.subarray(0, length), 'sky.hdr'), String(length)).toThrow(
        'sky.hdr must be a whole Radiance HDR file; it ends too early.',
      );
    }
  });

  test.each([
    ['P6 8 8\n', 'the picture must be a whole Radiance HDR file; it does not begin with "#?RADIANCE".'],
    ['#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n', 'must have the format 32-bit_rle_rgbe; it has 32-bit_rle_xyze.'],
    ['#?RADIANCE\n\n8 8\n', 'its size cannot be read.'],
    ['#?RADIANCE\n\n-Y 8 +Y 8\n', 'its size cannot be read.'],
    [`#?RADIANCE\n${'x'.repeat(5000)}`, 'its header is no text.'],
    [
      '#?RADIANCE\n\n-Y 100000 +X 100000\n',
      'the picture must be 1 to 16384 px a side and at most 67108864 px in all; it is 100000 × 100000.',
    ],
    ['#?RADIANCE\n\n-Y 16384 +X 16384\n', 'it is 16384 × 16384.'],
    ['#?RADIANCE\n\n-Y 0 +X 8\n', 'it is 8 × 0.'],
    ['#?RADIANCE\n\n-Y 1 +X 8\n\x02\x02\x00\x09', 'one of its lines has another length.'],
    ['#?RADIANCE\n\n-Y 1 +X 8\n\x02\x02\x00\x08\x09', 'one of its runs does not fit.'],
    ['#?RADIANCE\n\n-Y 1 +X 8\n\x02\x02\x00\x08\x00', 'one of its runs does not fit.'],
    ['#?RADIANCE\n\n-Y 1 +X 8\n\x01\x01\x01\x02', 'one of its runs does not fit.'],
    ['#?RADIANCE\n\n-Y 1 +X 8\n\x05\x05\x05\x05\x01\x01\x01\x08', 'one of its runs does not fit.'],
  ])('%j', (words, message) => {
    expect(() => decodeRadiance(text(words))).toThrow(message);
  });
});
