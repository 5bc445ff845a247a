/** Glass, drops and backdrops for tests of pictures with light. */
import { createBackdrop } from 'rivulet/offline';
import { type DropSketch, type FrameSketch, makeFrame } from './make-frame.js';

/** 32 × 18 mm of glass at 10 px a millimetre. */
export const SIZE = { width: 320, height: 180 };
export const frameOf = (drops: readonly DropSketch[], more: FrameSketch = {}) =>
  makeFrame({ columns: 64, rows: 36, cellSize: 0.5, drops, ...more });

/** A picture whose upper half is blue and lower half red, as bytes. */
export function halves(width = 64, height = 36) {
  const data = new Uint8Array(4 * width * height);
  for (let p = 0; p < width * height; p++)
    data.set(p < (width * height) / 2 ? [0, 0, 200, 255] : [200, 0, 0, 255], 4 * p);
  return createBackdrop({ kind: 'image', image: { data, width, height } });
}

/** Black and white stripes, upright, so many pixels apart. */
export function stripes(apart: number, width: number, span: number) {
  const height = (width * 9) / 16;
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let p = 0; p < width * height; p++) if (((p % width) / apart) % 1 < 0.5) data.fill(0, 4 * p, 4 * p + 3);
  return createBackdrop({ kind: 'image', image: { data, width, height }, span });
}

/** A grey picture. */
export function plain(grey: number) {
  const image = {
    data: new Uint8Array(4 * 16 * 9).fill(grey).map((value, n) => (n % 4 === 3 ? 255 : value)),
    width: 16,
    height: 9,
  };
  return createBackdrop({ kind: 'image', image });
}

export const SHARP = { blur: 0, glow: 0 } as const;
export const CAP = { x: 16, y: 9, radius: 5, contactAngle: 0.6 };
