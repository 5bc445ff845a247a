import type { Drops } from '../../core/drops.js';
import type { World } from '../model.js';
import { watchStill } from './motion.js';
import { coverLayers } from './on-layers.js';
import type { ParticleState } from './state.js';

/**
 * Lays a still drop that has its shape: it takes up what lies under it first, which makes it a little larger, and the
 * wind is told what it could bear as it lies there.
 */
export function layStill(state: ParticleState, world: World, slot: number): void {
  coverLayers(state, world, slot);
  state.lay(slot);
  watchStill(state, world, slot);
}

/** Is a still drop in no map? An edge pushes it, and has it laid when it leaves it (`setDown`). */
export function isPushed({ moving, laid }: Drops, slot: number): boolean {
  return moving[slot] === 0 && laid[slot] === 0;
}
