/** The colours of the debug views. Made from sums and products alone, so that a picture is the same everywhere. */

/** A table of opaque pixels from the least value to the greatest, each one number, ready to be written. */
export type Ramp = Uint32Array;

/** Entries of a ramp. More than 256, so that thin films do not show the steps. */
export const RAMP_SIZE = 1024;

/** Night, deep water, water, sky, white: even steps in lightness (CIE L* 3, 22, 44, 72, 98), so equal steps look equal. */
const WATER_STOPS = [0x05080f, 0x0a3560, 0x1b6ba6, 0x6fbbe3, 0xf5fbff];

/** Dry glass to deep water. */
export const WATER_RAMP: Ramp = makeRamp(WATER_STOPS);

/** The same at two fifths of the light, as a ground to draw on. */
export const DIM_WATER_RAMP: Ramp = makeRamp(WATER_STOPS, 0.4);

/** Black to white. */
export const GREY_RAMP: Ramp = makeRamp([0x000000, 0xffffff]);

/** Around a chart that does not fill the picture: no colour of any ramp's middle, so that it is not taken for glass. */
export const SURROUND = 0x26282c;

/** Fills the pixel at byte `p` with the opaque colour 0xrrggbb. */
export function setPixel(data: Uint8ClampedArray, p: number, colour: number): void {
  data[p] = colour >> 16;
  data[p + 1] = (colour >> 8) & 255;
  data[p + 2] = colour & 255;
  data[p + 3] = 255;
}

/** Lays the colour 0xrrggbb over the opaque pixel at byte `p` with the given opacity, 0 to 1. */
export function blendPixel(data: Uint8ClampedArray, p: number, colour: number, opacity: number): void {
  data[p] += ((colour >> 16) - data[p]) * opacity;
  data[p + 1] += (((colour >> 8) & 255) - data[p + 1]) * opacity;
  data[p + 2] += ((colour & 255) - data[p + 2]) * opacity;
}

/**
 * Share of the circle of hues between one id and the next: the inverse square of the plastic number. Of all steps tried
 * (the golden section among them) it keeps a dozen ids in a row furthest apart: 64 of 442 in RGB, with `idColour`.
 */
const HUE_STEP = 0.5698402909980532;

/**
 * The colour of a drop's id, 0xrrggbb: black for 0 (dry), otherwise hues far apart for ids born one after the other,
 * strong and pale alternating.
 */
export function idColour(id: number): number {
  if (id === 0) return 0;
  const hue = 6 * ((id * HUE_STEP) % 1);
  const pale = id % 2;
  const value = 255 - 50 * pale;
  const grey = value * (0.2 + 0.25 * pale);
  return (channel(hue, 0, grey, value) << 16) | (channel(hue, 2, grey, value) << 8) | channel(hue, 4, grey, value);
}

/** One channel of a hue 0–6: `value` within a sixth of the circle of `peak`, `grey` from a third on, straight between. */
function channel(hue: number, peak: number, grey: number, value: number): number {
  const apart = Math.abs(hue - peak);
  const distance = Math.min(apart, 6 - apart);
  return Math.round(grey + (value - grey) * Math.min(1, Math.max(0, 2 - distance)));
}

/** A ramp through evenly spaced colours at a share `light` of their brightness. */
export function makeRamp(stops: readonly number[], light = 1): Ramp {
  const bytes = new Uint8Array(4 * RAMP_SIZE).fill(255);
  for (let k = 0; k < RAMP_SIZE; k++) {
    const place = (k / (RAMP_SIZE - 1)) * (stops.length - 1);
    const from = Math.min(stops.length - 2, Math.floor(place));
    for (let c = 0; c < 3; c++) {
      const shift = 16 - 8 * c;
      const a = (stops[from] >> shift) & 255;
      const b = (stops[from + 1] >> shift) & 255;
      bytes[4 * k + c] = Math.round(light * (a + (b - a) * (place - from)));
    }
  }
  // Written as bytes and read as numbers, so that the order of a number's bytes is the machine's own.
  return new Uint32Array(bytes.buffer);
}
