import { isOnSurface } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import { type Laying, leaveDroplets, leaveFilm } from '../shared/left-behind.js';
import { addLoose } from '../shared/loose-water.js';
import { BowWave } from './bow-wave.js';
import { clearDisc, clearOwn, clearRegion } from './clearing.js';
import { Extent } from './extent.js';
import type { MapState } from './map-state.js';
import { holds } from './motion.js';
import { layNeighbours, noteCrowds } from './neighbours.js';
import { isPushed, shapeStill } from './resting.js';

/** Fastest that water slides along an edge [mm/s]. */
const FASTEST_SLIP = 100;
/** Free cells around the wave, so that it does not hang together with trails it only passes. */
const MOAT = 2;

/** How droplets are laid that worn rubber lets through. */
const LAYING: Laying<MapState> = {
  lay: shapeStill,
  radius: ({ shapes }, world, mass) => shapes.plainRadius(world, mass, 0),
};

/**
 * What an edge does to drops and trails (wiper, finger, cloth). Whoever it touches is taken whole: water holds together.
 * It becomes part of the wave before the edge, or is gone into the cloth; trails under the edge are wiped away.
 */
export class Sweeping {
  readonly #state: MapState;
  readonly #wave: BowWave;
  readonly #extent: Extent;
  /** 1 for slots that are in the wave already. */
  #inWave = new Uint8Array(64);

  constructor(state: MapState) {
    this.#state = state;
    this.#wave = new BowWave(state);
    this.#extent = new Extent(state);
  }

  /** Returns the water that is off the glass now [mg]. */
  sweep(world: World, region: SweptRegion): number {
    const state = this.#state;
    const before = state.wiped;
    this.#meet(world, region);
    this.#lift();
    clearRegion(state.fields, region);
    const loose = world.layers.on(region.chart).take(region);
    if (region.effect === 'take') this.#takeAll(loose);
    else this.#push(world, region, loose);
    return state.wiped - before;
  }

  /** Puts everybody into the wave whom the edge or the wave itself touches. */
  #meet(world: World, region: SweptRegion): void {
    const { drops } = this.#state;
    const extent = this.#extent;
    const wave = this.#wave;
    if (this.#inWave.length < drops.count) this.#inWave = new Uint8Array(2 * drops.count);
    this.#inWave.fill(0, 0, drops.count);
    wave.clear();
    const depth = region.depth();
    for (let slot = 0; slot < drops.count; slot++) {
      if (!extent.mayReach(slot, region, depth, region.round)) continue;
      extent.of(slot, region);
      if (extent.isMetBy(slot, region, depth)) this.#enter(slot);
    }
    if (region.effect === 'take' || wave.count === 0) return;
    // The wave reaches further than the edge, and with whom it meets further still.
    for (let met = 0; met !== wave.count; ) {
      met = wave.count;
      wave.gather(world, region);
      const front = region.round + 2 * wave.largest + this.#moat;
      for (let slot = 0; slot < drops.count; slot++) {
        if (this.#inWave[slot] === 1 || !extent.mayReach(slot, region, 0, front)) continue;
        extent.of(slot, region);
        if (this.#isReached(region)) this.#enter(slot);
      }
    }
  }

  /** Does the wave reach the drop measured last? Past its ends the edge pushes nobody: what the wave sheds there stays. */
  #isReached(region: SweptRegion): boolean {
    const { along, half, near, far } = this.#extent;
    if (along < -half || along > region.length + half) return false;
    const front = region.front(along);
    return far > front && this.#wave.reaches(along, half, near - front, this.#moat);
  }

  get #moat(): number {
    return MOAT * this.#state.fields.grid.cellSize;
  }

  /** Puts the drop measured last into the wave. */
  #enter(slot: number): void {
    const { drops, shapes } = this.#state;
    const { along } = this.#extent;
    this.#inWave[slot] = 1;
    this.#wave.add(drops.id[slot], along, shapes.reachAlong(slot, this.#extent));
  }

  /** Takes the shapes of the wave's drops off the maps, and lays what stood among them again. */
  #lift(): void {
    const { drops, fields, shapes } = this.#state;
    let row0 = Number.POSITIVE_INFINITY;
    let row1 = 0;
    let col0 = Number.POSITIVE_INFINITY;
    let col1 = 0;
    // A blade sweeps several regions in a step: whom it left by whom in the last one, merging has not seen yet.
    noteCrowds(this.#state);
    for (let n = 0; n < this.#wave.count; n++) {
      const slot = drops.slotOf(this.#wave.id[n]);
      if (isPushed(drops, slot)) continue;
      shapes.takeOff(slot);
      if (!shapes.frame(slot, 2)) continue;
      const { box } = fields;
      clearOwn(fields, box.row0, box.row1, box.col0, box.col1, drops.id[slot]);
      if (drops.crowded[slot] === 0) continue;
      drops.crowded[slot] = 0;
      row0 = Math.min(row0, box.row0);
      row1 = Math.max(row1, box.row1);
      col0 = Math.min(col0, box.col0);
      col1 = Math.max(col1, box.col1);
    }
    if (row0 < row1) layNeighbours(this.#state, row0, row1, col0, col1);
  }

  /** A cloth takes the water with it. */
  #takeAll(loose: number): void {
    const { drops } = this.#state;
    this.#state.wiped += loose;
    for (let n = 0; n < this.#wave.count; n++) this.#wipe(drops.slotOf(this.#wave.id[n]));
  }

  #wipe(slot: number): void {
    this.#state.wiped += this.#state.drops.mass[slot];
    this.#state.drops.remove(slot);
  }

  #push(world: World, region: SweptRegion, loose: number): void {
    if (loose > 0) addLoose(this.#state, this.#wave, world, region, loose);
    if (world.layers.on(region.chart).film) leaveFilm(this.#state, this.#wave, world, region);
    if (region.wear) leaveDroplets(this.#state, this.#wave, world, region, LAYING);
    if (this.#wave.count === 0) return;
    this.#wave.gather(world, region);
    this.#wave.form(world, region);
    this.#place(region);
    this.#setDown(world, region);
  }

  /** Brings the beads before the edge, off the maps of all others; what is pushed off the glass is wiped. */
  #place(region: SweptRegion): void {
    const { drops, fields, surface, shapes } = this.#state;
    const { cellSize } = fields.grid;
    const wave = this.#wave;
    for (let n = 0; n < wave.formed; n++) {
      const slot = drops.slotOf(wave.beadId[n]);
      const along = wave.beadAlong[n];
      const ahead = region.front(along) + drops.radius[slot] + cellSize;
      drops.x[slot] = region.x + along * region.alongX + ahead * region.aheadX;
      drops.y[slot] = region.y + along * region.alongY + ahead * region.aheadY;
      if (!isOnSurface(surface, region.chart, drops.x[slot], drops.y[slot])) {
        this.#wipe(slot);
        wave.beadId[n] = 0;
        continue;
      }
      // The edge comes over the trails under beads that are in no map.
      if (!shapes.beadsFloat) this.#clearUnder(region, slot);
    }
  }

  /** Takes trails off the glass under a bead and around it: discs from one end of it to the other. */
  #clearUnder(region: SweptRegion, slot: number): void {
    const { drops, fields } = this.#state;
    const radius = drops.radius[slot];
    const parts = Math.ceil(drops.stretch[slot]);
    for (let n = 0; n <= parts; n++) {
      const along = parts === 0 ? 0 : (n / parts - 0.5) * drops.stretch[slot] * radius;
      const x = drops.x[slot] + along * region.alongX;
      const y = drops.y[slot] + along * region.alongY;
      clearDisc(fields, x, y, radius + this.#moat);
    }
  }

  /** Lets the beads rest there or run on; those side by side stay apart until they are apart. */
  #setDown(world: World, region: SweptRegion): void {
    const { kinship } = this.#state;
    const wave = this.#wave;
    for (let n = 0; n < wave.formed; n++) {
      if (wave.beadId[n] === 0) continue;
      for (let before = n - wave.beadJoined[n]; before < n; before++) {
        if (wave.beadId[before] !== 0) kinship.add(wave.beadId[n], wave.beadId[before]);
      }
      const isShed = wave.beadAlong[n] < 0 || wave.beadAlong[n] > region.length;
      this.#setDownBead(world, region, this.#state.drops.slotOf(wave.beadId[n]), isShed);
    }
  }

  #setDownBead(world: World, region: SweptRegion, slot: number, isShed: boolean): void {
    const { drops } = this.#state;
    const slip = drops.vx[slot] * region.alongX + drops.vy[slot] * region.alongY;
    const speed = Math.min(FASTEST_SLIP, Math.max(-FASTEST_SLIP, slip));
    if (holds(this.#state, world, slot)) {
      drops.vx[slot] = 0;
      drops.vy[slot] = 0;
      const still = drops.setMoving(slot, false);
      this.#state.shapes.layBead(world, still, isShed);
      drops.crowded[still] = drops.laid[still];
      return;
    }
    drops.vx[slot] = speed * region.alongX;
    drops.vy[slot] = speed * region.alongY;
    this.#state.shapes.stampNew(world, drops.setMoving(slot, true), false);
  }
}
