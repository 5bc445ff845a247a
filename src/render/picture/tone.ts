/** From light to bytes (look.ts, 8). */
import { pow } from '../../core/math.js';

/** A film's answer to light: straight in the middle, soft towards white. Narkowicz's fit of the ACES curve (2015). */
export function filmic(x: number): number {
  const y = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  return y < 0 ? 0 : y > 1 ? 1 : y;
}

/** Linear 0–1 to sRGB 0–1 (IEC 61966-2-1). */
export function encodeSrgb(x: number): number {
  return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

/** sRGB 0–1 to linear 0–1. */
export function decodeSrgb(x: number): number {
  return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

/** Entries of the table of bytes: fine enough that in the dark, where sRGB is steepest, a byte has 5 of them. */
const ENTRIES = 16384;
let bytes: Uint8Array | undefined;

/** sRGB byte of linear `index`/(length − 1); made when first needed. */
export function srgbTable(): Uint8Array {
  if (bytes) return bytes;
  bytes = new Uint8Array(ENTRIES);
  for (let n = 0; n < ENTRIES; n++) bytes[n] = Math.floor(255 * encodeSrgb(n / (ENTRIES - 1)) + 0.5);
  return bytes;
}

let linear: Float32Array | undefined;

/** Linear value of each sRGB byte. */
export function linearTable(): Float32Array {
  linear ??= Float32Array.from({ length: 256 }, (_, n) => decodeSrgb(n / 255));
  return linear;
}
