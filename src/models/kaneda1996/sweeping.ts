/**
 * What a blade does to the water of cells (wiper, finger, cloth): droplets that it touches go before it, into the cell ahead,
 * or into the cloth. Water that is pushed over the edge is wiped off.
 */
import { STREAM } from '../../core/chance.js';
import { isOnSurface, type Place } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import { type Swept, sweepGlass } from '../shared/bow-water.js';
import { type KanedaState, quantiseMass } from './droplets.js';

/** Fastest that water slides along a blade [mm/s]. */
const FASTEST_SLIP = 100;
/** How far before the blade a pushed droplet stands, besides half a cell [mm]: it is not swept twice. */
const CLEAR = 1e-6;
/** Masses of the droplets that worn rubber leaves [mg], and how far behind the blade, besides two cells [mm]. */
const DROPLET: readonly [number, number] = [0.01, 0.15];
const BEHIND = 1;

/** Pours water into a cell, with a velocity there. */
type Pour = (world: World, cell: number, mass: number, vx: number, vy: number) => void;

const PLACE: Place = { chart: 0, x: 0, y: 0 };

export class Sweeping implements Swept {
  readonly #state: KanedaState;
  readonly #pour: Pour;
  /** Cells whose droplets the blade touches. */
  #cells = new Uint32Array(64);
  #count = 0;

  constructor(state: KanedaState, pour: Pour) {
    this.#state = state;
    this.#pour = pour;
  }

  /** Returns the water that it took off the glass [mg]. */
  sweep(world: World, region: SweptRegion): number {
    return sweepGlass(this.#state, this, world, region);
  }

  takeMet(): void {
    const state = this.#state;
    for (let n = 0; n < this.#count; n++) state.wiped += state.take(this.#cells[n]);
  }

  push(world: World, region: SweptRegion, loose: number): void {
    const state = this.#state;
    const layers = world.layers.on(region.chart);
    let water = loose;
    for (let n = 0; n < this.#count; n++) water += state.drops.mass[state.slotIn(this.#cells[n])];
    const film = layers.film ? layers.leave(region, water) : 0;
    const share = water > 0 ? 1 - film / water : 0;
    // First all give their share to the film: a droplet may be pushed into one that is pushed after it.
    for (let n = 0; n < this.#count; n++) state.drops.mass[state.slotIn(this.#cells[n])] *= share;
    for (let n = 0; n < this.#count; n++) this.#pushCell(world, region, this.#cells[n]);
    if (loose > 0) this.#addLoose(world, region, loose * share);
    if (region.wear) this.#leaveDroplets(world, region);
  }

  /** Lists the cells whose droplets the blade touches, in the order of the cells. */
  meet(_world: World, region: SweptRegion): void {
    const { drops } = this.#state;
    const depth = region.depth();
    this.#count = 0;
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.chart[slot] !== region.chart) continue;
      if (Number.isNaN(this.#alongOf(slot, region, depth))) continue;
      if (this.#count === this.#cells.length) {
        const cells = new Uint32Array(2 * this.#count);
        cells.set(this.#cells);
        this.#cells = cells;
      }
      this.#cells[this.#count++] = this.#state.cellOfSlot(slot);
    }
    this.#cells.subarray(0, this.#count).sort();
  }

  /** Where along the blade a droplet is that it touches [mm]; NaN if it does not. */
  #alongOf(slot: number, region: SweptRegion, depth: number): number {
    const { drops } = this.#state;
    const [x, y, radius] = [drops.x[slot], drops.y[slot], drops.radius[slot]];
    for (region.beginImages(x - radius, x + radius); region.nextImage(); ) {
      // A quick look before the exact one.
      const ahead = region.ahead(x, y);
      if (ahead - radius > region.round || ahead + radius < -depth || region.distance(x, y) > radius) continue;
      const along = region.along(x, y);
      region.endImages();
      return along;
    }
    return Number.NaN;
  }

  /** Brings the water of a droplet before the blade; off the glass it is wiped. */
  #pushCell(world: World, region: SweptRegion, cell: number): void {
    const { drops } = this.#state;
    const slot = this.#state.slotIn(cell);
    const met = this.#alongOf(slot, region, region.depth());
    // Water that was pushed into it may have moved it out of reach.
    const along = Number.isNaN(met) ? region.along(drops.x[slot], drops.y[slot]) : met;
    const slip = drops.vx[slot] * region.alongX + drops.vy[slot] * region.alongY;
    const radius = drops.radius[slot];
    const mass = this.#state.take(cell);
    if (mass > 0) this.#pourAhead(world, region, along, mass, slip, radius);
  }

  #pourAhead(world: World, region: SweptRegion, along: number, mass: number, slip: number, radius: number): void {
    const state = this.#state;
    const { cellSize } = state.surface.charts[region.chart];
    // The middle of the cell that takes it is up to 0.71 cells from here, and must lie ahead.
    const ahead = region.front(along) + radius + 0.75 * cellSize + CLEAR;
    PLACE.chart = region.chart;
    PLACE.x = region.onChart(region.x + along * region.alongX + ahead * region.aheadX);
    PLACE.y = region.y + along * region.alongY + ahead * region.aheadY;
    if (!isOnSurface(state.surface, region.chart, PLACE.x, PLACE.y)) {
      state.wiped += mass;
      return;
    }
    const speed = Math.min(FASTEST_SLIP, Math.max(-FASTEST_SLIP, slip));
    this.#pour(world, state.graph.cellAt(PLACE), mass, speed * region.alongX, speed * region.alongY);
  }

  /** Water out of the layers goes before the blade somewhere along it, which over many steps is everywhere. */
  #addLoose(world: World, region: SweptRegion, water: number): void {
    if (!(water > 0)) return;
    const lot = this.#state.chance.uniform(STREAM.wiper, region.wiper, world.step, 2 * region.part + 3);
    this.#pourAhead(world, region, region.length * lot, water, 0, 0);
  }

  /** Worn rubber lets small droplets through, of the water nearest before it. */
  #leaveDroplets(world: World, region: SweptRegion): void {
    const { wear } = region;
    const { chance, drops, surface, graph } = this.#state;
    if (!wear || this.#count === 0) return;
    const { cellSize } = surface.charts[region.chart];
    for (let spot = 0; spot < wear.at.length; spot++) {
      const id = region.wiper + 1000 * (spot + 1);
      const lot = 3 * region.part;
      if (chance.uniform(STREAM.wiper, id, world.step, lot) * wear.spacing >= region.way) continue;
      const mass = quantiseMass(chance.between(DROPLET[0], DROPLET[1], STREAM.wiper, id, world.step, lot + 1));
      const off = chance.between(-wear.half[spot], wear.half[spot], STREAM.wiper, id, world.step, lot + 2);
      const along = wear.at[spot] + off;
      const giver = this.#nearestAhead(region, along);
      if (giver < 0 || drops.mass[giver] <= 2 * mass) continue;
      const back = BEHIND + 2 * cellSize;
      PLACE.chart = region.chart;
      PLACE.x = region.onChart(region.x + along * region.alongX - back * region.aheadX);
      PLACE.y = region.y + along * region.alongY - back * region.aheadY;
      if (!isOnSurface(surface, region.chart, PLACE.x, PLACE.y)) continue;
      drops.mass[giver] -= mass;
      this.#state.takeShape(giver);
      this.#pour(world, graph.cellAt(PLACE), mass, 0, 0);
    }
  }

  /** Slot of the droplet before the blade that is nearest to a place along it, or −1. */
  #nearestAhead(region: SweptRegion, along: number): number {
    const { surface, graph, occupant, drops } = this.#state;
    const { cellSize } = surface.charts[region.chart];
    for (let n = 1; n <= 8; n++) {
      PLACE.chart = region.chart;
      PLACE.x = region.onChart(region.x + along * region.alongX + n * cellSize * region.aheadX);
      PLACE.y = region.y + along * region.alongY + n * cellSize * region.aheadY;
      if (!isOnSurface(surface, region.chart, PLACE.x, PLACE.y)) return -1;
      const id = occupant[graph.cellAt(PLACE)];
      if (id !== 0) return drops.slotOf(id);
    }
    return -1;
  }
}
