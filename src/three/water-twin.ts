/**
 * The water texture of `stuppacher2007` on the graphics card, as in the paper (STUP-12). A twin starts from a frame and then goes on
 * by itself, without a round trip; the simulation stays the authority for hash, save and ledger. It has no rain, wipes or drops
 * that fall: `start` takes them over from the simulation, `addDrop` adds water, and `aim` follows a surface that was turned.
 */
import {
  type BufferGeometry,
  ClampToEdgeWrapping,
  DataTexture,
  FloatType,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Mesh,
  NearestFilter,
  type RawShaderMaterial,
  RGBAFormat,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { checkNumber, RivuletError, refuse } from '../core/errors.js';
import { type ChartLaw, type WaterLaw, windowAt } from '../core/water-law.js';
import * as shaders from '../render/webgl/shaders.js';
import type { Simulation } from '../simulation/simulation.js';
import { createSurface } from '../surface/create-surface.js';
import { EDGES, seamCells } from '../surface/seams.js';
import { EDGE, type Surface } from '../surface/surface.js';
import { Passes, shaderMaterial, type Uniforms } from './passes.js';
import {
  ADD_FRAGMENT,
  arriveFragment,
  BLUR_FRAGMENT,
  LEAVE_FRAGMENT,
  NORMAL_FRAGMENT,
  SURFACE_FRAGMENT,
} from './twin.glsl.js';
import { stampOf } from './twin-stamp.js';

export interface WaterTwinOptions {
  /** A simulation with the model `stuppacher2007`. */
  readonly simulation: Simulation;
  readonly renderer: WebGLRenderer;
}

/** Textures of one chart, a texel a texel of the model; the first row is at v = 0. */
export interface TwinTextures {
  /** Blurred heights in red [mm]. */
  readonly blurred: Texture;
  /** Normals; alpha is the blurred height [mm]. */
  readonly normals: Texture;
  /** What wet materials read, as `ChartTextures.water` has it: gradient, height [mm], coverage. */
  readonly water: Texture;
  /** Heights in red [mm], unblurred; another texture after each step. */
  readonly heights: Texture;
}

/** What one chart has on the graphics card. */
interface TwinChart {
  law: ChartLaw;
  readonly aims: DataTexture;
  readonly cellSize: number;
  /** Now and next, which change places. */
  water: WebGLRenderTarget;
  next: WebGLRenderTarget;
  readonly stops: WebGLRenderTarget;
  readonly kept: WebGLRenderTarget;
  readonly blurred: WebGLRenderTarget;
  readonly normals: WebGLRenderTarget;
  readonly surface: WebGLRenderTarget;
  readonly uniforms: Uniforms;
  readonly leave: readonly Mesh[];
  readonly blur: Mesh;
  readonly shade: Mesh;
  readonly slope: Mesh;
  /** Adds a drop. */
  readonly add: Mesh<BufferGeometry, RawShaderMaterial>;
}

/** Numbers of the law that all charts share, by the names of their uniforms. */
const NUMBERS = [
  'remainderScale',
  'low',
  'high',
  'share',
  'reach',
  'sharpness',
  'hold',
  'swerve',
  'noiseSide',
] as const satisfies readonly (keyof WaterLaw)[];

const MOST_STEPS = 100_000;

export class WaterTwin {
  readonly charts: readonly TwinTextures[];
  /** Where the water of these textures is computed. */
  readonly runs = 'gpu';
  readonly #passes: Passes;
  readonly #simulation: Simulation;
  readonly #surface: Surface;
  readonly #common: Uniforms;
  #law: WaterLaw;
  readonly #charts: readonly TwinChart[];
  readonly #arrive: readonly Mesh[];
  #step = 0;

  constructor({ simulation, renderer }: WaterTwinOptions) {
    const law = checkedLaw(simulation);
    if (!law) refuse('simulation', 'one with the model stuppacher2007', simulation?.scene?.model.name);
    if (!renderer?.extensions?.has('EXT_color_buffer_float')) {
      throw new RivuletError(
        'renderer must draw into float targets (EXT_color_buffer_float), which it does not. The simulation goes on without a twin.',
        'renderer',
      );
    }
    const surface = createSurface(simulation.scene.surface);
    this.#surface = surface;
    this.#simulation = simulation;
    this.#law = law;
    this.#passes = new Passes(renderer);
    const common = this.#commonUniforms(law);
    this.#common = common;
    this.#charts = law.charts.map((chart, n) => this.#makeChart(chart, surface.charts[n].cellSize, common));
    this.#arrive = this.#charts.map((_, n) => this.#makeArrive(surface, n));
    this.charts = this.#charts.map((chart) => ({
      blurred: chart.blurred.texture,
      normals: chart.normals.texture,
      water: chart.surface.texture,
      get heights() {
        return chart.water.texture;
      },
    }));
    this.start();
  }

  /** Takes over the water of the simulation as it is now. */
  start(): void {
    const { steps, scene } = this.#simulation;
    this.#step = Math.floor(steps * scene.step * this.#law.stepsPerSecond + 1e-9);
    const { charts } = this.#simulation.frame();
    this.#passes.keeping(() => {
      for (const [n, chart] of this.#charts.entries()) {
        const { data, width, height, stride } = charts[n].height;
        const given = dataTexture(width, height, (row, col) => data[row * stride + col]);
        const copy = this.#passes.mesh(shaderMaterial(shaders.WHOLE, COPY_FRAGMENT, { from: { value: given } }));
        this.#passes.draw([copy], { target: chart.water });
        this.#passes.free(copy.geometry);
        given.dispose();
        chart.uniforms.water.value = chart.water.texture;
      }
    });
    this.update();
  }

  /** Takes over how the surface stands and the model's options, as the simulation has them now. The water stays. */
  aim(): void {
    const law = checkedLaw(this.#simulation);
    if (!law) return;
    this.#law = law;
    for (const name of NUMBERS) this.#common[name].value = law[name];
    fillTexture(this.#common.noise.value as DataTexture, (row, col) => law.noise[row * (law.noiseSide + 4) + col]);
    fillTexture(this.#common.remainder.value as DataTexture, (_, col) => law.remainder[col]);
    for (const [n, chart] of this.#charts.entries()) {
      chart.law = law.charts[n];
      (chart.aims.image.data as Float32Array).set(chart.law.directions);
      chart.aims.needsUpdate = true;
    }
    for (const [n, mesh] of this.#arrive.entries()) {
      const { uniforms } = mesh.material as RawShaderMaterial;
      this.#seamsOf(n).forEach(({ chart }, k) => {
        uniforms[`across${k + 1}`].value = law.charts[chart].flowsAcross ? 1 : 0;
      });
    }
  }

  /** Adds a drop, as `simulation.addDrop` does: `x`, `y` [mm] on the chart, default 0, and `mass` 0.001 to 10000 mg. */
  addDrop({ chart = 0, x, y, mass }: TwinDrop): void {
    checkNumber(chart, { min: 0, max: this.#charts.length - 1, integer: true }, 'chart');
    const own = this.#charts[chart];
    const { columns, rows } = own.law;
    checkNumber(x, { min: 0, max: columns * own.cellSize, unit: 'mm' }, 'x');
    checkNumber(y, { min: 0, max: rows * own.cellSize, unit: 'mm' }, 'y');
    checkNumber(mass, { min: 0.001, max: 10_000, unit: 'mg' }, 'mass');
    const { advancing, receding } = this.#simulation.scene.coating;
    const angle = Math.min((advancing + receding) / 2, Math.PI / 2);
    const stamp = stampOf({ x, y, mass, angle }, columns, rows, own.cellSize);
    const texture = dataTexture(stamp.cols, stamp.rows, (row, col) => stamp.heights[row * stamp.cols + col]);
    const { uniforms } = own.add.material;
    uniforms.stamp.value = texture;
    uniforms.water.value = own.water.texture;
    (uniforms.corner.value as Vector2).set(stamp.col, stamp.row);
    this.#passes.keeping(() => this.#passes.draw([own.add], { target: own.next }));
    texture.dispose();
    turnOver(own);
  }

  /** Water steps, `count` 0 to 100000, each of all charts. */
  step(count = 1): void {
    checkNumber(count, { min: 0, max: MOST_STEPS, integer: true }, 'count');
    this.#passes.keeping(() => {
      for (let n = 0; n < count; n++) this.#stepOnce();
    });
  }

  /** Blurs the heights and finds their normals. */
  update(): void {
    this.#passes.keeping(() => {
      for (const chart of this.#charts) {
        this.#passes.draw([chart.blur], { target: chart.blurred });
        this.#passes.draw([chart.shade], { target: chart.normals });
        this.#passes.draw([chart.slope], { target: chart.surface });
      }
    });
  }

  /** Heights of a chart [mm], row after row, read back from the graphics card. */
  read(chart: number): Float32Array {
    checkNumber(chart, { min: 0, max: this.#charts.length - 1, integer: true }, 'chart');
    const { water, law } = this.#charts[chart];
    const { columns, rows } = law;
    const pixels = new Float32Array(4 * columns * rows);
    this.#passes.keeping(() => {
      this.#passes.renderer.readRenderTargetPixels(water, 0, 0, columns, rows, pixels);
    });
    return Float32Array.from({ length: columns * rows }, (_, n) => pixels[4 * n]);
  }

  /** Frees everything on the graphics card. Twice is fine. */
  dispose(): void {
    this.#passes.dispose();
  }

  #stepOnce(): void {
    const { noiseSide, noiseSpeed, stepsPerSecond } = this.#law;
    const time = this.#step++ / stepsPerSecond;
    for (const { law, uniforms, leave, stops, kept } of this.#charts) {
      const [col, row] = law.window;
      const [across, down] = [
        windowAt(col, noiseSpeed[0], time, noiseSide),
        windowAt(row, noiseSpeed[1], time, noiseSide),
      ];
      (uniforms.window.value as Vector2).set(across, down);
      this.#passes.draw([leave[0]], { target: stops });
      this.#passes.draw([leave[1]], { target: kept });
    }
    for (const [n, chart] of this.#charts.entries()) {
      this.#passes.draw([this.#arrive[n]], { target: chart.next });
      turnOver(chart);
    }
  }

  #commonUniforms(law: WaterLaw): Uniforms {
    const { noise, noiseSide, remainder } = law;
    const own = (texture: DataTexture) => ({ value: this.#passes.own(texture) });
    return {
      noise: own(dataTexture(noiseSide, noiseSide, (row, col) => noise[row * (noiseSide + 4) + col])),
      remainder: own(dataTexture(remainder.length, 1, (_, col) => remainder[col])),
      ...Object.fromEntries(NUMBERS.map((name) => [name, { value: law[name] }])),
    };
  }

  #makeChart(law: ChartLaw, cellSize: number, common: Uniforms): TwinChart {
    const passes = this.#passes;
    const { columns, rows, affinity, directions } = law;
    const target = () => passes.own(new WebGLRenderTarget(columns, rows, EXACT));
    const [water, blurred] = [target(), target()];
    const aims = new DataTexture(directions.slice(), directions.length / 4, 1, RGBAFormat, FloatType);
    aims.needsUpdate = true;
    const uniforms: Uniforms = {
      ...common,
      water: { value: water.texture },
      window: { value: new Vector2() },
      affinity: { value: passes.own(dataTexture(columns, rows, (row, col) => affinity[row * columns + col])) },
      directions: { value: passes.own(aims) },
    };
    const mesh = (fragment: string, values: Uniforms) => passes.mesh(shaderMaterial(shaders.WHOLE, fragment, values));
    const relief = { blurred: { value: blurred.texture }, cellSize: { value: cellSize } };
    const add = { water: { value: null }, stamp: { value: null }, corner: { value: new Vector2() } };
    return {
      law,
      aims,
      cellSize,
      water,
      next: target(),
      stops: target(),
      kept: target(),
      blurred,
      normals: target(),
      surface: passes.own(new WebGLRenderTarget(columns, rows, SMOOTH)),
      uniforms,
      leave: ['#define LEAVING\n', ''].map((define) => mesh(define + LEAVE_FRAGMENT, uniforms)),
      blur: mesh(BLUR_FRAGMENT, uniforms),
      shade: mesh(NORMAL_FRAGMENT, relief),
      slope: mesh(SURFACE_FRAGMENT, relief),
      add: mesh(ADD_FRAGMENT, add) as TwinChart['add'],
    };
  }

  /** The gather pass of a chart, which asks each chart beyond its seams. */
  #makeArrive(surface: Surface, index: number): Mesh {
    const own = this.#charts[index];
    const uniforms: Uniforms = { stops0: { value: own.stops.texture }, kept0: { value: own.kept.texture } };
    let n = 0;
    for (const seam of this.#seamsOf(index)) {
      n++;
      const cells = seamCells(seam, surface.charts[index].cellSize);
      const from = this.#charts[seam.chart];
      const isSeam = [EDGE.left, EDGE.right, EDGE.top, EDGE.bottom].map((side) =>
        surface.seams.at(seam.chart, side) ? 1 : 0,
      );
      uniforms[`stops${n}`] = { value: from.stops.texture };
      uniforms[`kept${n}`] = { value: from.kept.texture };
      uniforms[`toRow${n}`] = { value: new Vector3(cells.row0, cells.rowByRow, cells.rowByCol) };
      uniforms[`toCol${n}`] = { value: new Vector3(cells.col0, cells.colByRow, cells.colByCol) };
      uniforms[`across${n}`] = { value: from.law.flowsAcross ? 1 : 0 };
      uniforms[`open${n}`] = { value: new Vector4(...isSeam) };
    }
    return this.#passes.mesh(shaderMaterial(shaders.WHOLE, arriveFragment(n), uniforms));
  }

  /** The seams of a chart, in the order of their uniforms. */
  #seamsOf(index: number) {
    return EDGES.flatMap((edge) => (this.#law.seams && this.#surface.seams.at(index, edge)) || []);
  }
}

/** A drop for a twin. */
export interface TwinDrop {
  readonly chart?: number;
  readonly x: number;
  readonly y: number;
  readonly mass: number;
}

/** The law of a simulation; null in other models. Throws where a twin cannot follow it. */
function checkedLaw(simulation: Simulation | undefined): WaterLaw | null {
  const law = simulation?.waterLaw ?? null;
  if (law && law.sweep > 0) refuse('scene.model.sweep', '0 for a twin, which has no direction memory', law.sweep);
  return law;
}

/** The next water is that of now. */
function turnOver(chart: TwinChart): void {
  [chart.water, chart.next] = [chart.next, chart.water];
  chart.uniforms.water.value = chart.water.texture;
}

/** What materials read between texels. */
const SMOOTH = {
  format: RGBAFormat,
  type: HalfFloatType,
  minFilter: LinearMipmapLinearFilter,
  magFilter: LinearFilter,
  wrapS: ClampToEdgeWrapping,
  wrapT: ClampToEdgeWrapping,
  generateMipmaps: true,
  depthBuffer: false,
} as const;

const EXACT = {
  format: RGBAFormat,
  type: FloatType,
  minFilter: NearestFilter,
  magFilter: NearestFilter,
  generateMipmaps: false,
  depthBuffer: false,
} as const;

const COPY_FRAGMENT = `
uniform sampler2D from;
out vec4 result;

void main() { result = texelFetch(from, ivec2(gl_FragCoord.xy), 0); }
`;

/** One number a texel, in red. */
function dataTexture(width: number, height: number, at: (row: number, col: number) => number): DataTexture {
  const data = new Float32Array(4 * width * height);
  const texture = new DataTexture(data, width, height, RGBAFormat, FloatType);
  fillTexture(texture, at);
  return texture;
}

function fillTexture(texture: DataTexture, at: (row: number, col: number) => number): void {
  const { width, height } = texture.image;
  const data = texture.image.data as Float32Array;
  for (let row = 0, p = 0; row < height; row++) {
    for (let col = 0; col < width; col++, p += 4) data[p] = at(row, col);
  }
  texture.needsUpdate = true;
}
