/** What is asked of a traced picture, checked, and ready for rays. */
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import type { Frame } from '../../core/frame.js';
import type { OptionsInput, OptionsOf, PictureTable } from '../../core/options.js';
import { type Pose, toSurface } from '../../core/pose.js';
import { createSurface, type SurfaceOptions } from '../../surface/create-surface.js';
import { createSurfacePoint, type Surface } from '../../surface/surface.js';
import { PICTURE_SIDE, type Picture } from '../offline/picture.js';
import { type Camera, type CameraOptions, type LIGHT, readCamera, viewportOf } from '../picture/camera.js';
import { checkWord, defaultsOf, readOptions } from '../picture/read-options.js';
import { type Eye, eyeOf, paneEye, readWorldCamera, type Vector, type WorldCameraOptions } from './eye.js';
import { checkMesh, type Mesh, MeshTree } from './mesh.js';
import type { Setting } from './setting.js';
import { checkSurroundings, type Surroundings } from './surroundings.js';

/** A sheet of glass or a mirror. */
export const GLASS = {
  /** Thickness of the sheet; with 0 only the water bends light, and dry glass shows exactly what is behind it. */
  thickness: { type: 'number', unit: 'mm', min: 0, max: 50, default: 4 },
  /** Refractive index. */
  index: { type: 'number', min: 1, max: 3, default: 1.52 },
  /** Faces that are mirrors, on their wet side, such as `["front", "left"]`. */
  mirrors: { type: 'charts', default: [] },
} as const satisfies PictureTable;

/** A sheet of glass or a mirror, as users write it. */
export type GlassOptions = OptionsInput<typeof GLASS>;

export const GLASS_DEFAULTS: OptionsOf<typeof GLASS> = /* @__PURE__ */ defaultsOf(GLASS);

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
  readonly camera: Pick<Camera, keyof typeof LIGHT>;
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
  const { thickness, index, mirrors } = readOptions(given, GLASS, 'glass');
  const names = surface.charts.map(({ name }) => name);
  if (mirrors !== 'all') {
    for (const mirror of Array.isArray(mirrors) ? mirrors : [mirrors]) {
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
  const camera = readCamera(given);
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
