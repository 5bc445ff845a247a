import { RECORDS } from '../../core/build-flags.js';
import type { Chance } from '../../core/chance.js';
import { Drops } from '../../core/drops.js';
import { isOnSurface, onlyChart, type Surface } from '../../surface/surface.js';
import type { ModelSetup, StateVisitor } from '../model.js';
import { visitDrops } from '../shared/visit-drops.js';
import { DropCells } from './drop-cells.js';
import type { NakataOptions } from './options.js';
import type { Shaking } from './shaking.js';

/** What the passes of the model work on: drops and the water book. There are no maps. */
export class NakataState {
  options: NakataOptions;
  readonly surface: Surface;
  readonly chance: Chance;
  readonly drops = new Drops();
  readonly cells: DropCells;

  /** Water that came, ran off, and was taken off [mg]. */
  supplied = 0;
  drained = 0;
  wiped = 0;
  /** Must still drops be tested again, since the world changed? */
  restless = false;
  /** What holds a drop now, over its radius: ½πγΩ [mg/s²]. */
  grip = 0;
  /** What shakes all drops; made when it does for the first time. */
  shaking: Shaking | null = null;

  constructor(setup: ModelSetup) {
    this.options = setup.options as unknown as NakataOptions;
    this.surface = setup.surface;
    this.chance = setup.chance;
    const { width, height } = onlyChart(setup.surface);
    this.cells = new DropCells(this.drops, width, height);
  }

  /** Is a drop's centre on the glass? */
  isOnSurface(slot: number): boolean {
    const { chart, x, y } = this.drops;
    return isOnSurface(this.surface, chart[slot], x[slot], y[slot]);
  }

  /** A drop is off the glass: it goes, and is booked as drained. */
  drain(slot: number): void {
    this.drained += this.drops.mass[slot];
    this.drops.remove(slot);
  }

  /** Visits everything that a later step depends on, in a fixed order. */
  visit(visitor: StateVisitor): void {
    if (!RECORDS) return;
    this.supplied = visitor.number(this.supplied, 0);
    this.drained = visitor.number(this.drained, 0);
    this.wiped = visitor.number(this.wiped, 0);
    this.restless = visitor.number(this.restless ? 1 : 0, 0, 1) === 1;
    visitDrops(visitor, this.drops, true, this.surface);
    this.cells.isStale = true;
  }
}
