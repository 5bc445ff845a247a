import type { World } from '../model.js';
import { HAIR } from '../shared/on-layers.js';
import type { Fields } from './fields.js';
import type { MapState } from './map-state.js';
import { holds } from './motion.js';

/**
 * A drop has a shape that is in no map yet, and takes up what lies under it: new and still ones, merged ones, still ones
 * on their way to another shape. If that makes a still one too heavy, it lets go in the next step.
 */
export function coverLayers(state: MapState, world: World, slot: number): void {
  const { drops } = state;
  if (world.layers.on(drops.chart[slot]).isEmpty) return;
  const gain = state.shapes.clearUnder(world, slot);
  if (gain === 0) return;
  const held = holds(state, world, slot);
  drops.setMass(slot, drops.mass[slot] + gain);
  if (held && gain > HAIR * drops.mass[slot] && !holds(state, world, slot)) state.restless = true;
}

/** Which cells of a row have water in them, of those in `columns` from `first` to before `end`: a bit each. */
export function coveredCells(fields: Fields, row: number, columns: Int32Array, first: number, end: number): number {
  const { f32 } = fields.chart.heap;
  const still = fields.chart.still + row * fields.grid.stride;
  const trail = fields.chart.trail + row * fields.grid.stride;
  let covered = 0;
  for (let n = first; n < end; n++) {
    const col = columns[n];
    if (f32[still + col] > 0 || f32[trail + col] > 0) covered |= 1 << (n - first);
  }
  return covered;
}
