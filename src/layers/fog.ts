import type { LayerMap } from '../core/frame.js';
import { exp } from '../core/math.js';
import type { StateVisitor } from '../core/state-visitor.js';
import type { Chart } from '../surface/surface.js';
import { type Covered, exactSum, LayerCells, lowestBit, stepsBetweenUpdates, UNCOVERED } from './layer-cells.js';
import type { LayerRegion } from './region.js';

/** Fog on the glass: droplets too small to see one by one. */
export interface FogOptions {
  /** Where it settles, 0 (clear) to 1 (dense). */
  readonly density: number;
  /** Time constant with which it gets there [s]. */
  readonly regrow: number;
  /** [mm] */
  readonly cellSize: number;
  /** Water of dense fog [mg/mm²]. */
  readonly mass: number;
}

/** Quanta of density in dense fog. */
const QUANTA = 1048576;
/** Updates of a cell in a time constant. Pictures take the mean of neighbours, so the differences do not show. */
const VISITS = 16;
/** Nearer than this counts as reached: an exponential never gets there. */
const THERE = 1 / 256;

/** Fog is wiped off by whatever passes and comes back as 1 − e^(−t/τ); its water is the density times `mass`. */
export class FogLayer {
  readonly map: LayerMap<Float32Array>;
  readonly #cells: LayerCells;
  readonly #densities: Float32Array;
  /** Water of a cell of density 1 [mg]. */
  readonly #cellMass: number;
  /** Sums of densities: what is there, what ever came, what evaporated. */
  #total = 0;
  #condensed = 0;
  #evaporated = 0;
  #target = 0;
  #regrow = 1;
  #gain = 0;
  #taken = 0;
  /** Which cells have a density. */
  readonly #wet: Uint32Array;
  #covered: Covered = UNCOVERED;

  constructor(chart: Chart, options: FogOptions) {
    this.#cells = new LayerCells(chart, options.cellSize);
    this.#wet = this.#cells.bits();
    this.configure(options);
    this.#densities = new Float32Array(this.#cells.grid.words).fill(this.#target);
    this.map = this.#cells.view(this.#densities);
    this.#cellMass = options.mass * options.cellSize * options.cellSize;
    this.#total = this.#target * this.#cells.grid.words;
    this.#condensed = this.#total;
  }

  /** Water on the glass, all that ever condensed, and what went back into the air [mg]. */
  get water(): number {
    return this.#total * this.#cellMass;
  }

  get supplied(): number {
    return this.#condensed * this.#cellMass;
  }

  get evaporated(): number {
    return this.#evaporated * this.#cellMass;
  }

  /** Takes what may change while it runs: density and time constant. */
  configure({ density, regrow }: Pick<FogOptions, 'density' | 'regrow'>): void {
    this.#target = quantised(density);
    this.#regrow = regrow;
    this.#cells.wakeAll();
  }

  /** Wipes the region clear and returns the water [mg]. */
  clear(region: LayerRegion): number {
    this.#taken = 0;
    this.#cells.sweep(region, 0, this.#densities, 0, this.#wet, this.#clearCells);
    this.#total -= this.#taken;
    return this.#taken * this.#cellMass;
  }

  /** Lets one step pass; under the model's own water nothing condenses. */
  step(step: number, dt: number, covered: Covered): void {
    const period = stepsBetweenUpdates(this.#regrow / VISITS, dt);
    this.#gain = 1 - exp((-period * dt) / this.#regrow);
    this.#covered = covered;
    this.#cells.passTime(step, period, this.#settle);
  }

  visit(visitor: StateVisitor): void {
    this.#total = visitor.number(this.#total);
    this.#condensed = visitor.number(this.#condensed, 0);
    this.#evaporated = visitor.number(this.#evaporated, 0);
    visitor.map(new Uint32Array(this.#densities.buffer), 0, this.#cells.grid);
    if (!visitor.loads) return;
    visitor.check(exactSum(this.#densities, quantised) === this.#total);
    this.#wet.fill(-1);
    this.#cells.wakeAll();
  }

  readonly #clearCells = (cells: number, first: number): void => {
    const densities = this.#densities;
    let taken = 0;
    for (let left = cells; left !== 0; left &= left - 1) {
      const cell = first + lowestBit(left);
      taken += densities[cell];
      densities[cell] = 0;
    }
    this.#taken += taken;
  };

  readonly #settle = (first: number, end: number, row: number, col: number): boolean => {
    const densities = this.#densities;
    const target = this.#target;
    const gain = this.#gain;
    const { chartRow, chartCol } = this.#cells;
    let condensed = 0;
    let evaporated = 0;
    let covered = 0;
    let isOpen = false;
    for (let cell = first; cell < end; cell++) {
      const density = densities[cell];
      const missing = target - density;
      if (missing === 0) continue;
      if (!isOpen) covered = this.#covered(chartRow[row], chartCol, col, col + end - first);
      isOpen = true;
      if (covered & (1 << (cell - first))) continue;
      const next = Math.abs(missing) < THERE ? target : quantised(density + missing * gain);
      densities[cell] = next;
      if (missing > 0) condensed += next - density;
      else evaporated += density - next;
    }
    if (isOpen) this.#wet[this.#cells.wordOf(row, col)] = -1;
    if (condensed === 0 && evaporated === 0) return isOpen;
    this.#total += condensed - evaporated;
    this.#condensed += condensed;
    this.#evaporated += evaporated;
    return isOpen;
  };
}

/** Densities are multiples of 2⁻²⁰, so that sums of them are exact in any order. */
function quantised(density: number): number {
  return Math.floor(density * QUANTA + 0.5) * (1 / QUANTA);
}
