/** The eye: where it is, what it is focused on, and which part of the pane a picture shows. */
import { EFFECTS } from '../../core/build-flags.js';
import type { OptionsInput, OptionsOf, PictureTable } from '../../core/options.js';
import { defaultsOf, pixelsOf, readOptions } from './read-options.js';

/** What any camera does with light. */
export const LIGHT = {
  /** Light, in doublings. */
  exposure: { type: 'number', min: -16, max: 16, default: 0 },
  /** How strongly highlights glow. */
  glow: { type: 'number', min: 0, max: 2, default: 0.12 },
  /** Colour of the glass, linear. */
  tint: { type: 'tuple', names: ['red', 'green', 'blue'], min: 0, max: 1, default: [1, 1, 1] },
  /** How light becomes colour: `none` clips, `filmic` rolls off, `auto` is filmic for backdrops brighter than white. */
  tone: { type: 'choice', choices: ['auto', 'none', 'filmic'], default: 'auto' },
} as const satisfies PictureTable;

/** What small files leave out of a camera. */
export const LENS = {
  /** Width of the eye's pupil; if given, `blur` is not read. */
  aperture: { type: 'number', unit: 'mm', min: 0, max: 100, default: null },
  /** Size in the picture of a drop of 1 mm, in mm of a page (96/25.4 px each), but never so small that the pane leaves a margin; `zoom` then cuts the backdrop alone. Null: the pane covers the picture. */
  dropSize: { type: 'number', unit: 'mm', min: 0.5, max: 20, default: null },
  /** How strongly water bends light: 1 as water does, 0 shows the backdrop straight through the drops. */
  refraction: { type: 'number', min: 0, max: 4, default: 1 },
} as const satisfies PictureTable;

/** How a pane is looked at. */
export const CAMERA = {
  /** What is sharp: `glass`, and the background melts into discs; `street`, and the drops melt. */
  focus: { type: 'choice', choices: EFFECTS ? ['glass', 'street'] : ['glass'], default: 'glass' },
  /** From the eye to the glass. */
  distance: { type: 'number', unit: 'mm', min: 50, max: 100_000, default: 600 },
  /** Radius of the discs of what is out of focus, with eye and backdrop at their default distances: over the picture's height, where it grows with `zoom`, or in pixels. */
  blur: { type: 'blur', min: 0, max: 0.2, pixels: { min: 0, max: 200, unit: 'px' }, default: 0.025 },
  /** Cuts a part out of the picture: 4 shows a quarter of its width. At 1 the pane covers the picture. */
  zoom: { type: 'number', min: 0.25, max: 64, default: 1 },
  /** The place of the pane in the picture's middle. Null: its middle. */
  centre: { type: 'tuple', names: ['x', 'y'], unit: 'mm', min: -1e6, max: 1e6, default: null },
  ...(EFFECTS ? LENS : ({} as typeof LENS)),
  ...LIGHT,
} as const satisfies PictureTable;

/** How a pane is looked at, as users write it. */
export type CameraOptions = OptionsInput<typeof CAMERA>;

/** The same with every option, in the engine's units. */
export type Camera = OptionsOf<typeof CAMERA>;

export const CAMERA_DEFAULTS: Camera = /* @__PURE__ */ defaultsOf(CAMERA);

/** From the glass to a backdrop that does not say where it stands [mm]. */
export const USUAL_AWAY = 8000;

/** Pixels of a millimetre on the page, as CSS has it. */
const PAGE_MM = 96 / 25.4;

/** Checks the camera options of a scene or a caller and fills in the rest; null stands for the default. */
export function readCamera(given: unknown = {}, path = 'camera'): Camera {
  return readOptions(given, CAMERA, path);
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
export function denser(camera: Camera, by: number): Camera {
  const { dropSize, blur } = camera;
  return {
    ...camera,
    ...(EFFECTS && { dropSize: dropSize === null ? null : dropSize * by }),
    blur: typeof blur === 'string' ? `${pixelsOf(blur) * by}px` : blur,
  };
}

/** Lays a picture over a pane of `paneWidth` × `paneHeight` mm, so that the pane covers it; `away`: to the backdrop [mm]. */
export function viewportOf(
  camera: Camera,
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
function discRadius(camera: Camera, away: number, pixel: number, height: number): number {
  const { blur, distance, zoom } = camera;
  const aperture = EFFECTS ? camera.aperture : null;
  const cone = coneAt(away, distance);
  if (aperture !== null) return ((aperture / 2) * cone) / pixel;
  const usual = typeof blur === 'string' ? pixelsOf(blur) : blur * height * zoom;
  return usual * (cone / coneAt(USUAL_AWAY, CAMERA.distance.default));
}

function coneAt(away: number, distance: number): number {
  return away / (away + distance);
}
