import { STREAM } from '../../core/chance.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import type { SweptState, Wave } from './left-behind.js';

/** A wave that drops can be added to, with how far they reach along the edge [mm]. */
export interface OpenWave extends Wave {
  add(id: number, along: number, radius: number): void;
}

/** Water out of the layers [mg] joins a wave: somewhere along the edge, which over many steps is everywhere. */
export function addLoose(
  { drops, chance }: SweptState,
  wave: OpenWave,
  world: World,
  region: SweptRegion,
  loose: number,
): void {
  const lot = 2 * region.part;
  if (wave.count > 0) {
    const n = Math.floor(wave.count * chance.uniform(STREAM.wiper, region.who, world.step, lot + 2));
    const slot = drops.slotOf(wave.id[n]);
    drops.setMass(slot, drops.mass[slot] + loose);
    return;
  }
  const along = region.length * chance.uniform(STREAM.wiper, region.who, world.step, lot + 3);
  const slot = drops.add(region.chart, region.x + along * region.alongX, region.y + along * region.alongY, loose);
  wave.add(drops.id[slot], along, drops.radius[slot]);
}
