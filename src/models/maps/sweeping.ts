import { isOnSurface } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import { addLoose, type Laying, leaveDroplets, leaveFilm, type Swept, sweepGlass } from '../shared/bow-water.js';
import { BowWave } from './bow-wave.js';
import { clearDisc, clearOwn, clearRegion } from './fields.js';
import type { Link } from './links.js';
import type { MapState } from './map-state.js';
import { holds } from './motion.js';
import { isPushed, LONGEST_CHAIN, layTaken, noteCrowds, reachAround, shapeStill } from './resting.js';

/** Fastest that water slides along a blade [mm/s]. */
const FASTEST_SLIP = 100;
/** Free cells around the wave, so that it does not touch trails that it only passes. */
const MOAT = 2;
/**
 * A drop must be nearer than its rim by this to be touched [mm]. The blade leaves drops exactly a rim before it: if it turns back,
 * rounding must not decide which of them it takes with it to its other side.
 */
export const TOUCH = 1e-6;
/** Turns around a closed chart at which a disc near its seam may also lie. */
const ROUND = [-1, 0, 1] as const;
const ONCE = [0] as const;

/** How droplets are laid that worn rubber lets through. */
const LAYING: Laying<MapState> = {
  lay: shapeStill,
  radius: ({ shapes }, world, mass) => shapes.plainRadius(world, mass, 0),
};

/**
 * What a blade (wiper, finger, cloth) does to drops and trails. It takes a drop that it touches as a whole: the drop becomes
 * part of the wave before the blade, or goes into the cloth. Trails under the blade are wiped away.
 */
export class Sweeping implements Swept {
  readonly #state: MapState;
  readonly #wave: BowWave;
  readonly #extent: Extent;
  /** 1 for slots that are in the wave already. */
  #inWave = new Uint8Array(64);
  /** The drop that is taken off the maps. */
  #lifted = 0;

  constructor(state: MapState) {
    this.#state = state;
    this.#wave = new BowWave(state);
    this.#extent = new Extent(state);
  }

  /** Returns the water that was taken off the glass [mg]. */
  sweep(world: World, region: SweptRegion): number {
    return sweepGlass(this.#state, this, world, region);
  }

  /** Puts all drops into the wave that the blade or the wave itself touches, and takes them and the trails off the maps. */
  meet(world: World, region: SweptRegion): void {
    this.#gather(world, region);
    this.#lift();
    const fields = this.#state.charts[region.chart];
    for (region.beginImages(0, region.around); region.nextImage(); ) clearRegion(fields, region);
  }

  #gather(world: World, region: SweptRegion): void {
    const { drops } = this.#state;
    const wave = this.#wave;
    if (this.#inWave.length < drops.count) this.#inWave = new Uint8Array(2 * drops.count);
    this.#inWave.fill(0, 0, drops.count);
    wave.clear();
    const depth = region.depth();
    for (let slot = 0; slot < drops.count; slot++) if (this.#isMet(slot, region, depth)) this.#enter(slot);
    if (region.effect === 'take' || wave.count === 0) return;
    // The wave reaches further than the blade, and further still with each drop that it takes up.
    for (let met = 0; met !== wave.count; ) {
      met = wave.count;
      wave.gather(world, region);
      const front = region.round + 2 * wave.largest + this.#moat;
      for (let slot = 0; slot < drops.count; slot++) {
        if (this.#inWave[slot] === 0 && this.#isReached(slot, region, front)) this.#enter(slot);
      }
    }
  }

  /** Does the blade touch a drop? Measures it, as seen from the image of the blade that does. */
  #isMet(slot: number, region: SweptRegion, depth: number): boolean {
    const extent = this.#extent;
    for (extent.beginImages(slot, region, 0); region.nextImage(); ) {
      if (!extent.mayReach(slot, region, depth, region.round)) continue;
      extent.of(slot, region);
      if (!extent.isMetBy(slot, region, depth)) continue;
      region.endImages();
      return true;
    }
    return false;
  }

  /** Does the wave, up to `front` [mm] ahead of the blade, reach a drop? Measures it, as seen from that image of the blade. */
  #isReached(slot: number, region: SweptRegion, front: number): boolean {
    const extent = this.#extent;
    for (extent.beginImages(slot, region, front); region.nextImage(); ) {
      if (!extent.mayReach(slot, region, 0, front)) continue;
      extent.of(slot, region);
      if (!this.#waveReaches(region)) continue;
      region.endImages();
      return true;
    }
    return false;
  }

  /** Does the wave reach the drop measured last? Past its ends the blade pushes no drop: water that the wave sheds there stays. */
  #waveReaches(region: SweptRegion): boolean {
    const { along, half, near, far } = this.#extent;
    if (along < -half || along > region.length + half) return false;
    const front = region.front(along);
    return far > front + TOUCH && this.#wave.reaches(along, half, near - front, this.#moat);
  }

  get #moat(): number {
    return MOAT * this.#state.cellSize;
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
    const { drops, shapes } = this.#state;
    // A blade sweeps several regions in a step: the drops that it left side by side in the last one have not merged yet.
    noteCrowds(this.#state);
    for (let n = 0; n < this.#wave.count; n++) {
      const slot = drops.slotOf(this.#wave.id[n]);
      if (isPushed(drops, slot)) continue;
      shapes.takeOff(slot);
      this.#lifted = slot;
      shapes.forEachImage(slot, 2, this.#clearImage);
      drops.crowded[slot] = 0;
    }
    layTaken(this.#state);
  }

  readonly #clearImage = ({ fields }: Link): void => {
    const { drops } = this.#state;
    const { row0, row1, col0, col1 } = fields.box;
    clearOwn(fields, row0, row1, col0, col1, drops.id[this.#lifted]);
    if (drops.crowded[this.#lifted] !== 0) fields.noteTaken();
  };

  takeMet(): void {
    const { drops } = this.#state;
    for (let n = 0; n < this.#wave.count; n++) this.#wipe(drops.slotOf(this.#wave.id[n]));
  }

  #wipe(slot: number): void {
    this.#state.wiped += this.#state.drops.mass[slot];
    this.#state.drops.remove(slot);
  }

  push(world: World, region: SweptRegion, loose: number): void {
    if (loose > 0) addLoose(this.#state, this.#wave, world, region, loose);
    if (world.layers.on(region.chart).film) leaveFilm(this.#state, this.#wave, world, region);
    if (region.wear) leaveDroplets(this.#state, this.#wave, world, region, LAYING);
    if (this.#wave.count === 0) return;
    this.#wave.gather(world, region);
    this.#wave.form(world, region);
    this.#place(region);
    this.#setDown(world, region);
  }

  /** Puts the wave drops before the blade; a drop that is pushed off the glass is wiped. */
  #place(region: SweptRegion): void {
    const { drops, cellSize, surface, shapes } = this.#state;
    const wave = this.#wave;
    for (let n = 0; n < wave.formed; n++) {
      const slot = drops.slotOf(wave.dropId[n]);
      const along = wave.dropAlong[n];
      const ahead = region.front(along) + drops.radius[slot] + cellSize;
      drops.x[slot] = region.onChart(region.x + along * region.alongX + ahead * region.aheadX);
      drops.y[slot] = region.y + along * region.alongY + ahead * region.aheadY;
      if (!isOnSurface(surface, region.chart, drops.x[slot], drops.y[slot])) {
        this.#wipe(slot);
        wave.dropId[n] = 0;
        continue;
      }
      // Under wave drops that are in no map trails stay: the blade clears them when it gets there.
      if (!shapes.waveFloats) this.#clearUnder(region, slot);
    }
  }

  /** Takes trails off the glass under a wave drop and around it: discs from one end of it to the other. */
  #clearUnder(region: SweptRegion, slot: number): void {
    const { drops, charts } = this.#state;
    const radius = drops.radius[slot];
    const parts = Math.ceil(drops.stretch[slot]);
    for (let n = 0; n <= parts; n++) {
      const along = parts === 0 ? 0 : (n / parts - 0.5) * drops.stretch[slot] * radius;
      const x = drops.x[slot] + along * region.alongX;
      const y = drops.y[slot] + along * region.alongY;
      for (const turn of region.around > 0 ? ROUND : ONCE) {
        clearDisc(charts[region.chart], x + turn * region.around, y, radius + this.#moat);
      }
    }
  }

  /** Lets the wave drops rest there or run on; neighbours become kin, which do not merge until they have been apart. */
  #setDown(world: World, region: SweptRegion): void {
    const { kinship } = this.#state;
    const wave = this.#wave;
    for (let n = 0; n < wave.formed; n++) {
      if (wave.dropId[n] === 0) continue;
      for (let before = n - wave.dropJoined[n]; before < n; before++) {
        if (wave.dropId[before] !== 0) kinship.add(wave.dropId[n], wave.dropId[before]);
      }
      const isShed = wave.dropAlong[n] < 0 || wave.dropAlong[n] > region.length;
      this.#setDownWaveDrop(world, region, this.#state.drops.slotOf(wave.dropId[n]), isShed);
    }
  }

  #setDownWaveDrop(world: World, region: SweptRegion, slot: number, isShed: boolean): void {
    const { drops } = this.#state;
    const slip = drops.vx[slot] * region.alongX + drops.vy[slot] * region.alongY;
    const speed = Math.min(FASTEST_SLIP, Math.max(-FASTEST_SLIP, slip));
    if (holds(this.#state, world, slot)) {
      drops.vx[slot] = 0;
      drops.vy[slot] = 0;
      const still = drops.setMoving(slot, false);
      this.#state.shapes.layWaveDrop(world, still, isShed);
      drops.crowded[still] = drops.laid[still];
      return;
    }
    drops.vx[slot] = speed * region.alongX;
    drops.vy[slot] = speed * region.alongY;
    this.#state.shapes.stampNew(world, drops.setMoving(slot, true), false);
  }
}

/** Where a drop lies as seen from a moving blade: its shape and a rim of one cell around it, along the blade and ahead of it. */
export class Extent {
  /** Place of the drop along the blade, and how far it reaches from there [mm]. */
  along = 0;
  half = 0;
  /** Its nearest and its furthest part ahead of the line through the blade's ends [mm]. */
  near = 0;
  far = 0;

  readonly #state: MapState;

  constructor(state: MapState) {
    this.#state = state;
  }

  /** Begins the images of a region that a drop may meet, `front` [mm] ahead of it at most. */
  beginImages(slot: number, region: SweptRegion, front: number): void {
    const x = this.#state.drops.x[slot];
    const reach = this.#reach(slot) + front;
    region.beginImages(x - reach, x + reach);
  }

  /** May a drop lie between `behind` and `ahead` [mm] of the line through the blade's ends? A quick test before the exact one. */
  mayReach(slot: number, region: SweptRegion, behind: number, ahead: number): boolean {
    const { drops } = this.#state;
    if (drops.chart[slot] !== region.chart) return false;
    const middle = region.ahead(drops.x[slot], drops.y[slot]);
    const reach = this.#reach(slot);
    return middle - reach <= ahead && middle + reach >= -behind;
  }

  #reach(slot: number): number {
    const { drops, cellSize } = this.#state;
    return reachAround(drops.radius[slot], drops.stretch[slot]) + LONGEST_CHAIN * cellSize;
  }

  /** Measures the drop in `slot`. */
  of(slot: number, region: SweptRegion): void {
    const { drops, shapes } = this.#state;
    this.along = region.along(drops.x[slot], drops.y[slot]);
    shapes.measure(slot, region, this);
  }

  /** Does the drop measured last reach into the region? */
  isMetBy(slot: number, region: SweptRegion, depth: number): boolean {
    if (this.near > region.round || this.far < -depth) return false;
    return this.#state.shapes.meets(slot, region, this);
  }
}
