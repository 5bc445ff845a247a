/** What is asked of a traced picture, checked, and ready for rays. */
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import type { Frame } from '../../core/frame.js';
import { type Pose, toSurface } from '../../core/pose.js';
import { createSurface, type SurfaceOptions } from '../../surface/create-surface.js';
import { createSurfacePoint, type Surface } from '../../surface/surface.js';
import { PICTURE_SIDE, type Picture } from '../offline/picture.js';
import {
  CAMERA_DEFAULTS,
  type CameraOptions,
  checkWord,
  readCamera,
  viewportOf,
  withoutUnits,
} from '../picture/camera.js';
import { type Eye, eyeOf, paneEye, readWorldCamera, type Vector, type WorldCameraOptions } from './eye.js';
import { checkMesh, type Mesh, MeshTree } from './mesh.js';
import type { Setting } from './setting.js';
import { checkSurroundings, type Surroundings } from './surroundings.js';

/** A sheet of glass or a mirror. */
export interface GlassOptions {
  /** [mm], 0 to 50. Without thickness it is not there at all: only the water bends light. Default 4. */
  thickness?: number;
  /** Refractive index, 1 to 3. Default 1.52. */
  index?: number;
  /** Which charts are mirrors, by name or number: `'all'`, or a list such as `['front', 'left']`. Default none. */
  mirrors?: 'all' | readonly (string | number)[];
}

export const GLASS_DEFAULTS: Required<GlassOptions> = { thickness: 4, index: 1.52, mirrors: [] };

/** A model of triangles, which turns with the surface. */
export interface ModelOptions {
  mesh: Mesh;
  /** Where its middle is [mm], in the surface's frame. Default the origin. */
  position?: Vector;
  /** Colour of its surface, linear, 0 to 1. Default [0.7, 0.66, 0.6]. */
  colour?: readonly [red: number, green: number, blue: number];
}

/** How a picture is traced. */
export interface TraceOptions {
  /** The surface of the frame, or what its scene says of it. */
  surface: Surface | SurfaceOptions;
  surroundings: Surroundings;
  /** An eye in space; or, of a pane, what `renderBeauty` takes, which shows the pane as that does. */
  camera: WorldCameraOptions | CameraOptions;
  glass?: GlassOptions;
  models?: readonly ModelOptions[];
  /** What water reflects: what is there, or the dim room of the pane's pictures. Default 'environment'. */
  reflection?: 'environment' | 'room';
  /**
   * Are the heights of the water followed, so that drops stand out and light turns about in them? Else water is as thin as
   * in the pane's pictures. Default true.
   */
  relief?: boolean;
  /** 'fast' takes four samples where neighbours differ and 16 through a lens, 'high' 16 and 64. Default 'fast'. */
  quality?: 'fast' | 'high';
  /** Size [px], 1 to 16384 each. Default 960 × 540. */
  width?: number;
  height?: number;
  /** A picture to draw into, of this size. Default: a new one. */
  out?: Picture;
}

export const TRACE_DEFAULTS = {
  reflection: 'environment',
  relief: true,
  quality: 'fast',
  width: 960,
  height: 540,
} as const;

/** A picture that is ready to be traced: nothing of it changes with the water. */
export interface TracedStage {
  readonly eye: Eye;
  readonly camera: Required<Pick<CameraOptions, 'exposure' | 'glow' | 'tint' | 'tone'>>;
  readonly quality: 'fast' | 'high';
  readonly set: Setting;
}

/** Checks options and prepares a picture. */
export function makeStage(frame: Frame, options: TraceOptions): TracedStage {
  const { surroundings, quality = TRACE_DEFAULTS.quality } = options;
  const { relief = TRACE_DEFAULTS.relief, reflection = TRACE_DEFAULTS.reflection } = options;
  const { width = options.out?.width ?? TRACE_DEFAULTS.width, height = options.out?.height ?? TRACE_DEFAULTS.height } =
    options;
  const surface = surfaceOf(options.surface);
  checkNumber(width, PICTURE_SIDE, 'width');
  checkNumber(height, PICTURE_SIDE, 'height');
  checkWord(quality, ['fast', 'high'], 'quality');
  checkWord(reflection, ['environment', 'room'], 'reflection');
  checkSurroundings(surroundings);
  const { thickness, index, mirrors } = readGlass(options.glass ?? {}, surface);
  const models = (options.models ?? []).map((model, n) => readModel(model, `models[${n}]`));
  const { eye, camera } = readEye(options.camera, surface, width, height);
  checkEye(eye.position, frame.pose, surface, thickness);
  return {
    eye,
    camera,
    quality,
    set: { surface, surroundings, mirrors, thickness, index, models, reflection, relief },
  };
}

/** A surface that rays can meet. */
export function surfaceOf(given: Surface | SurfaceOptions): Surface {
  return 'intersect' in given ? given : createSurface(given);
}

function readGlass(given: GlassOptions, surface: Surface) {
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(GLASS_DEFAULTS, key)) continue;
    throw new RivuletError(`glass has no "${key}"; it has ${Object.keys(GLASS_DEFAULTS).join(', ')}.`, 'glass');
  }
  const { thickness, index, mirrors } = { ...GLASS_DEFAULTS, ...withoutUnits(given, { thickness: 'length' }) };
  checkNumber(thickness, { min: 0, max: 50, unit: 'mm' }, 'glass.thickness');
  checkNumber(index, { min: 1, max: 3 }, 'glass.index');
  const names = surface.charts.map(({ name }) => name);
  if (mirrors !== 'all') {
    for (const mirror of mirrors) {
      if (typeof mirror === 'number' ? mirror in names : names.includes(mirror)) continue;
      const all = names.join(', ');
      throw new RivuletError(
        `glass.mirrors must be "all" or of ${all}; got ${describeValue(mirror)}.`,
        'glass.mirrors',
      );
    }
  }
  const isMirror = (name: string, chart: number) =>
    mirrors === 'all' || mirrors.includes(name) || mirrors.includes(chart);
  return { thickness, index, mirrors: names.map(isMirror) };
}

function readModel({ mesh, position = [0, 0, 0], colour = [0.7, 0.66, 0.6] }: ModelOptions, path: string) {
  checkMesh(mesh, `${path}.mesh`);
  return { tree: new MeshTree(mesh), position, colour };
}

/** An eye in space has a position; any other camera is that of a pane. */
function readEye(given: TraceOptions['camera'], surface: Surface, width: number, height: number) {
  if (given && ('position' in given || surface.kind !== 'pane')) {
    const camera = readWorldCamera(given);
    return { camera, eye: eyeOf(camera, width, height) };
  }
  const camera = { ...CAMERA_DEFAULTS, ...readCamera(given) };
  const [pane] = surface.charts;
  return { camera, eye: paneEye(viewportOf(camera, pane.width, pane.height, width, height)) };
}

/** Ways from the eye in which glass around it would be met. */
const AROUND = Array.from({ length: 27 }, (_, n) => [(n % 3) - 1, (Math.floor(n / 3) % 3) - 1, Math.floor(n / 9) - 1]);

/** Throws if an eye is inside the glass, where nothing says what it would see. */
function checkEye(position: Vector, pose: Pose, surface: Surface, thickness: number): void {
  const origin = new Float64Array(3);
  toSurface(pose, Float64Array.from(position), origin);
  const hit = { chart: 0, x: 0, y: 0, distance: 0 };
  const point = createSurfacePoint();
  for (const way of AROUND) {
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (length === 0) continue;
    const direction = Float64Array.from(way, (value) => value / length);
    if (!surface.intersect({ origin, direction }, hit) || hit.distance > 2 * thickness) continue;
    surface.point(hit, point);
    const depth =
      hit.distance * (direction[0] * point.normal[0] + direction[1] * point.normal[1] + direction[2] * point.normal[2]);
    if (!(depth > 0 && depth < thickness)) continue;
    const deep = Number(depth.toPrecision(3));
    throw new RivuletError(
      `camera.position must be outside the glass, which is ${thickness} mm thick; it is ${deep} mm inside it. Move it, or make the glass thinner.`,
      'camera.position',
    );
  }
}
