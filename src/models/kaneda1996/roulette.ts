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
  /** Neighbours ahead, less than 90° from the velocity: how many, which, length of the way, cosine, and a factor's share. */
  #ahead = 0;
  readonly #which: Uint8Array;
  readonly #length: Float64Array;
  readonly #cosine: Float64Array;
  readonly #factor: Float64Array;

  constructor(site: RouletteSite) {
    this.#site = site;
    const { first, count } = site.graph;
    let most = 0;
    for (let cell = 0; cell < count; cell++) most = Math.max(most, first[cell + 1] - first[cell]);
    this.area = new Float64Array(most);
    this.#which = new Uint8Array(most);
    this.#length = new Float64Array(most);
    this.#cosine = new Float64Array(most);
    this.#factor = new Float64Array(most);
  }

  /**
   * Sets the areas for a droplet that would leave a cell with the velocity (vx, vy) [mm/s]. `lot`, 0 to 1, decides between
   * directions that are equally near with the printed rule. False if no neighbour lies ahead.
   */
  set(cell: number, vx: number, vy: number, rules: RouletteRules, lot: number): boolean {
    const speed = Math.sqrt(vx * vx + vy * vy);
    this.#lookAhead(cell, vx, vy, speed);
    if (this.#ahead === 0) return false;
    const isPaper = rules.newton === 'paper';
    if (isPaper) this.#nearestTwo(lot, rules.alpha1 * speed);
    else this.#aroundVelocity(cell, vx / speed, vy / speed, rules.alpha1 * speed);
    this.#affinities(cell, rules.affinityRule === 'paper', rules.alpha2);
    this.#wetness(cell, rules.wetWeight);
    if (this.#scale()) return true;
    // All weights are 0, or no factor has a share: Newton's law alone decides.
    if (isPaper) this.#nearestTwo(lot, 1);
    else this.#aroundVelocity(cell, vx / speed, vy / speed, 1);
    return this.#scale();
  }

  /** The neighbour for a random number above 0 up to 1 (eq. 8). */
  spin(random: number): number {
    let sum = 0;
    let last = 0;
    for (let n = 0; n < this.#ahead; n++) {
      const k = this.#which[n];
      if (this.area[k] === 0) continue;
      sum += this.area[k];
      last = k;
      if (random <= sum) return k;
    }
    // Rounding may leave the sum a hair below 1.
    return last;
  }

  /** Lists the neighbours ahead; all areas are 0 then. */
  #lookAhead(cell: number, vx: number, vy: number, speed: number): void {
    const { first, offsetX, offsetY } = this.#site.graph;
    const { area } = this;
    const [which, lengths, cosines] = [this.#which, this.#length, this.#cosine];
    const from = first[cell];
    const count = first[cell + 1] - from;
    let ahead = 0;
    for (let k = 0; k < count; k++) {
      area[k] = 0;
      const x = offsetX[from + k];
      const y = offsetY[from + k];
      const along = x * vx + y * vy;
      // Most of those behind need no root.
      if (!(along > 0)) continue;
      const length = Math.sqrt(x * x + y * y);
      const cosine = along / (length * speed);
      if (!(cosine > AHEAD)) continue;
      which[ahead] = k;
      lengths[ahead] = length;
      cosines[ahead] = cosine;
      ahead += 1;
    }
    this.count = count;
    this.#ahead = ahead;
  }

  /** Eq. 4 as printed: the two directions nearest to the velocity, in proportion to their cosines. */
  #nearestTwo(lot: number, weight: number): void {
    const nearest = this.#nearest(-1, lot);
    const next = this.#nearest(nearest, lot);
    if (next < 0) this.#addTwo(nearest, nearest, weight);
    else this.#addTwo(nearest, next, weight, this.#cosine[nearest], this.#cosine[next]);
  }

  /** The direction nearest to the velocity but one; of two that are equally near the lot takes one. −1 if there is none. */
  #nearest(but: number, lot: number): number {
    let best = -1;
    for (let n = 0; n < this.#ahead; n++) {
      if (n === but) continue;
      const more = best < 0 ? 1 : this.#cosine[n] - this.#cosine[best];
      if (more > TIE || (more > -TIE && lot >= 0.5)) best = n;
    }
    return best;
  }

  /**
   * Eq. 4 without its bias: the velocity as a sum of the directions on both of its sides, each over the length of its way, so
   * that the mean way is along the velocity.
   */
  #aroundVelocity(cell: number, ux: number, uy: number, weight: number): void {
    const { first, offsetX, offsetY } = this.#site.graph;
    const from = first[cell];
    let left = -1;
    let right = -1;
    for (let n = 0; n < this.#ahead; n++) {
      const entry = from + this.#which[n];
      const side = ux * offsetY[entry] - uy * offsetX[entry];
      if (side >= 0 && (left < 0 || this.#cosine[n] > this.#cosine[left])) left = n;
      if (side <= 0 && (right < 0 || this.#cosine[n] > this.#cosine[right])) right = n;
    }
    if (left < 0 || right < 0 || left === right) {
      const only = Math.max(left, right);
      this.#addTwo(only, only, weight);
      return;
    }
    const ax = offsetX[from + this.#which[right]] / this.#length[right];
    const ay = offsetY[from + this.#which[right]] / this.#length[right];
    const bx = offsetX[from + this.#which[left]] / this.#length[left];
    const by = offsetY[from + this.#which[left]] / this.#length[left];
    const sine = ax * by - ay * bx;
    // Two directions that fall together are one.
    if (sine <= TIE) {
      this.#addTwo(left, left, weight);
      return;
    }
    const one = Math.max(0, (ux * by - uy * bx) / sine) / this.#length[right];
    const other = Math.max(0, (ax * uy - ay * ux) / sine) / this.#length[left];
    this.#addTwo(right, left, weight, one, other);
  }

  /** Eq. 5: the affinity of all neighbours ahead; without bias also their cosine over the length of the way. */
  #affinities(cell: number, isPaper: boolean, weight: number): void {
    const { graph, affinity } = this.#site;
    const [which, lengths, cosines, factor] = [this.#which, this.#length, this.#cosine, this.#factor];
    const from = graph.first[cell];
    const ahead = this.#ahead;
    let sum = 0;
    for (let n = 0; n < ahead; n++) {
      const other = graph.neighbour[from + which[n]];
      // Beyond an open edge there is no cell: it is taken for one like this.
      const own = affinity[other === OUTSIDE ? cell : other];
      const share = own * (isPaper ? 1 : cosines[n] / lengths[n]);
      factor[n] = share;
      sum += share;
    }
    if (sum === 0) return;
    for (let n = 0; n < ahead; n++) this.area[which[n]] += (weight * factor[n]) / sum;
  }

  /** Eq. 6: all wet neighbours ahead, alike. */
  #wetness(cell: number, weight: number): void {
    const { graph, occupant } = this.#site;
    const [which, factor] = [this.#which, this.#factor];
    const from = graph.first[cell];
    const ahead = this.#ahead;
    let sum = 0;
    for (let n = 0; n < ahead; n++) {
      const other = graph.neighbour[from + which[n]];
      const isWet = other !== OUTSIDE && occupant[other] !== 0;
      factor[n] = isWet ? 1 : 0;
      sum += factor[n];
    }
    if (sum === 0) return;
    for (let n = 0; n < ahead; n++) this.area[which[n]] += (weight * factor[n]) / sum;
  }

  /** Adds a factor that has a share in two directions only, or in one that is named twice; its sum counts as 1. */
  #addTwo(one: number, other: number, weight: number, shareOne = 1, shareOther = 0): void {
    const sum = shareOne + shareOther;
    if (sum === 0) return;
    this.area[this.#which[one]] += (weight * shareOne) / sum;
    this.area[this.#which[other]] += (weight * shareOther) / sum;
  }

  /** Makes the sum of all areas 1. False if there is none. */
  #scale(): boolean {
    let sum = 0;
    for (let n = 0; n < this.#ahead; n++) sum += this.area[this.#which[n]];
    if (!(sum > 0)) return false;
    for (let n = 0; n < this.#ahead; n++) this.area[this.#which[n]] /= sum;
    return true;
  }
}
