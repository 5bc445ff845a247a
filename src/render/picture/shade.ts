/** Colours of water, glass and fog (look.ts, 6), and from light to bytes (look.ts, 8). */
import type { LayerMap } from '../../core/frame.js';
import { pow } from '../../core/math.js';
import { LOOK } from './look.js';

/** Shares of linear red, green and blue in luminance (Rec. 709). */
export const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/** Luminance of linear RGB. */
export function luminance(red: number, green: number, blue: number): number {
  return LUMINANCE[0] * red + LUMINANCE[1] * green + LUMINANCE[2] * blue;
}

/** Light of the room over the backdrop's mean, on water of gradient (gx, gy). */
export function roomLight(gx: number, gy: number): number {
  return LOOK.roomShare * (1 - (LOOK.roomGrade * gy) / Math.sqrt(1 + gx * gx + gy * gy));
}

/** Light of the environment over the backdrop's, at a place of the mirror ball (`waterMirror`). */
export function mirrorLight(x: number, y: number): number {
  return LOOK.mirrorRoom + (LOOK.mirrorOpen - LOOK.mirrorRoom) * (x * x + y * y);
}

/** One channel of fogged glass: `glass` behind fog of density `fog`, 0 to 1; `grey` is fogLight times the mean's luminance. */
export function fogged(glass: number, veil: number, grey: number, fog: number): number {
  const white = veil + (grey - veil) * LOOK.fogLift;
  return glass + (white - glass) * LOOK.fogMost * fog;
}

/** Cells of a layer. */
type LayerCellMap = Pick<LayerMap<Float32Array>, 'data' | 'width' | 'height' | 'stride' | 'cellSize'>;

/**
 * Density at (x, y) [mm]. Whatever sweeps fog clears whole cells, so what is drawn is the mean of those around, which weigh
 * (1 − d²/fogReach²)² at a distance of d cells: as smooth every way, and 5 × 5 cells hold all of it. Past the edges it is
 * as at the edge.
 */
export function fogAt({ data, width, height, stride, cellSize }: LayerCellMap, x: number, y: number): number {
  const cx = x / cellSize;
  const cy = y / cellSize;
  const col = Math.floor(cx);
  const row = Math.floor(cy);
  let sum = 0;
  let weights = 0;
  for (let j = row - 2; j <= row + 2; j++) {
    const first = Math.min(height - 1, Math.max(0, j)) * stride;
    const down = (cy - j - 0.5) * (cy - j - 0.5);
    for (let i = col - 2; i <= col + 2; i++) {
      const near = 1 - (down + (cx - i - 0.5) * (cx - i - 0.5)) / (LOOK.fogReach * LOOK.fogReach);
      if (near <= 0) continue;
      sum += near * near * data[first + Math.min(width - 1, Math.max(0, i))];
      weights += near * near;
    }
  }
  return sum / weights;
}

/**
 * Light of the fog at (x, y) [mm] over its mean: droplets of the size `fogGrain`, as far as pixels of side `pixel` [mm]
 * show them.
 */
export function fogSparkle(x: number, y: number, pixel: number): number {
  const seen = Math.max(0, 1 - pixel / LOOK.fogGrain);
  return 1 + 2 * LOOK.fogRough * seen * (noiseAt(x / LOOK.fogGrain, y / LOOK.fogGrain) - 0.5);
}

/** Places after which a row of the lattice goes on in the next, and the factor that mixes their bits (Knuth and Lewis). */
export const ROW = 997;
export const MIX = 1664525;

/** Value noise, 0 to 1, on a lattice of side 1; whole numbers make it, so that shaders have the same. */
function noiseAt(x: number, y: number): number {
  const col = Math.floor(x);
  const row = Math.floor(y);
  const u = x - col;
  const v = y - row;
  const above = latticeAt(col, row) * (1 - u) + latticeAt(col + 1, row) * u;
  const below = latticeAt(col, row + 1) * (1 - u) + latticeAt(col + 1, row + 1) * u;
  return above * (1 - v) + below * v;
}

/** A number of its own for every place of the lattice, 0 to 1. */
function latticeAt(col: number, row: number): number {
  const bits = Math.imul(col + row * ROW, MIX);
  return (Math.imul(bits ^ (bits >>> 15), MIX) >>> 16) / 65536;
}

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
