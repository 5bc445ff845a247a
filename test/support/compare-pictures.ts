/** How far pictures are apart, all of 255. */
import type { DecodedPng } from 'fast-png';

/** The part of a picture within a box [px]: red, green, blue of each pixel. */
export function cut(
  { data, width, channels }: DecodedPng,
  box: readonly [x: number, y: number, width: number, height: number],
) {
  const [left, top, wide, high] = box;
  const pixels: [red: number, green: number, blue: number][] = [];
  for (let y = top; y < top + high; y++) {
    for (let x = left; x < left + wide; x++) {
      const at = channels * (y * width + x);
      pixels.push([data[at], data[at + 1], data[at + 2]]);
    }
  }
  return pixels;
}

export type Pixels = ReturnType<typeof cut>;

/** Mean red, green and blue. */
export function meanOf(pixels: Pixels): number[] {
  return [0, 1, 2].map((c) => pixels.reduce((sum, pixel) => sum + pixel[c], 0) / pixels.length);
}

/** Mean difference, and the share of the pixels that differ by more than 8. */
export function differenceOf(a: Pixels, b: Pixels): { mean: number; outside: number } {
  const apart = a.map((pixel, n) => pixel.map((value, c) => Math.abs(value - b[n][c])));
  const sum = apart.flat().reduce((total, difference) => total + difference, 0);
  const outside = apart.filter((differences) => Math.max(...differences) > 8).length;
  return { mean: sum / (3 * a.length), outside: outside / a.length };
}
