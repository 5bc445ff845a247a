/**
 * The roulette of Kaneda 1996, §2.3: how likely a droplet goes to each neighbour of its cell. Three factors have their
 * share: where Newton's law would take it, the neighbours' affinity, and whether they are wet.
 */
import type { CellGraph } from '../../surface/cell-graph.js';
import { OUTSIDE } from '../../surface/cell-graph.js';
import type { KanedaOptions } from './options.js';

/** A direction counts if its angle to the velocity is below 90°: its cosine is above this (spec 4.2, eq. 5 and 6). */
const AHEAD = 1e-9;
/** Directions whose cosines differ by less are equally near, as for a velocity along an axis of the lattice. */
const TIE = 1e-9;

/** The rules of the roulette. */
export type RouletteRules = Pick<KanedaOptions, 'alpha1' | 'alpha2' | 'wetWeight' | 'newton' | 'affinityRule'>;

/** What a roulette looks at. */
export interface RouletteSite {
  readonly graph: CellGraph;
  /** Affinity of each cell. */
  readonly affinity: Float32Array;
  /** Droplet of each cell; 0 where it is dry. */
  readonly occupant: Uint32Array;
}

export class Roulette {
  /** Areas of the roulette (eq. 7), one for each neighbour of the cell in the graph's order; their sum is 1. */
  readonly area: Float64Array;
  /** Number of areas. */
  count = 0;
  readonly #site: RouletteSite;
  /** Length of each way, its cosine to the velocity, and the factor that is being computed. */
  readonly #length: Float64Array;
  readonly #cosine: Float64Array;
  readonly #factor: Float64Array;

  constructor(site: RouletteSite) {
    this.#site = site;
    const { first, count } = site.graph;
    let most = 0;
    for (let cell = 0; cell < count; cell++) most = Math.max(most, first[cell + 1] - first[cell]);
    this.area = new Float64Array(most);
    this.#length = new Float64Array(most);
    this.#cosine = new Float64Array(most);
    this.#factor = new Float64Array(most);
  }

  /**
   * Sets the areas for a droplet that would leave a cell with the velocity (vx, vy) [mm/s]. `lot`, 0 to 1, decides between
   * directions that are equally near with the printed rule. False if no neighbour lies ahead.
   */
  set(cell: number, vx: number, vy: number, rules: RouletteRules, lot: number): boolean {
    const { graph } = this.#site;
    const from = graph.first[cell];
    this.count = graph.first[cell + 1] - from;
    const speed = Math.sqrt(vx * vx + vy * vy);
    for (let k = 0; k < this.count; k++) {
      const [x, y] = [graph.offsetX[from + k], graph.offsetY[from + k]];
      this.#length[k] = Math.sqrt(x * x + y * y);
      const cosine = (x * vx + y * vy) / (this.#length[k] * speed);
      this.#cosine[k] = cosine > AHEAD ? cosine : 0;
      this.area[k] = 0;
    }
    const isPaper = rules.newton === 'paper';
    if (isPaper) this.#nearestTwo(lot);
    else this.#aroundVelocity(cell, vx / speed, vy / speed);
    this.#add(rules.alpha1 * speed);
    this.#affinities(cell, rules.affinityRule === 'paper');
    this.#add(rules.alpha2);
    this.#wetness(cell);
    this.#add(rules.wetWeight);
    if (this.#scale()) return true;
    // All weights are 0, or no factor has a share: Newton's law alone decides.
    if (isPaper) this.#nearestTwo(lot);
    else this.#aroundVelocity(cell, vx / speed, vy / speed);
    this.#add(1);
    return this.#scale();
  }

  /** The neighbour for a random number above 0 up to 1 (eq. 8). */
  spin(random: number): number {
    let sum = 0;
    let last = 0;
    for (let k = 0; k < this.count; k++) {
      if (this.area[k] === 0) continue;
      sum += this.area[k];
      last = k;
      if (random <= sum) return k;
    }
    // Rounding may leave the sum a hair below 1.
    return last;
  }

  /** Eq. 4 as printed: the two directions nearest to the velocity, in proportion to their cosines. */
  #nearestTwo(lot: number): void {
    this.#factor.fill(0);
    const nearest = this.#nearest(-1, lot);
    const next = this.#nearest(nearest, lot);
    if (nearest >= 0) this.#factor[nearest] = this.#cosine[nearest];
    if (next >= 0) this.#factor[next] = this.#cosine[next];
  }

  /** The direction nearest to the velocity but one; of two that are equally near the lot takes one. −1 if there is none. */
  #nearest(but: number, lot: number): number {
    let best = -1;
    for (let k = 0; k < this.count; k++) {
      if (k === but || this.#cosine[k] === 0) continue;
      const more = best < 0 ? 1 : this.#cosine[k] - this.#cosine[best];
      if (more > TIE || (more > -TIE && lot >= 0.5)) best = k;
    }
    return best;
  }

  /**
   * Eq. 4 without its bias: the velocity as a sum of the directions on both of its sides, each over the length of its way, so
   * that the mean way is along the velocity.
   */
  #aroundVelocity(cell: number, ux: number, uy: number): void {
    const { graph } = this.#site;
    const from = graph.first[cell];
    this.#factor.fill(0);
    let [left, right] = [-1, -1];
    for (let k = 0; k < this.count; k++) {
      if (this.#cosine[k] === 0) continue;
      const side = ux * graph.offsetY[from + k] - uy * graph.offsetX[from + k];
      if (side >= 0 && (left < 0 || this.#cosine[k] > this.#cosine[left])) left = k;
      if (side <= 0 && (right < 0 || this.#cosine[k] > this.#cosine[right])) right = k;
    }
    if (left < 0 || right < 0 || left === right) {
      const only = Math.max(left, right);
      if (only >= 0) this.#factor[only] = 1;
      return;
    }
    const [ax, ay] = [
      graph.offsetX[from + right] / this.#length[right],
      graph.offsetY[from + right] / this.#length[right],
    ];
    const [bx, by] = [graph.offsetX[from + left] / this.#length[left], graph.offsetY[from + left] / this.#length[left]];
    const sine = ax * by - ay * bx;
    // Two directions that fall together are one.
    if (sine <= TIE) {
      this.#factor[left] = 1;
      return;
    }
    this.#factor[right] = Math.max(0, (ux * by - uy * bx) / sine) / this.#length[right];
    this.#factor[left] = Math.max(0, (ax * uy - ay * ux) / sine) / this.#length[left];
  }

  /** Eq. 5: the affinity of all neighbours ahead; without bias also their cosine over the length of the way. */
  #affinities(cell: number, isPaper: boolean): void {
    const { graph, affinity } = this.#site;
    const from = graph.first[cell];
    for (let k = 0; k < this.count; k++) {
      const other = graph.neighbour[from + k];
      // Beyond an open edge there is no cell: it is taken for one like this.
      const own = affinity[other === OUTSIDE ? cell : other];
      const share = isPaper ? (this.#cosine[k] > 0 ? 1 : 0) : this.#cosine[k] / this.#length[k];
      this.#factor[k] = own * share;
    }
  }

  /** Eq. 6: all wet neighbours ahead, alike. */
  #wetness(cell: number): void {
    const { graph, occupant } = this.#site;
    const from = graph.first[cell];
    for (let k = 0; k < this.count; k++) {
      const other = graph.neighbour[from + k];
      this.#factor[k] = other !== OUTSIDE && occupant[other] !== 0 && this.#cosine[k] > 0 ? 1 : 0;
    }
  }

  /** Adds the factor with a weight, its own sum as 1; a factor without a share adds nothing. */
  #add(weight: number): void {
    let sum = 0;
    for (let k = 0; k < this.count; k++) sum += this.#factor[k];
    if (sum === 0) return;
    for (let k = 0; k < this.count; k++) this.area[k] += (weight * this.#factor[k]) / sum;
  }

  /** Makes the sum of all areas 1. False if there is none. */
  #scale(): boolean {
    let sum = 0;
    for (let k = 0; k < this.count; k++) sum += this.area[k];
    if (!(sum > 0)) return false;
    for (let k = 0; k < this.count; k++) this.area[k] /= sum;
    return true;
  }
}
