import { hemisphereRadius } from '../../core/body.js';
import { ALL_SCENES, MAPS } from '../../core/build-flags.js';
import { isOnSurface } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import {
  addLoose,
  type Laying,
  leaveDroplets,
  leaveFilm,
  type OpenWave,
  type Swept,
  sweepGlass,
} from '../shared/bow-water.js';
import { settle } from './resting.js';
import { headAhead, isTapered, reachAround, rearBehind } from './shape.js';
import type { NakataState } from './state.js';

/** Fastest that water slides along a blade [mm/s]. */
const FASTEST_SLIP = 100;
/** A pushed drop stands at least this far before the blade [mm], so that it is not swept twice. */
const CLEAR = 1e-6;

const LAYING: Laying<NakataState> = { lay: settle, radius: (_state, _world, mass) => hemisphereRadius(mass, 1) };

/**
 * What a blade (wiper, finger, cloth) does to drops: a cloth takes up the drops that it touches, the others push them
 * ahead. Pushed drops that touch each other merge as they do anywhere.
 */
export class Sweeping implements OpenWave, Swept {
  readonly #state: NakataState;
  /** The drops that are pushed, and where along the blade. */
  id = new Uint32Array(64);
  along = new Float64Array(64);
  count = 0;

  constructor(state: NakataState) {
    this.#state = state;
  }

  /** Returns the water that it took off the glass [mg]. */
  sweep(world: World, region: SweptRegion): number {
    return sweepGlass(this.#state, this, world, region);
  }

  takeMet(): void {
    for (let n = 0; n < this.count; n++) this.#wipe(this.#state.drops.slotOf(this.id[n]));
  }

  push(world: World, region: SweptRegion, loose: number): void {
    const state = this.#state;
    if (loose > 0) addLoose(state, this, world, region, loose);
    if (MAPS && world.layers.on(region.chart).film) leaveFilm(state, this, world, region);
    if (ALL_SCENES && region.wear) leaveDroplets(state, this, world, region, LAYING);
    for (let n = 0; n < this.count; n++) this.#pushDrop(world, region, n);
  }

  add(id: number, along: number): void {
    if (this.count === this.id.length) {
      const ids = new Uint32Array(2 * this.count);
      const places = new Float64Array(2 * this.count);
      ids.set(this.id);
      places.set(this.along);
      this.id = ids;
      this.along = places;
    }
    this.id[this.count] = id;
    this.along[this.count++] = along;
  }

  clear(): void {
    this.count = 0;
  }

  /** Lists the drops that the blade touches. */
  meet(_world: World, region: SweptRegion): void {
    const { drops } = this.#state;
    const depth = region.depth();
    this.clear();
    for (let slot = 0; slot < drops.count; slot++) {
      const x = drops.x[slot];
      const y = drops.y[slot];
      const reach = reachAround(drops, slot);
      for (region.beginImages(x - reach, x + reach); region.nextImage(); ) {
        // A quick look before the exact one.
        const ahead = region.ahead(x, y);
        if (ahead - reach > region.round || ahead + reach < -depth || !this.#isMet(slot, region)) continue;
        this.add(drops.id[slot], region.along(x, y));
        region.endImages();
        break;
      }
    }
  }

  /** Discs along a drop's axis from its rear to its head, no more than a radius of the head from each to the next. */
  #isMet(slot: number, region: SweptRegion): boolean {
    const { drops } = this.#state;
    const head = headAhead(drops, slot);
    const rear = rearBehind(drops, slot);
    const radius = drops.radius[slot];
    const thin = isTapered(drops, slot) ? radius * (1 - drops.tail[slot]) : 0;
    const parts = Math.ceil((head + rear) / radius);
    for (let n = 0; n <= parts; n++) {
      const off = parts === 0 ? 0 : head * (n / parts) - rear * (1 - n / parts);
      const x = drops.x[slot] + off * drops.headingX[slot];
      const y = drops.y[slot] + off * drops.headingY[slot];
      if (region.distance(x, y) <= radius - (parts === 0 ? 0 : thin * (1 - n / parts))) return true;
    }
    return false;
  }

  /** Puts a drop before the blade, where it rests or runs along it. A drop that is pushed off the glass is wiped. */
  #pushDrop(world: World, region: SweptRegion, n: number): void {
    const state = this.#state;
    const { drops } = state;
    const slot = drops.slotOf(this.id[n]);
    const along = this.along[n];
    const slip = drops.vx[slot] * region.alongX + drops.vy[slot] * region.alongY;
    const speed = Math.min(FASTEST_SLIP, Math.max(-FASTEST_SLIP, slip));
    const ahead = region.front(along) + hemisphereRadius(drops.mass[slot], 1) + CLEAR;
    drops.x[slot] = region.onChart(region.x + along * region.alongX + ahead * region.aheadX);
    drops.y[slot] = region.y + along * region.alongY + ahead * region.aheadY;
    drops.vx[slot] = speed * region.alongX;
    drops.vy[slot] = speed * region.alongY;
    if (isOnSurface(state.surface, drops.chart[slot], drops.x[slot], drops.y[slot])) settle(state, world, slot);
    else this.#wipe(slot);
  }

  #wipe(slot: number): void {
    this.#state.wiped += this.#state.drops.mass[slot];
    this.#state.drops.remove(slot);
  }
}
