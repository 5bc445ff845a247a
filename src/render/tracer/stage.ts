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
import { type Setting, WATER_KINDS, type WaterKind } from './setting.js';
import { checkSurroundings, type Surroundings } from './surroundings.js';

/** A sheet of glass or a mirror. */
export const GLASS = {
  /** Thickness of the sheet; with 0 only the water bends light, and dry glass shows exactly what is behind it. */
  thickness: { type: 'number', unit: 'mm', min: 0, max: 50, default: 4 },
  /** Refractive index. */
  index: { type: 'number', min: 1, max: 3, default: 1.52 },
  /** Faces that are mirrors, on their wet side, such as `["front", "left"]`. */
  mirrors: { type: 'charts', default: [] },
  /** Faces that are glazed ceramic instead of glass, in the same way. */
  opaque: { type: 'charts', default: [] },
  /** What ceramic scatters, linear. */
  colour: { type: 'tuple', names: ['red', 'green', 'blue'], min: 0, max: 1, default: [0.62, 0.6, 0.56] },
} as const satisfies PictureTable;

/** A sheet of glass or a mirror, as users write it. */
export type GlassOptions = OptionsInput<typeof GLASS>;

export const GLASS_DEFAULTS: OptionsOf<typeof GLASS> = /* @__PURE__ */ defaultsOf(GLASS);

/** The strongest light on ceramic, and on models if wanted. */
export const SUN = {
  /** Where it comes from, in the world. */
  direction: { type: 'tuple', names: ['x', 'y', 'z'], min: -1, max: 1, default: [-0.5, 0.75, 0.45] },
  /** Its strength over the mean of the surroundings. */
  strength: { type: 'number', min: 0, max: 100, default: 1.4 },
  /** `drops`: it lights models too, through the glass, and drops cast shadows on them (STUP-L9). */
  shadows: { type: 'choice', choices: ['none', 'drops'], default: 'none' },
} as const satisfies PictureTable;

/** A model of triangles, which turns with the surface. */
export interface ModelOptions {
  mesh: Mesh;
  /** Where its middle is [mm], in the surface's frame. Default the origin. */
  position?: Vector;
  /** Colour of its surface, linear, 0 to 1. Default [0.7, 0.66, 0.6]. */
  colour?: readonly [red: number, green: number, blue: number];
  /** How much of the usual gloss of its surface it has, 0 to 1. Default 1. */
  gloss?: number;
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
  /** What water reflects: what is there, the dim room of the pane's pictures, or nothing. Default 'environment'. */
  reflection?: 'environment' | 'room' | 'none';
  /**
   * How water is drawn: `map`, the water maps of the charts; `caps`, every drop a spherical cap, fast, with the principal direction
   * alone; `metaballs`, drops that flow into each other. Default 'map', on Bezier surfaces 'caps'.
   */
  water?: WaterKind;
  /** The strongest light on ceramic: where it comes from in the world, and its strength over the mean of the surroundings. */
  sun?: OptionsInput<typeof SUN>;
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
  /** Width of the lens through which the surroundings alone are seen [mm]; 0 is none. */
  readonly softness: number;
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
  checkWord(reflection, ['environment', 'room', 'none'], 'reflection');
  const water = options.water ?? (surface.kind === 'bezier' ? 'caps' : 'map');
  checkWord(water, WATER_KINDS, 'water');
  checkDrops(frame, water);
  checkSurroundings(surroundings);
  const glass = readGlass(options.glass ?? {}, surface);
  const { thickness } = glass;
  const models = (options.models ?? []).map((model, n) => readModel(model, `models[${n}]`));
  const { eye, camera } = readEye(options.camera, surface, width, height);
  checkAboveRoad(eye.position, surroundings);
  checkEye(eye.position, frame.pose, surface, thickness);
  return {
    eye,
    camera,
    quality,
    softness: 'backdropAperture' in camera ? camera.backdropAperture : 0,
    set: {
      ...{ surface, surroundings, ...glass, models, reflection, relief, water, principal: water === 'caps' },
      sun: readSun(options.sun ?? {}),
    },
  };
}

/** A surface that rays can meet. */
export function surfaceOf(given: Surface | SurfaceOptions): Surface {
  return 'intersect' in given ? given : createSurface(given);
}

function readGlass(given: GlassOptions, surface: Surface) {
  const { thickness, index, mirrors, opaque, colour } = readOptions(given, GLASS, 'glass');
  return {
    ...{ thickness, index, colour },
    mirrors: chosenCharts(mirrors, surface, 'glass.mirrors'),
    opaque: chosenCharts(opaque, surface, 'glass.opaque'),
  };
}

type ChosenCharts = OptionsOf<typeof GLASS>['mirrors'];

/** Of each chart: is it in a list of names and numbers? */
function chosenCharts(given: ChosenCharts, { charts }: Surface, path: string): boolean[] {
  const names = charts.map(({ name }) => name);
  if (given === 'all') return names.map(() => true);
  const chosen = Array.isArray(given) ? given : [given];
  for (const one of chosen) {
    if (typeof one === 'number' ? one in names : names.includes(one)) continue;
    throw new RivuletError(`${path} must be "all" or of ${names.join(', ')}; got ${describeValue(one)}.`, path);
  }
  return names.map((name, chart) => chosen.includes(name) || chosen.includes(chart));
}

function readSun(given: Required<TraceOptions>['sun']): Setting['sun'] {
  const { direction, strength, shadows } = readOptions(given, SUN, 'sun');
  const [x, y, z] = direction;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) throw new RivuletError('sun.direction must not be 0; got [0, 0, 0].', 'sun.direction');
  return { direction: [x / length, y / length, z / length] as const, strength, shadows: shadows === 'drops' };
}

/** Caps and metaballs are made from drops; a model whose water is a map alone has none. */
function checkDrops({ charts, drops }: Frame, water: WaterKind): void {
  const isMapAlone = charts.every(({ drawnFrom, trail }) => drawnFrom === 'heights' && trail === null);
  if (water === 'map' || drops.count > 0 || !isMapAlone) return;
  throw new RivuletError(
    `water must be map for a model without drops; got ${water}. Its water is the height map of each chart.`,
    'water',
  );
}

function readModel(given: ModelOptions, path: string) {
  const { mesh, position = [0, 0, 0], colour = [0.7, 0.66, 0.6], gloss = 1 } = given;
  checkMesh(mesh, `${path}.mesh`);
  checkNumber(gloss, { min: 0, max: 1 }, `${path}.gloss`);
  return { tree: new MeshTree(mesh), position, colour, gloss };
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

/** Throws if an eye is below the floor of the room around, from where nothing of the room could be seen. */
function checkAboveRoad([, y]: Vector, surroundings: Surroundings): void {
  if (surroundings.kind !== 'cuboid' || y > -surroundings.half[1]) return;
  const floor = Number(surroundings.half[1].toPrecision(6));
  throw new RivuletError(
    `camera.position[1] must be above the road, which is at -${floor} mm; got ${y}. Raise it, or make backdrop.away larger.`,
    'camera.position',
  );
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
