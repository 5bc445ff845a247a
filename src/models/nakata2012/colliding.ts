import { ALL_SCENES } from '../../core/build-flags.js';
import type { World } from '../model.js';
import { Capsules } from './capsules.js';
import { pushApart } from './pushing.js';
import { settle } from './resting.js';
import { reachAround, shortest } from './shape.js';
import type { NakataState } from './state.js';

/** Rounds in which bodies that do not merge are moved apart in a step: chains of them need more than one. */
const ROUNDS = 8;
/** Bodies that overlap by less than this only touch [mm]. */
const TOUCHING = 1e-9;
/** What the larger of two drops that merge was. */
const BEFORE = { mass: 0, x: 0, y: 0 };

/**
 * Drops that meet (NAK-9). The pressure in the smaller one is higher, so the larger one swallows it; where masses differ by
 * less than the threshold both stay, as bodies that do not overlap. Only drops that run or have just come are tested.
 */
export class Colliding {
  readonly #state: NakataState;
  readonly #pair: Capsules;
  /** Ids of the drops to test. */
  #tested = new Uint32Array(64);
  #count = 0;

  constructor(state: NakataState) {
    this.#state = state;
    this.#pair = new Capsules(state.around);
  }

  collide(world: World): void {
    const { drops, options, cells } = this.#state;
    if (drops.movingCount > 0) cells.isStale = true;
    if (!options.merging) return;
    this.#listTested();
    if (this.#count === 0) return;
    cells.refresh();
    for (let n = 0; n < this.#count; n++) this.#meet(world, this.#tested[n]);
    if (ALL_SCENES && options.mergeThreshold > 0) this.#keepApart();
  }

  /** Lists the drops that run or have just come. */
  #listTested(): void {
    const { movingCount, count, id, crowded } = this.#state.drops;
    if (this.#tested.length < count) this.#tested = new Uint32Array(2 * count);
    this.#count = 0;
    for (let slot = 0; slot < count; slot++) {
      if (slot < movingCount || crowded[slot] === 1) this.#tested[this.#count++] = id[slot];
    }
  }

  /** Unites a drop with all that it touches, and with all that the larger one then touches. */
  #meet(world: World, id: number): void {
    const { drops } = this.#state;
    let slot = drops.slotOf(id);
    if (slot < 0) return;
    // A fast drop also meets the drops that it ran over in this step.
    let back = Math.sqrt(drops.vx[slot] * drops.vx[slot] + drops.vy[slot] * drops.vy[slot]) * world.dt;
    for (let other = this.#touched(slot, back, true); other >= 0; other = this.#touched(slot, back, true)) {
      slot = this.#merge(world, slot, other);
      if (drops.id[slot] !== id) back = 0;
    }
    drops.crowded[slot] = 0;
  }

  /** The drop of the smallest id that a drop touches, and with which it merges or not; −1 if there is none. */
  #touched(slot: number, back: number, merges: boolean): number {
    const { drops, cells } = this.#state;
    const count = cells.near(drops.x[slot], drops.y[slot], reachAround(drops, slot) + back);
    let found = -1;
    for (let n = 0; n < count; n++) {
      const other = drops.slotOf(cells.found[n]);
      if (other < 0 || other === slot || this.#areToMerge(slot, other) !== merges) continue;
      if (found >= 0 && drops.id[found] < drops.id[other]) continue;
      this.#pair.measure(drops, slot, other, back);
      if (merges ? this.#pair.gap <= 0 : this.#pair.gap < -TOUCHING) found = other;
    }
    return found;
  }

  #areToMerge(a: number, b: number): boolean {
    if (!ALL_SCENES) return true;
    const { drops, options } = this.#state;
    if (options.mergeThreshold === 0) return true;
    const larger = Math.max(drops.mass[a], drops.mass[b]);
    return Math.abs(drops.mass[a] - drops.mass[b]) >= options.mergeThreshold * larger;
  }

  /** Makes one drop of two and returns its slot: mass and momentum are the sums, and the larger one survives. */
  #merge(world: World, a: number, b: number): number {
    const { drops, options, cells } = this.#state;
    const { id, mass, vx, vy, x, y } = drops;
    const isFirst = mass[a] === mass[b] ? id[a] < id[b] : mass[a] > mass[b];
    const large = isFirst ? a : b;
    const small = isFirst ? b : a;
    const share = mass[small] / (mass[large] + mass[small]);
    vx[large] += share * (vx[small] - vx[large]);
    vy[large] += share * (vy[small] - vy[large]);
    if (ALL_SCENES) {
      BEFORE.mass = mass[large];
      BEFORE.x = x[large];
      BEFORE.y = y[large];
    }
    if (options.mergedPlace === 'middle') {
      const across = shortest(x[small] - x[large], this.#state.around);
      this.#state.shift(large, share * across, share * (y[small] - y[large]));
    }
    mass[large] += mass[small];
    const survivor = id[large];
    if (ALL_SCENES && this.#state.deforming) this.#state.deforming.unite(large, small, BEFORE);
    drops.remove(small);
    const slot = settle(this.#state, world, drops.slotOf(survivor));
    cells.put(slot);
    return slot;
  }

  /** Moves drops apart that overlap but do not merge, pair by pair, until no pair is left or the rounds are over. */
  #keepApart(): void {
    const { drops } = this.#state;
    for (let round = 0; round < ROUNDS; round++) {
      let isDone = true;
      for (let n = 0; n < this.#count; n++) {
        const slot = drops.slotOf(this.#tested[n]);
        if (slot < 0) continue;
        const other = this.#touched(slot, 0, false);
        if (other < 0) continue;
        this.#pair.measure(drops, slot, other, 0);
        pushApart(this.#state, slot, other, this.#pair);
        isDone = false;
      }
      if (isDone) return;
    }
  }
}
