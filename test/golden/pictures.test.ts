/** Pictures made on the CPU are exact: one changed pixel is a changed picture. */
import { readdirSync, readFileSync } from 'node:fs';
import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { fileOf, PICTURES, paint } from './cases.mjs';

test('every golden picture is drawn by a test', () => {
  const files = readdirSync(new URL('pictures', import.meta.url)).map((name) => `pictures/${name}`);
  expect(files.sort()).toEqual(PICTURES.map(fileOf).sort());
});

describe.each(PICTURES)('$scene, view $view at $at s, $backdrop', (picture) => {
  test('is the golden picture, pixel for pixel', () => {
    const golden = decode(readFileSync(new URL(fileOf(picture), import.meta.url)));
    const { data, width, height } = paint(picture);
    expect([golden.width, golden.height, golden.channels, golden.depth]).toEqual([width, height, 4, 8]);
    const changed: string[] = [];
    for (let pixel = 0; pixel < width * height; pixel++) {
      const here = data.subarray(4 * pixel, 4 * pixel + 4);
      const there = golden.data.subarray(4 * pixel, 4 * pixel + 4);
      if (here.some((channel, n) => channel !== there[n])) {
        changed.push(`${pixel % width}, ${Math.floor(pixel / width)}: ${there} is now ${here}`);
      }
    }
    expect(changed.slice(0, 3), `${changed.length} pixels of ${width * height} differ`).toEqual([]);
  });
});
