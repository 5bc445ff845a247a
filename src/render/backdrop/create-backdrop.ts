/** Backdrops from the options of a scene or a caller. */
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import type { OptionsInput, OptionsOf, PictureTable } from '../../core/options.js';
import { USUAL_AWAY } from '../picture/camera.js';
import type { LinearPicture } from '../picture/linear.js';
import { checkWord, readOptions } from '../picture/read-options.js';
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

export const BACKDROP_KINDS = ['street', 'night', 'garden', 'image', 'environment'] as const;

/** The two options that live backdrops have as well. */
export const AWAY = { type: 'number', unit: 'mm', min: 10, max: 1e6, default: USUAL_AWAY } as const;
export const SPAN = { type: 'number', min: 0.25, max: 8, default: null } as const;

/** Options of all backdrops; `KEYS` says which kind has which. */
export const BACKDROP = {
  /** Painted by our own code: `street` (a low sun behind cloud), `night`, `garden`; a picture: `image`, `environment`. */
  kind: { type: 'choice', choices: BACKDROP_KINDS },
  /** From the glass to the backdrop; nearer where it would be smaller than 53°, so that a drop holds it once. */
  away: AWAY,
  /** How much more than the eye sees directly it spans, each way. Null: 1 for images, 2 for painted ones, environments as `field` says. */
  span: SPAN,
  /** Painted ones: another seed is another street. */
  seed: { type: 'number', min: 0, max: 4294967295, integer: true, default: 1 },
  /** Painted ones: pixels across. */
  resolution: { type: 'number', unit: 'px', min: 64, max: 8192, integer: true, default: 1536 },
  /** Street and night: how fast the eye drives along the street, in films, traced pictures and the studio's view in space; 0: it stands still. */
  speed: { type: 'number', unit: 'mm/s', min: 0, max: 1e5, default: 0 },
  /** Street and night: for how long it has driven when the simulation begins; for `createBackdrop`, at the picture. */
  time: { type: 'number', unit: 's', min: 0, max: 1e5, default: 0 },
  /** Street and night, in space: the `picture` on all walls; one `street` on six walls; the same with a car's `cabin` behind. */
  around: { type: 'choice', choices: ['picture', 'street', 'cabin'], default: 'picture' },
  /** Environments: which way the window looks; 0 is the picture's middle, or the face pz. */
  turn: { type: 'number', unit: 'rad', min: -2 * Math.PI, max: 2 * Math.PI, default: 0 },
  /** Environments: what is held across; 1.92 is 110°. */
  field: { type: 'number', unit: 'rad', min: 0.35, max: 2.6, default: 1.92 },
} as const satisfies PictureTable;

/** The options of some backdrops as users write them. */
type Given<Name extends keyof typeof BACKDROP> = Pick<OptionsInput<typeof BACKDROP>, Name>;

/** A painted backdrop: 'street' under a low sun, 'night', 'garden'. */
export interface PaintedBackdrop extends Given<'away' | 'span' | 'seed' | 'resolution' | 'speed' | 'time' | 'around'> {
  kind: 'street' | 'night' | 'garden';
}

/** A picture that the caller gives. */
export interface ImageBackdrop extends Given<'away' | 'span'> {
  kind: 'image';
  image: BackdropImage;
}

/** An environment map, turned into a flat picture. */
export interface EnvironmentBackdrop extends Given<'away' | 'span' | 'turn' | 'field'> {
  kind: 'environment';
  /** The whole sphere, twice as wide as high, also as the bytes of a Radiance file; or six faces of a cube. */
  image: BackdropImage | Uint8Array | EnvironmentFaces;
}

export type BackdropOptions = PaintedBackdrop | ImageBackdrop | EnvironmentBackdrop;

export const BACKDROP_DEFAULTS = {
  away: AWAY.default,
  seed: BACKDROP.seed.default,
  resolution: BACKDROP.resolution.default,
} as const;

type Painter = (seed: number, width: number, height: number, travel: number) => LinearPicture;
const PAINTERS: Readonly<Record<PaintedBackdrop['kind'], Painter>> = {
  street: paintStreet,
  night: paintNight,
  garden: paintGarden,
};
const PAINTED = ['kind', 'away', 'span', 'seed', 'resolution'];
const STREET = [...PAINTED, 'speed', 'time', 'around'];
const KEYS: Record<BackdropOptions['kind'], readonly string[]> = {
  street: STREET,
  night: STREET,
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
  const { away, span, seed, resolution, speed, time, turn, field } = checkBackdrop(given, path);
  if (given.kind === 'image') return backdropOf(readImage(given.image, `${path}.image`), away, span ?? 1);
  if (given.kind === 'environment') {
    const flat = flattenEnvironment(given.image, turn, field, path);
    return backdropOf(flat, away, span ?? 2, span === null ? flat.slope : undefined);
  }
  const height = Math.round((resolution * 9) / 16);
  return backdropOf(PAINTERS[given.kind](seed, resolution, height, travelOf(speed, time)), away, span ?? 2);
}

/** How far an eye has driven [m]; streets are in metres. */
export function travelOf(speed: number, time: number): number {
  return (speed * time) / 1000;
}

/** `createBackdrop.check`, for callers that do not paint. */
export function checkBackdrop(options: unknown, path = 'backdrop'): OptionsOf<typeof BACKDROP> {
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
  const { image: _picture, ...rest } = options as Partial<ImageBackdrop>;
  return readOptions(rest, BACKDROP, path);
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
