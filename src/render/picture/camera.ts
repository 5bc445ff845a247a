/** The eye: where it is, what it is focused on, and which part of the pane a picture shows. */
import { EFFECTS } from '../../core/build-flags.js';
import { checkNumber, describeValue, type NumberRange, RivuletError } from '../../core/errors.js';
import { type QuantityKind, withoutUnit } from '../../core/units.js';

/** How a pane is looked at. */
export interface CameraOptions {
  /** What is sharp: 'glass' (the background melts into discs) or 'street' (the drops melt). Default 'glass'. */
  focus?: 'glass' | 'street';
  /** From the eye to the glass [mm], 50 to 100000. Default 600. */
  distance?: number;
  /**
   * Radius of the discs of what is out of focus, where eye and backdrop stand at their default distances (elsewhere it follows
   * the thin lens): over the picture's height, 0 to 0.2, or in pixels, "0px" to "200px". Default 0.025.
   */
  blur?: number | string;
  /** Width of the pupil [mm], 0 to 100, in place of `blur`; null: as `blur` says. Default null. */
  aperture?: number | null;
  /** How much of the pane is cut away: 4 shows a quarter of its width, 0.25 to 64. Default 1, which covers the picture. */
  zoom?: number;
  /**
   * How large a drop of 1 mm is shown [mm on the page, 96/25.4 px each], 0.5 to 20, but never so small that the pane leaves
   * a margin; `zoom` then cuts the backdrop alone. Default null: the pane covers the picture, and `zoom` enlarges it.
   */
  dropSize?: number | null;
  /** How strongly water bends light, over what water does, 0 to 4: 0 shows the backdrop straight through. Default 1. */
  refraction?: number;
  /** The place of the pane in the picture's middle, [x, y] [mm]; null: its middle. Default null. */
  centre?: readonly [x: number, y: number] | null;
  /** Light, in doublings, −16 to 16. Default 0. */
  exposure?: number;
  /** How strongly highlights glow, 0 to 2. Default 0.12. */
  glow?: number;
  /** Colour of the glass, [red, green, blue] linear, 0 to 1 each. Default [1, 1, 1]. */
  tint?: readonly [red: number, green: number, blue: number];
  /** How light becomes colour: 'none' clips, 'filmic' rolls off, 'auto' is filmic for backdrops brighter than white. Default 'auto'. */
  tone?: 'auto' | 'none' | 'filmic';
}

export const CAMERA_DEFAULTS = {
  focus: 'glass',
  distance: 600,
  blur: 0.025,
  ...(EFFECTS && { aperture: null }),
  zoom: 1,
  ...(EFFECTS && { dropSize: null, refraction: 1 }),
  centre: null,
  exposure: 0,
  glow: 0.12,
  tint: [1, 1, 1],
  tone: 'auto',
} as Required<CameraOptions>;

/** From the glass to a backdrop that does not say where it stands [mm]. */
export const USUAL_AWAY = 8000;

const RANGES = {
  distance: { min: 50, max: 100_000, unit: 'mm' },
  blur: { min: 0, max: 0.2 },
  ...(EFFECTS && { aperture: { min: 0, max: 100, unit: 'mm' } }),
  zoom: { min: 0.25, max: 64 },
  ...(EFFECTS && { dropSize: { min: 0.5, max: 20, unit: 'mm' }, refraction: { min: 0, max: 4 } }),
  exposure: { min: -16, max: 16 },
  glow: { min: 0, max: 2 },
} as Readonly<Record<string, NumberRange>>;
/** A blur in pixels. */
const PIXELS = { min: 0, max: 200, unit: 'px' };
/** Pixels of a millimetre on the page, as CSS has it. */
const PAGE_MM = 96 / 25.4;
const WORDS = { focus: EFFECTS ? ['glass', 'street'] : ['glass'], tone: ['auto', 'none', 'filmic'] };

/**
 * Checks the camera options of a scene or a caller and fills in the rest; null stands for the default. `path` stands
 * before the names in errors.
 */
export function readCamera(given: unknown = {}, path = 'camera'): Required<CameraOptions> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new RivuletError(`${path} must be an object; got ${describeValue(given)}.`, path);
  }
  const bare: CameraOptions = withoutUnits(given, {
    distance: 'length',
    centre: 'length',
    ...(EFFECTS ? ({ aperture: 'length', dropSize: 'length' } as const) : {}),
  });
  for (const [key, value] of Object.entries(bare)) {
    if (!Object.hasOwn(CAMERA_DEFAULTS, key))
      throw new RivuletError(`${path} has no "${key}"; it has ${Object.keys(CAMERA_DEFAULTS).join(', ')}.`, path);
    if (value === undefined || value === null) delete bare[key as keyof CameraOptions];
    else if (key === 'blur' && typeof value === 'string')
      checkNumber(pixelsOf(value), PIXELS, `${path}.blur`, 'Write it like "3px".', describeValue(value));
    else if (Object.hasOwn(RANGES, key)) checkNumber(value, RANGES[key], `${path}.${key}`);
    else if (Object.hasOwn(WORDS, key)) checkWord(value, WORDS[key as keyof typeof WORDS], `${path}.${key}`);
    else if (key === 'tint') checkNumbers(value, 3, { min: 0, max: 1 }, `${path}.tint`);
    else checkNumbers(value, 2, { min: -1e6, max: 1e6, unit: 'mm' }, `${path}.centre`);
  }
  return { ...CAMERA_DEFAULTS, ...bare };
}

/** `given` with numbers for the strings with units of some of its fields, as scenes have them; lists of them too. */
export function withoutUnits<T extends object>(given: T, kinds: Readonly<Record<string, QuantityKind>>): T {
  const bare = { ...given } as Record<string, unknown>;
  for (const [key, kind] of Object.entries(kinds)) {
    const value = bare[key];
    if (value === undefined) continue;
    bare[key] = Array.isArray(value) ? value.map((one) => withoutUnit(one, kind)) : withoutUnit(value, kind);
  }
  return bare as T;
}

/** Throws unless `value` is one of some words. */
export function checkWord(value: unknown, words: readonly string[], path: string): void {
  if (words.includes(value as string)) return;
  const all = words.map((word) => `"${word}"`).join(', ');
  throw new RivuletError(`${path} must be one of ${all}; got ${describeValue(value)}.`, path);
}

/** The number of a text such as "3px"; NaN if it is none. */
function pixelsOf(text: string): number {
  return Number(/^\s*(.*\d)px\s*$/.exec(text)?.[1]);
}

export function checkNumbers(
  value: unknown,
  count: number,
  range: { min: number; max: number; unit?: string },
  path: string,
): void {
  if (!Array.isArray(value) || value.length !== count) {
    throw new RivuletError(`${path} must be a list of ${count} numbers; got ${describeValue(value)}.`, path);
  }
  for (let n = 0; n < count; n++) checkNumber(value[n], range, `${path}[${n}]`);
}

/** Where a picture lies on the pane. Pixel (i, j) has its centre at (left + (i + ½)·pixel, top + (j + ½)·pixel) [mm]. */
export interface Viewport {
  /** Size of the picture [px]. */
  readonly width: number;
  readonly height: number;
  /** Side of a pixel on the pane [mm]. */
  readonly pixel: number;
  /** The picture's upper left corner on the pane [mm]. */
  readonly left: number;
  readonly top: number;
  /** The foot of the eye on the pane [mm], and its distance from it [mm]. */
  readonly eyeX: number;
  readonly eyeY: number;
  readonly distance: number;
  /** How strongly water bends light, over what water does. */
  readonly refraction: number;
  /** What a picture of this shape shows of the pane at zoom 1 [mm]: the backdrop is laid behind that. */
  readonly wholeWidth: number;
  readonly wholeHeight: number;
  /** Radius of the discs of what is out of focus [px]; unless it is given in pixels it grows with the zoom, as the picture is cut and not come near. */
  readonly blur: number;
}

/** The camera for a picture with `by` pixels or samples in place of one: what it says in pixels of the page takes so many more. */
export function denser(camera: Required<CameraOptions>, by: number): Required<CameraOptions> {
  const { dropSize, blur } = camera;
  return {
    ...camera,
    ...(EFFECTS && { dropSize: dropSize === null ? null : dropSize * by }),
    blur: typeof blur === 'string' ? `${pixelsOf(blur) * by}px` : blur,
  };
}

/** Lays a picture over a pane of `paneWidth` × `paneHeight` mm, so that the pane covers it; `away`: to the backdrop [mm]. */
export function viewportOf(
  camera: Required<CameraOptions>,
  paneWidth: number,
  paneHeight: number,
  width: number,
  height: number,
  away = USUAL_AWAY,
): Viewport {
  const { zoom } = camera;
  const dropSize = EFFECTS ? camera.dropSize : null;
  const cover = Math.min(paneWidth / width, paneHeight / height);
  const pixel = dropSize === null ? cover / zoom : Math.min(cover, 1 / (dropSize * PAGE_MM));
  const whole = dropSize === null ? cover : pixel * zoom;
  const eyeX = paneWidth / 2;
  const eyeY = paneHeight / 2;
  const [centreX, centreY] = camera.centre ?? [eyeX, eyeY];
  return {
    width,
    height,
    pixel,
    left: centreX - (pixel * width) / 2,
    top: centreY - (pixel * height) / 2,
    eyeX,
    eyeY,
    distance: camera.distance,
    refraction: EFFECTS ? camera.refraction : 1,
    wholeWidth: whole * width,
    wholeHeight: whole * height,
    blur: discRadius(camera, away, pixel, height),
  };
}

/**
 * Radius of the discs of what is out of focus [px]. A point on the backdrop lights the whole pupil, and where its cone of light
 * goes through the glass, which is in focus, it is away/(away + distance) as wide as the pupil. Focused on the backdrop, a point
 * on the glass makes the same disc: away/distance of the pupil on the backdrop, which the eye sees that much smaller.
 */
function discRadius(camera: Required<CameraOptions>, away: number, pixel: number, height: number): number {
  const { blur, distance, zoom } = camera;
  const aperture = EFFECTS ? camera.aperture : null;
  const cone = coneAt(away, distance);
  if (aperture !== null) return ((aperture / 2) * cone) / pixel;
  const usual = typeof blur === 'string' ? pixelsOf(blur) : blur * height * zoom;
  return usual * (cone / coneAt(USUAL_AWAY, CAMERA_DEFAULTS.distance));
}

function coneAt(away: number, distance: number): number {
  return away / (away + distance);
}
