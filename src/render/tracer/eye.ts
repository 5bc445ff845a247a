/** The camera of a traced picture: where the eye stands in the world, and the ray of each pixel. */
import { type Chance, STREAM, uniformOf } from '../../core/chance.js';
import { describeValue, RivuletError } from '../../core/errors.js';
import { cos, sin } from '../../core/math.js';
import type { OptionsInput, OptionsOf, PictureTable } from '../../core/options.js';
import { LIGHT, type Viewport } from '../picture/camera.js';
import { defaultsOf, readOptions } from '../picture/read-options.js';

/** A point or a direction of the world: x right, y up, z towards the viewer; points in mm. */
export type Vector = readonly [x: number, y: number, z: number];

/** A point in the world. */
const POINT = { type: 'tuple', names: ['x', 'y', 'z'], unit: 'mm', min: -1e7, max: 1e7 } as const;

/** How a surface in space is looked at. */
export const WORLD_CAMERA = {
  /** Where the eye is; the surface's middle is the origin, Y is up. `rivulet render` finds one before the whole surface if none is given. */
  position: POINT,
  /** What it looks at. */
  target: { ...POINT, default: [0, 0, 0] },
  /** What the picture holds from its upper to its lower edge. */
  field: { type: 'number', unit: 'rad', min: 0.01, max: 2.8, default: Math.PI / 4 },
  /** Width of the lens; 0 is a pinhole, before which everything is sharp. */
  aperture: { type: 'number', unit: 'mm', min: 0, max: 500, default: 0 },
  /** From the eye to what is sharp, along the way it looks. Null: the target. */
  focus: { type: 'number', unit: 'mm', min: 1, max: 1e6, default: null },
  /** Width of a lens through which only the surroundings are seen: what passes no water is out of focus, at next to no cost. */
  backdropAperture: { type: 'number', unit: 'mm', min: 0, max: 500, default: 0 },
  ...LIGHT,
} as const satisfies PictureTable;

/** How a surface in space is looked at, as users write it. */
export type WorldCameraOptions = OptionsInput<typeof WORLD_CAMERA>;

/** The same with every option, in the engine's units. */
export type WorldCamera = OptionsOf<typeof WORLD_CAMERA>;

export const WORLD_CAMERA_DEFAULTS: Omit<WorldCamera, 'position'> = /* @__PURE__ */ defaultsOf(WORLD_CAMERA);

/** Least distance from the eye to its target [mm]: nearer, the direction is rounding. */
const NEAREST_TARGET = 1e-3;

/** Checks what a scene or a caller says of a camera in space and fills in the rest; `path` stands before the names in errors. */
export function readWorldCamera(given: unknown, path = 'camera'): WorldCamera {
  const camera = readOptions(given, WORLD_CAMERA, path, '{ "position": [0, 0, 600] }');
  if (!camera.position) {
    throw new RivuletError(
      `${path}.position must be [x, y, z] in mm; got nothing. Try [0, 0, 600].`,
      `${path}.position`,
    );
  }
  if (distanceBetween(camera.position, camera.target) < NEAREST_TARGET) {
    const remedy = 'Move one of them, or nothing says which way the eye looks.';
    throw new RivuletError(
      `${path}.target must not be where ${path}.position is; both are ${describeValue(camera.target)}. ${remedy}`,
      `${path}.target`,
    );
  }
  return camera;
}

function distanceBetween(a: Vector, b: Vector): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Where rays begin and go. Pixel (i, j) has its centre at corner + (i + ½)·stepX + (j + ½)·stepY on the plane that is in
 * focus, which every ray to it meets there, wherever on the lens it begins.
 */
export interface Eye {
  readonly width: number;
  readonly height: number;
  readonly position: Vector;
  readonly corner: Vector;
  readonly stepX: Vector;
  readonly stepY: Vector;
  /** Radius of the lens [mm], and two directions across it. */
  readonly lens: number;
  readonly right: Vector;
  readonly up: Vector;
  /** From the eye to the plane that is in focus [mm]. */
  readonly sharp: number;
  /** By how much a pixel's cone of rays grows on its way [mm a mm]. */
  readonly spread: number;
}

/** The eye of a camera in space, for pictures of `width` × `height` pixels. */
export function eyeOf(camera: WorldCamera, width: number, height: number): Eye {
  const { position, target, field, aperture, focus } = camera;
  const distance = distanceBetween(target, position);
  const ahead = scaled([target[0] - position[0], target[1] - position[1], target[2] - position[2]], 1 / distance);
  // Looking straight up or down, −Z is above.
  const above: Vector = Math.abs(ahead[1]) > 1 - 1e-9 ? [0, 0, -ahead[1]] : [0, 1, 0];
  const sideways = cross(ahead, above);
  const right = scaled(sideways, 1 / distanceBetween(sideways, [0, 0, 0]));
  const up = cross(right, ahead);
  const sharp = focus ?? distance;
  const pixel = (2 * sharp * sin(field / 2)) / (cos(field / 2) * height);
  return {
    width,
    height,
    position,
    corner: [0, 1, 2].map(
      (n) => position[n] + sharp * ahead[n] + (pixel / 2) * (height * up[n] - width * right[n]),
    ) as unknown as Vector,
    stepX: scaled(right, pixel),
    stepY: scaled(up, -pixel),
    lens: aperture / 2,
    right,
    up,
    sharp,
    spread: pixel / sharp,
  };
}

/** The eye of a pane's view (render/picture/camera.ts), whose picture lies in the plane of the pane: z = 0, the eye at +Z. */
export function paneEye(view: Viewport): Eye {
  const { width, height, pixel, left, top, eyeX, eyeY, distance } = view;
  return {
    width,
    height,
    position: [0, 0, distance],
    corner: [left - eyeX, eyeY - top, 0],
    stepX: [pixel, 0, 0],
    stepY: [0, -pixel, 0],
    lens: 0,
    right: [1, 0, 0],
    up: [0, 1, 0],
    sharp: distance,
    spread: pixel / distance,
  };
}

function scaled(v: Vector, by: number): Vector {
  return [v[0] * by, v[1] * by, v[2] * by];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Writes the ray through (x, y) [px] from the place (across, up) on the lens, each within the unit circle. */
export function writeRay(
  eye: Eye,
  at: readonly [x: number, y: number, across: number, up: number],
  origin: Float64Array,
  direction: Float64Array,
): void {
  const { position, corner, stepX, stepY, lens, right, up } = eye;
  let sum = 0;
  for (let n = 0; n < 3; n++) {
    origin[n] = position[n] + lens * (at[2] * right[n] + at[3] * up[n]);
    direction[n] = corner[n] + at[0] * stepX[n] + at[1] * stepY[n] - origin[n];
    sum += direction[n] * direction[n];
  }
  const per = 1 / Math.sqrt(sum);
  for (let n = 0; n < 3; n++) direction[n] *= per;
}

/** Steps of an even sequence in the plane, 1/ρ and 1/ρ² of the plastic number ρ (Roberts 2018). */
const STEP_U = 0.7548776662466927;
const STEP_V = 0.5698402909980532;

/**
 * Writes where on the lens sample `n` of a pixel begins: an even sequence, shifted by two random numbers of the pixel's own.
 * They depend on the pixel alone, so the picture does not depend on how rows are shared among workers.
 */
export function lensPoint(chance: Chance, pixel: number, n: number, out: Float64Array): void {
  const common = chance.of(STREAM.noise, pixel, 0);
  const shifted = (step: number, use: number) => {
    const value = n * step + uniformOf(common, use);
    return value - Math.floor(value);
  };
  const radius = Math.sqrt(shifted(STEP_U, 0));
  const angle = 2 * Math.PI * shifted(STEP_V, 1);
  out[0] = radius * cos(angle);
  out[1] = radius * sin(angle);
}
