import type { LayerMap } from '../core/frame.js';
import type { StateVisitor } from '../core/state-visitor.js';
import { WATER_DENSITY } from '../core/units.js';
import type { Chart } from '../surface/surface.js';
import { exactSum, LayerCells, lowestBit, stepsBetweenUpdates } from './layer-cells.js';
import type { LayerRegion } from './region.js';

/** The thin film that runners and wipers leave. */
export interface FilmOptions {
  /** Thickness a running drop leaves [mm]. */
  readonly thickness: number;
  /** Thickness that evaporates in a second [mm/s]. */
  readonly evaporation: number;
  /** Friction on a film of that thickness over friction on dry glass, 0 to 1. */
  readonly friction: number;
  /** [mm] */
  readonly cellSize: number;
}

/** Thicknesses are multiples of this [mm] and below 1 mm: exact in float32, and so are sums of them in float64. */
const QUANTUM = 1 / 16777216;

/** Updates of a cell while a film dries. */
const VISITS = 8;

/** How thick a film to leave at a place [mm]; a number if it is the same everywhere. */
export type Thickness = number | ((x: number, y: number) => number);

/** Thickness per cell. Water goes into it from drops and wipers, and out of it into the air or the next drop. */
export class FilmLayer {
  readonly map: LayerMap<Float32Array>;
  readonly #cells: LayerCells;
  readonly #thickness: Float32Array;
  /** Water of a cell of thickness 1 mm [mg]. */
  readonly #cellMass: number;
  /** Sums of thicknesses [mm]: what is there, what dried. */
  #total = 0;
  #dried = 0;
  #left = 0;
  #evaporation = 0;
  #friction = 1;
  #loss = 0;
  /** Which cells have another film than a running drop leaves. */
  readonly #other: Uint32Array;
  /** While a region is levelled: the thickness to reach, what was taken so far and what may be given, as thicknesses. */
  #target: Thickness = 0;
  #taken = 0;
  #budget = 0;

  constructor(chart: Chart, options: FilmOptions) {
    const { cellSize } = options;
    this.#cells = new LayerCells(chart, cellSize);
    this.#thickness = new Float32Array(this.#cells.grid.words);
    this.map = this.#cells.view(this.#thickness);
    this.#other = this.#cells.bits();
    this.#cellMass = WATER_DENSITY * cellSize * cellSize;
    this.configure(options);
  }

  /** Water in the film and what evaporated of it [mg]. */
  get water(): number {
    return this.#total * this.#cellMass;
  }

  get evaporated(): number {
    return this.#dried * this.#cellMass;
  }

  /** Thickness a running drop leaves [mm]. */
  get left(): number {
    return this.#left;
  }

  /** Takes what may change while it runs: all but the cells. */
  configure({ thickness, evaporation, friction }: Omit<FilmOptions, 'cellSize'>): void {
    this.#left = quantised(thickness);
    this.#evaporation = evaporation;
    this.#friction = friction;
    this.#other.fill(-1);
    this.#cells.wakeAll();
  }

  /** Friction at a place over that on dry glass (KAN-6's wet and dry, CHIN-L8): falls with the thickness, then stays. */
  frictionAt(x: number, y: number): number {
    const cell = this.#cells.cellAt(x, y);
    if (cell < 0) return 1;
    return 1 - (1 - this.#friction) * Math.min(1, this.#thickness[cell] / this.#left);
  }

  /**
   * Brings the film in a region to a thickness. Returns the water taken where it was thicker less the water given where it
   * was thinner [mg]. At most `water` is given beyond what was taken; cells after that keep their film.
   */
  level(region: LayerRegion, target: Thickness, water: number): number {
    this.#target = typeof target === 'number' ? quantised(target) : target;
    this.#taken = 0;
    this.#budget = water / this.#cellMass;
    const settled = typeof this.#target === 'number' ? this.#target : Number.NaN;
    const bits = settled === this.#left ? this.#other : null;
    this.#cells.sweep(region, 0, this.#thickness, settled, bits, this.#levelCells);
    this.#total -= this.#taken;
    return this.#taken * this.#cellMass;
  }

  /** Lets one step pass: the film dries. */
  step(step: number, dt: number): void {
    if (this.#evaporation === 0) return;
    const period = stepsBetweenUpdates(this.#left / this.#evaporation / VISITS, dt);
    this.#loss = quantised(this.#evaporation * period * dt);
    this.#cells.passTime(step, period, this.#dry);
  }

  visit(visitor: StateVisitor): void {
    this.#total = visitor.number(this.#total);
    this.#dried = visitor.number(this.#dried, 0);
    visitor.map(new Uint32Array(this.#thickness.buffer), 0, this.#cells.grid);
    if (!visitor.loads) return;
    visitor.check(exactSum(this.#thickness, quantised) === this.#total);
    this.#other.fill(-1);
    this.#cells.wakeAll();
  }

  readonly #levelCells = (cells: number, first: number, row: number, col: number): void => {
    const { cellSize } = this.#cells.grid;
    const thickness = this.#thickness;
    const target = this.#target;
    let others = 0;
    for (let left = cells; left !== 0; left &= left - 1) {
      const place = lowestBit(left);
      const wanted =
        typeof target === 'number' ? target : quantised(target((col + place + 0.5) * cellSize, (row + 0.5) * cellSize));
      const surplus = thickness[first + place] - wanted;
      const lacks = this.#taken + surplus < -this.#budget;
      if (lacks || wanted !== this.#left) others |= 1 << place;
      if (lacks) continue;
      this.#taken += surplus;
      thickness[first + place] = wanted;
    }
    if (others !== 0) this.#other[this.#cells.wordOf(row, col)] |= others;
  };

  readonly #dry = (first: number, end: number, row: number, col: number): boolean => {
    const thickness = this.#thickness;
    const loss = this.#loss;
    let dried = 0;
    let goesOn = false;
    for (let cell = first; cell < end; cell++) {
      const before = thickness[cell];
      if (before === 0) continue;
      goesOn = true;
      const lost = Math.min(before, loss);
      thickness[cell] = before - lost;
      dried += lost;
    }
    if (!goesOn) return false;
    this.#other[this.#cells.wordOf(row, col)] = -1;
    this.#total -= dried;
    this.#dried += dried;
    return true;
  };
}

/** To the nearest quantum, below 1 mm. */
function quantised(thickness: number): number {
  return Math.min(1 - QUANTUM, Math.max(0, Math.floor(thickness / QUANTUM + 0.5) * QUANTUM));
}
