/** Backdrops from the options of a scene or a caller. */
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import { checkWord, USUAL_AWAY, withoutUnits } from '../picture/camera.js';
import { linearTable } from '../picture/shade.js';
import { type Backdrop, backdropOf, MOST_SIDE } from './backdrop.js';
import { type EnvironmentFaces, flattenEnvironment } from './environment.js';
import { paintGarden } from './garden.js';
import { paintNight, paintStreet } from './street.js';

/** A picture as callers have it: sRGB bytes, red, green, blue, alpha; or linear floats, red, green, blue. */
export interface BackdropImage {
  readonly data: Uint8Array | Uint8ClampedArray | Float32Array;
  /** [px]. */
  readonly width: number;
  readonly height: number;
}

interface Common {
  /** From the glass to the backdrop [mm], 10 to 1000000. Default 8000. */
  away?: number;
  /**
   * How much more than the eye sees directly it spans, each way, 0.25 to 8. Default 1, painted ones 2, environments as their
   * `field` says.
   */
  span?: number;
}

/** A backdrop of our own making: 'street' under a low sun, 'night', 'garden'. */
export interface PaintedBackdrop extends Common {
  kind: 'street' | 'night' | 'garden';
  /** Another seed is another street. 0 to 4294967295. Default 1. */
  seed?: number;
  /** Pixels across, 64 to 8192. Default 1536. */
  resolution?: number;
}

/** A picture of the caller's. */
export interface ImageBackdrop extends Common {
  kind: 'image';
  image: BackdropImage;
}

/** An environment map, turned into a flat picture. */
export interface EnvironmentBackdrop extends Common {
  kind: 'environment';
  /** The whole sphere, twice as wide as high, also as the bytes of a Radiance file; or six faces of a cube. */
  image: BackdropImage | Uint8Array | EnvironmentFaces;
  /** Which way the window looks [rad]; 0 is the picture's middle, or the face pz. Default 0. */
  turn?: number;
  /** What the flat picture holds across [rad], 0.35 to 2.6. Default 1.92 (110°). */
  field?: number;
}

export type BackdropOptions = PaintedBackdrop | ImageBackdrop | EnvironmentBackdrop;

export const BACKDROP_KINDS = ['street', 'night', 'garden', 'image', 'environment'] as const;
export const BACKDROP_DEFAULTS = { away: USUAL_AWAY, seed: 1, resolution: 1536 } as const;

/** How far away a backdrop may be, and how wide. */
export const AWAY = { min: 10, max: 1e6, unit: 'mm' } as const;
export const SPAN = { min: 0.25, max: 8 } as const;
const RANGES = {
  away: AWAY,
  span: SPAN,
  seed: { min: 0, max: 4294967295, integer: true },
  resolution: { min: 64, max: 8192, unit: 'px', integer: true },
} as const;
const UNITS = { away: 'length', turn: 'angle', field: 'angle' } as const;
const PAINTERS = { street: paintStreet, night: paintNight, garden: paintGarden } as const;
const PAINTED = ['kind', 'away', 'span', 'seed', 'resolution'];
const KEYS: Record<BackdropOptions['kind'], readonly string[]> = {
  street: PAINTED,
  night: PAINTED,
  garden: PAINTED,
  image: ['kind', 'away', 'span', 'image'],
  environment: ['kind', 'away', 'span', 'image', 'turn', 'field'],
};

/**
 * Makes a backdrop. An error is one line that names the option, with `path` before it. `createBackdrop.check` finds the
 * errors that can be found without painting or reading a picture.
 */
export const createBackdrop = /* @__PURE__ */ Object.assign(makeBackdrop, { check: checkBackdrop });

function makeBackdrop(given: BackdropOptions = { kind: 'street' }, path = 'backdrop'): Backdrop {
  checkBackdrop(given, path);
  const options = withoutUnits(given, UNITS);
  const { away = BACKDROP_DEFAULTS.away, span = options.kind === 'image' ? 1 : 2 } = options;
  if (options.kind === 'image') return backdropOf(readImage(options.image, `${path}.image`), away, span);
  if (options.kind === 'environment') {
    const flat = flattenEnvironment(options, path);
    return backdropOf(flat, away, span, options.span === undefined ? flat.slope : undefined);
  }
  const { seed = BACKDROP_DEFAULTS.seed, resolution = BACKDROP_DEFAULTS.resolution } = options;
  return backdropOf(PAINTERS[options.kind](seed, resolution, Math.round((resolution * 9) / 16)), away, span);
}

/** `createBackdrop.check`, for callers that do not paint. */
export function checkBackdrop(options: unknown, path = 'backdrop'): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new RivuletError(
      `${path} must be an object such as { "kind": "street" }; got ${describeValue(options)}.`,
      path,
    );
  }
  const { kind } = options as BackdropOptions;
  checkWord(kind, BACKDROP_KINDS, `${path}.kind`);
  for (const key of Object.keys(options)) {
    if (KEYS[kind].includes(key)) continue;
    throw new RivuletError(`${path} has no "${key}"; "${kind}" has ${KEYS[kind].join(', ')}.`, path);
  }
  const bare = withoutUnits<Record<string, unknown>>({ ...options }, UNITS);
  for (const [key, range] of Object.entries(RANGES)) {
    const value = bare[key];
    if (value !== undefined) checkNumber(value, range, `${path}.${key}`);
  }
}

/** A picture of the caller's in linear light, if it is one: other arrays hold numbers that are no colours. */
export function readImage(image: BackdropImage, path: string) {
  const data: unknown = image?.data;
  const kinds = [Uint8Array, Uint8ClampedArray, Float32Array];
  if (ArrayBuffer.isView(data) && !kinds.some((kind) => data instanceof kind)) {
    const came = data.constructor.name;
    throw new RivuletError(`${path}.data must be bytes or 32-bit floats; got a ${came}.`, `${path}.data`);
  }
  return toLinear(image, path);
}

/** Pixels in linear light; alpha is laid over black. */
export function toLinear(image: BackdropImage, path: string) {
  const { data, width, height } = image ?? {};
  const side = { min: 1, max: MOST_SIDE, unit: 'px', integer: true };
  checkNumber(width, side, `${path}.width`, 'Give { data, width, height }.');
  checkNumber(height, side, `${path}.height`);
  const floats = data instanceof Float32Array;
  const length = (floats ? 3 : 4) * width * height;
  if (data?.length !== length) {
    const what = floats ? 'floats, 3 a pixel' : 'bytes, 4 a pixel';
    throw new RivuletError(
      `${path}.data must hold ${length} ${what}; got ${data?.length ?? describeValue(data)}.`,
      `${path}.data`,
    );
  }
  if (floats) {
    if (data.some((value) => !(value >= 0 && value < 65504))) {
      throw new RivuletError(`${path}.data must be 0 to 65504 all through; it holds other values.`, `${path}.data`);
    }
    return { data, width, height };
  }
  const linear = linearTable();
  const out = new Float32Array(3 * width * height);
  for (let p = 0, q = 0; p < data.length; p += 4, q += 3) {
    const alpha = data[p + 3] / 255;
    for (let c = 0; c < 3; c++) out[q + c] = linear[data[p + c]] * alpha;
  }
  return { data: out, width, height };
}
