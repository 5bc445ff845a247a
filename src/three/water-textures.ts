/** The water of a simulation as textures, one set a chart, for any material of three. */
import {
  FloatType,
  HalfFloatType,
  type Object3D,
  type PerspectiveCamera,
  Quaternion,
  REVISION,
  type Texture,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { BODY, bodyBounds, bodyCount, crestOf, MAX_LOBES, writeLobe } from '../core/body.js';
import { checkNumber, RivuletError, refuse } from '../core/errors.js';
import { type FallingView, type Frame, NONE_FALLING } from '../core/frame.js';
import type { SimulationClient } from '../simulation/client.js';
import type { Simulation } from '../simulation/simulation.js';
import { createSurface } from '../surface/create-surface.js';
import { turnVector } from '../surface/seams.js';
import { type Chart, createSurfacePoint, type Surface } from '../surface/surface.js';
import { type ChartSetting, ChartWater, textureSize } from './chart-water.js';
import { Passes } from './passes.js';
import type { MetSurface, PointedSurface } from './surface-geometry.js';

export interface WaterTexturesOptions {
  /** The water, in this thread. Either this or `client` is needed. */
  readonly simulation?: Simulation;
  /** The water, wherever it runs: of `createSimulationClient`. */
  readonly client?: SimulationClient;
  readonly renderer: WebGLRenderer;
  /** Texels a millimetre, 0.1 to 64. Default 4. */
  readonly pixelsPerMm?: number;
}

/** The textures of one chart. Their `offset` and `repeat` take 0 to 1 over the chart, v upwards, to the right place. */
export interface ChartTextures {
  /** Gradient x, gradient y (with rows, so downwards), height [mm] and coverage 0 to 1, fine drops included. */
  readonly water: Texture;
  /** The same four numbers of the fine drops alone; one dry texel without them. */
  readonly fine: Texture;
  /** Fog, 0 to 1, in its red; one clear texel without it. */
  readonly fog: Texture;
  /** Size of the chart [mm]. */
  readonly width: number;
  readonly height: number;
}

const OLDEST = 163;
/** Higher than water of height maps and of trails stands, but for a few texels [mm]. */
const MAP_CREST = 4;
const TRAIL_CREST = 0.5;
/** Levels of detail: the last has a sixteenth of the texels a millimetre. */
const MOST_LEVEL = 4;

export class WaterTextures {
  readonly charts: readonly ChartTextures[];
  /** The surface, for `surfaceGeometry`. */
  readonly surface: MetSurface;
  /** How the surface stands in the world, as of the last update. */
  readonly pose = new Quaternion();
  /** Drops that fall, as of the last update, in the world's frame about the surface's middle [mm]. */
  falling: FallingView = NONE_FALLING;
  /** No water stands higher [mm], as of the last update. */
  crest = 0;
  /** Bytes that the last update sent to the graphics card. */
  uploaded = 0;
  readonly #passes: Passes;
  readonly #surface: Surface;
  readonly #charts: readonly ChartWater[];
  readonly #setting: ChartSetting;
  /** Side of a texel of the finest level [mm], and distance of the surface's farthest place from its middle [mm]. */
  readonly #finest: number;
  readonly #radius: number;
  #level = 0;
  readonly #source: () => Frame | Promise<Frame>;
  #waiting: Promise<void> | null = null;
  #isDisposed = false;

  constructor({ simulation, client, renderer, pixelsPerMm = 4 }: WaterTexturesOptions) {
    const source = simulation ?? client;
    if (!source || (simulation && client)) {
      throw new RivuletError(
        'WaterTextures needs either simulation or client. Write new WaterTextures({ simulation, renderer }).',
      );
    }
    const type = floatType(renderer);
    checkNumber(pixelsPerMm, { min: 0.1, max: 64, unit: 'px/mm' }, 'pixelsPerMm');
    const surface = createSurface(source.scene.surface);
    const pixel = 1 / pixelsPerMm;
    checkSize(surface.charts, pixel, renderer.capabilities.maxTextureSize);
    this.#source = () => source.frame();
    this.#surface = surface;
    this.#passes = new Passes(renderer);
    const setting = { passes: this.#passes, surface, pixel, type };
    this.#setting = setting;
    this.#finest = pixel;
    this.#radius = radiusOf(surface);
    this.#charts = surface.charts.map((_, index) => new ChartWater(setting, index));
    this.charts = surface.charts.map((chart, index) => texturesOf(this.#charts[index], chart));
    this.surface = pointed(surface);
  }

  /**
   * Brings the textures up to date. With a simulation that is done when this returns; with a client when its promise resolves,
   * and while a frame is on its way no other is asked for.
   */
  update(): Promise<void> {
    if (this.#isDisposed) return Promise.resolve();
    if (this.#waiting) return this.#waiting;
    const frame = this.#source();
    if (!(frame instanceof Promise)) {
      this.#draw(frame);
      return Promise.resolve();
    }
    this.#waiting = frame
      .then((come) => {
        if (!this.#isDisposed) this.#draw(come);
      })
      .finally(() => {
        this.#waiting = null;
      });
    return this.#waiting;
  }

  /** Level of detail, 0 to 4: each halves the texels a millimetre. The water itself never changes (STUP-L10). */
  get level(): number {
    return this.#level;
  }

  set level(level: number) {
    checkNumber(level, { min: 0, max: MOST_LEVEL, integer: true }, 'level');
    if (level === this.#level || this.#isDisposed) return;
    this.#level = level;
    this.#setting.pixel = this.#finest * 2 ** level;
    this.#charts.forEach((chart, n) => {
      chart.resize();
      placeTextures(chart, this.charts[n]);
    });
  }

  /**
   * Sets the level for an eye: the finest whose texels are no smaller than pixels of a picture `high` px high, where the surface
   * is nearest. `object` is what the surface's meshes stand in.
   */
  followCamera(camera: PerspectiveCamera, high: number, object: Object3D): void {
    const middle = new Vector3().setFromMatrixPosition(object.matrixWorld);
    const scale = new Vector3().setFromMatrixScale(object.matrixWorld).x;
    const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    const nearest = Math.max(camera.near / scale, eye.distanceTo(middle) / scale - this.#radius);
    const pixel = (2 * nearest * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, high);
    this.level = Math.min(MOST_LEVEL, Math.max(0, Math.floor(Math.log2(pixel / this.#finest))));
  }

  /** Is a part of the fine drops still to come? Each update sends only so many of those that changed. */
  get isLate(): boolean {
    return this.#charts.some((chart) => chart.isLate);
  }

  /** Frees everything on the graphics card. Twice is fine. */
  dispose(): void {
    this.#isDisposed = true;
    this.#passes.dispose();
  }

  #draw(frame: Frame): void {
    const [x, y, z, w] = frame.pose.rotation;
    this.pose.set(x, y, z, w);
    this.falling = frame.falling;
    this.#passes.keeping(() => {
      this.#setBodies(frame);
      for (const chart of this.#charts) chart.lookAtFine(frame);
      for (const chart of this.#charts) chart.drawShapes(frame, this.#charts);
      for (const chart of this.#charts) chart.drawMap(this.#charts);
    });
    this.uploaded = this.#charts.reduce((sum, chart) => sum + chart.takeSent(), 0);
  }

  /** Hands each chart the bodies that reach it: its own, and images of those beyond its seams. */
  #setBodies({ drops, lag, charts }: Frame): void {
    const lists = charts.map(() => ({ numbers: new Float32Array(MAX_LOBES * BODY.size), count: 0 }));
    const body = new Float64Array(BODY.size);
    const box = new Float64Array(4);
    const add = (chart: number) => {
      const list = lists[chart];
      if (list.numbers.length < BODY.size * (list.count + 1)) {
        const larger = new Float32Array(2 * list.numbers.length);
        larger.set(list.numbers);
        list.numbers = larger;
      }
      list.numbers.set(body, BODY.size * list.count++);
    };
    const heading = new Float64Array(2);
    this.crest = charts.some(({ drawnFrom }) => drawnFrom === 'heights') ? MAP_CREST : TRAIL_CREST;
    for (let slot = 0; slot < drops.count; slot++) {
      const chart = drops.chart[slot];
      if (charts[chart].drawnFrom === 'heights') continue;
      this.crest = Math.max(this.crest, crestOf(drops, slot));
      for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
        writeLobe(drops, slot, lobe, charts[chart].cellSize, lag, body);
        if (this.#surface.seams.isEmpty) {
          add(chart);
          continue;
        }
        bodyBounds(body, box);
        const [x, y, ux, uy] = body;
        const reach = Math.max(x - box[0], box[1] - x, y - box[2], box[3] - y);
        this.#surface.images({ chart, x, y }, reach, (next, nextX, nextY, quarters) => {
          heading[0] = ux;
          heading[1] = uy;
          turnVector(heading, quarters);
          body.set([nextX, nextY, heading[0], heading[1]]);
          add(next);
        });
      }
    }
    lists.forEach(({ numbers, count }, chart) => {
      this.#charts[chart].bodies.set(numbers, count);
    });
  }
}

/** Type of exact numbers that this renderer can draw; throws a line if there is none. */
function floatType(renderer: WebGLRenderer): typeof FloatType | typeof HalfFloatType {
  if (typeof renderer?.extensions?.has !== 'function') {
    throw new RivuletError(
      'renderer must be a WebGLRenderer of three; its shaders are GLSL, which WebGPURenderer does not run. Write new WebGLRenderer().',
      'renderer',
    );
  }
  if (Number.parseInt(REVISION, 10) < OLDEST) {
    throw new RivuletError(
      `rivulet/three needs three 0.${OLDEST} or later; got ${REVISION}. Run: npm install three@latest`,
    );
  }
  if (renderer.extensions.has('EXT_color_buffer_float')) return FloatType;
  if (renderer.extensions.has('EXT_color_buffer_half_float')) return HalfFloatType;
  throw new RivuletError(
    'renderer has a WebGL2 without float targets (EXT_color_buffer_float). Update the graphics driver, or draw with renderBeauty ' +
      'of rivulet/offline.',
    'renderer',
  );
}

function checkSize(charts: readonly Chart[], pixel: number, most: number): void {
  for (const { width, height } of charts) {
    const side = Math.max(...textureSize(width, height, pixel));
    if (side <= most) continue;
    const fits = Math.floor((10 * (most - 8)) / Math.max(width, height)) / 10;
    throw new RivuletError(
      `pixelsPerMm must be at most ${fits} px/mm for a chart of ${width} x ${height} mm here; got ${1 / pixel}. The renderer's ` +
        `largest texture has ${most} px a side.`,
      'pixelsPerMm',
    );
  }
}

function texturesOf(chart: ChartWater, { width, height }: Chart): ChartTextures {
  const textures = {
    water: chart.water.texture,
    fine: chart.fine.texture,
    fog: chart.fog.target.texture,
    width,
    height,
  };
  placeTextures(chart, textures);
  return textures;
}

function placeTextures(chart: ChartWater, { water, fine }: ChartTextures): void {
  const [offset, repeat] = chart.place;
  for (const texture of [water, fine]) {
    texture.offset.copy(offset);
    texture.repeat.copy(repeat);
  }
}

/** How far the corners of a surface's charts are from its middle [mm]. */
function radiusOf(surface: Surface): number {
  const point = createSurfacePoint();
  let most = 0;
  surface.charts.forEach(({ width, height }, chart) => {
    // Between corners too, where a curved chart may be farther away.
    for (let n = 0; n < 25; n++) {
      surface.point({ chart, x: (width * (n % 5)) / 4, y: (height * Math.floor(n / 5)) / 4 }, point);
      most = Math.max(most, Math.hypot(...point.position));
    }
  });
  return most;
}

function pointed(surface: Surface): MetSurface {
  const { kind, charts } = surface;
  const point: PointedSurface['point'] = ({ chart = 0, x, y }) => {
    const out = createSurfacePoint();
    surface.point({ chart, x, y }, out);
    return out;
  };
  const intersect: MetSurface['intersect'] = (origin, direction) => {
    const hit = { chart: 0, x: 0, y: 0, distance: 0 };
    const ray = { origin: Float64Array.from(origin), direction: Float64Array.from(direction) };
    return surface.intersect(ray, hit) ? hit : null;
  };
  return { kind, charts, point, intersect };
}

/** Throws unless a surface has a chart of this number. */
export function checkChart(
  chart: unknown,
  { kind, charts }: Pick<PointedSurface, 'kind' | 'charts'>,
): asserts chart is number {
  if (!charts) refuse('surface', 'simulation.surface, or the surface of WaterTextures', charts);
  const names = charts.map(({ name }, n) => `${n} ${name}`).join(', ');
  checkNumber(
    chart,
    { min: 0, max: charts.length - 1, integer: true },
    'chart',
    `The charts of a ${kind} are ${names}.`,
  );
}
