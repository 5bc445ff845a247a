import { type Chance, STREAM } from '../../core/chance.js';
import type { Drops } from '../../core/drops.js';
import { isOnSurface, type Surface } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';

/** What a blade needs of a model's state. */
export interface SweptState {
  readonly drops: Drops;
  readonly chance: Chance;
  readonly surface: Surface;
  /** Water that was taken off [mg]. */
  wiped: number;
}

/** Drops before a blade: how many, their ids, and where along it they are [mm]. */
export interface Wave {
  readonly count: number;
  readonly id: Uint32Array;
  readonly along: Float64Array;
  clear(): void;
}

/** How a model lays a new droplet that rests, and how far it then reaches [mm]. */
export interface Laying<State> {
  lay(state: State, world: World, slot: number): void;
  radius(state: State, world: World, mass: number): number;
}

/** What a model does with the drops that a blade touches. */
export interface Swept {
  /** Finds them, and clears what else the blade touches. */
  meet(world: World, region: SweptRegion): void;
  /** A cloth takes them with it. */
  takeMet(): void;
  /** The blade pushes them and the water of the layers, `loose` [mg], before it. */
  push(world: World, region: SweptRegion, loose: number): void;
}

/** Sweeps a region of the glass. Returns the water that was taken off it [mg]. */
export function sweepGlass(state: { wiped: number }, swept: Swept, world: World, region: SweptRegion): number {
  const before = state.wiped;
  swept.meet(world, region);
  const loose = world.layers.on(region.chart).take(region);
  if (region.effect === 'take') {
    state.wiped += loose;
    swept.takeMet();
  } else {
    swept.push(world, region, loose);
  }
  return state.wiped - before;
}

/** Masses of the droplets that worn rubber leaves [mg]. */
const DROPLET: readonly [number, number] = [0.01, 0.15];
/** How far behind the blade they are left at least [mm], besides three cells: more than twice a hemisphere's radius. */
const BEHIND = 1;
/** Less water than this [mg] is no drop: it goes with the blade. */
const NOTHING = 1e-6;

/** The film behind the blade is the wave's water: the rubber's lip is wet along its whole length. */
export function leaveFilm(state: SweptState, wave: Wave, world: World, region: SweptRegion): void {
  const { drops } = state;
  let water = 0;
  for (let n = 0; n < wave.count; n++) water += drops.mass[drops.slotOf(wave.id[n])];
  if (water === 0) return;
  const film = world.layers.on(region.chart).leave(region, water);
  if (film === 0) return;
  const share = Math.max(0, 1 - film / water);
  if (water * share < NOTHING) {
    state.wiped += water - film;
    for (let n = 0; n < wave.count; n++) drops.remove(drops.slotOf(wave.id[n]));
    wave.clear();
    return;
  }
  // Wave drops are formed of it next: the shapes of their members are not needed.
  for (let n = 0; n < wave.count; n++) drops.mass[drops.slotOf(wave.id[n])] *= share;
}

/** Worn rubber lets small droplets through. */
export function leaveDroplets<State extends SweptState>(
  state: State,
  wave: Wave,
  world: World,
  region: SweptRegion,
  laying: Laying<State>,
): void {
  const { wear, wiper } = region;
  if (!wear || wave.count === 0) return;
  const { chance } = state;
  for (let spot = 0; spot < wear.at.length; spot++) {
    const id = wiper + 1000 * (spot + 1);
    const lot = 3 * region.part;
    if (chance.uniform(STREAM.wiper, id, world.step, lot) * wear.spacing >= region.way) continue;
    const mass = chance.between(DROPLET[0], DROPLET[1], STREAM.wiper, id, world.step, lot + 1);
    const off = chance.between(-wear.half[spot], wear.half[spot], STREAM.wiper, id, world.step, lot + 2);
    leaveDroplet(state, wave, world, region, laying, { along: wear.at[spot] + off, mass });
  }
}

/** Leaves a droplet of `mass` [mg] behind the blade, at `along` [mm] from its first end, made of the nearest water of the wave. */
function leaveDroplet<State extends SweptState>(
  state: State,
  wave: Wave,
  world: World,
  region: SweptRegion,
  laying: Laying<State>,
  { along, mass }: { along: number; mass: number },
): void {
  const { drops, surface } = state;
  const { cellSize } = surface.charts[region.chart];
  const giver = drops.slotOf(wave.id[nearest(wave, along)]);
  if (drops.mass[giver] <= 2 * mass) return;
  const back = Math.max(BEHIND, 2 * laying.radius(state, world, mass)) + 3 * cellSize;
  const x = region.onChart(region.x + along * region.alongX - back * region.aheadX);
  const y = region.y + along * region.alongY - back * region.aheadY;
  if (!isOnSurface(surface, region.chart, x, y)) return;
  drops.setMass(giver, drops.mass[giver] - mass);
  laying.lay(state, world, drops.add(region.chart, x, y, mass));
}

/** Number of the wave drop nearest to a place along the blade. */
function nearest(wave: Wave, along: number): number {
  let best = 0;
  for (let n = 1; n < wave.count; n++) {
    if (Math.abs(wave.along[n] - along) < Math.abs(wave.along[best] - along)) best = n;
  }
  return best;
}

/** A wave that drops can be added to, with how far they reach along the blade [mm]. */
export interface OpenWave extends Wave {
  add(id: number, along: number, radius: number): void;
}

/** Adds water of the layers [mg] to a wave, at a random place along the blade: over many steps it is spread evenly. */
export function addLoose(
  { drops, chance }: SweptState,
  wave: OpenWave,
  world: World,
  region: SweptRegion,
  loose: number,
): void {
  const lot = 2 * region.part;
  if (wave.count > 0) {
    const n = Math.floor(wave.count * chance.uniform(STREAM.wiper, region.wiper, world.step, lot + 2));
    const slot = drops.slotOf(wave.id[n]);
    drops.setMass(slot, drops.mass[slot] + loose);
    return;
  }
  const along = region.length * chance.uniform(STREAM.wiper, region.wiper, world.step, lot + 3);
  const x = region.onChart(region.x + along * region.alongX);
  const slot = drops.add(region.chart, x, region.y + along * region.alongY, loose);
  wave.add(drops.id[slot], along, drops.radius[slot]);
}
