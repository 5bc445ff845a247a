import { BODY } from '../../core/body.js';
import { writeBody } from '../../core/drop-body.js';
import { lobeOffsets, MAX_LOBES } from '../../core/shape.js';
import { BodyArea } from '../../layers/body-area.js';
import type { World } from '../model.js';
import { HAIR } from '../shared/on-layers.js';
import type { Fields } from './fields.js';
import { holds } from './motion.js';
import type { ParticleState } from './state.js';

/** How drops meet the layers: what they take up, and what they leave. */

const OFFSETS = new Float64Array(2 * MAX_LOBES);
const UNDER = new BodyArea();

/**
 * A running drop takes the fine drops and the fog that it ran over in the last `time` [s] and those under it, and leaves its
 * film. A body meets them with its head: what it draws behind it lies where its head has been, and what it lay on when it
 * began to run it met then (`sweepBody`).
 */
export function sweepWay(state: ParticleState, { layers }: World, slot: number, time: number): void {
  if (layers.isEmpty) return;
  const { drops, fields, caps } = state;
  if (caps) writeBody(drops, slot, fields.body);
  const x = caps ? fields.body[BODY.x] : drops.x[slot];
  const y = caps ? fields.body[BODY.y] : drops.y[slot];
  const mass = drops.mass[slot];
  const x0 = x - drops.vx[slot] * time;
  const y0 = y - drops.vy[slot] * time;
  const gain = layers.passed(x0, y0, x, y, drops.radius[slot], mass);
  if (gain !== 0) drops.setMass(slot, mass + gain);
}

/** A body begins to run, or runs on from drops that became one: it lies on glass that no head has run over. */
export function sweepBody({ drops, fields }: ParticleState, { layers }: World, slot: number): void {
  if (layers.isEmpty) return;
  writeBody(drops, slot, fields.body);
  const mass = drops.mass[slot];
  const gain = layers.exchange(UNDER.set(fields.body), mass);
  if (gain !== 0) drops.setMass(slot, mass + gain);
}

/**
 * A drop has a shape that is in no map yet, and takes up what lies under it: new and still ones, merged ones, still ones
 * on their way to another shape. If that makes a still one too heavy, it lets go in the next step.
 */
export function coverLayers(state: ParticleState, world: World, slot: number): void {
  const { drops, caps } = state;
  if (world.layers.isEmpty) return;
  const gain = caps ? underBody(state, world, slot) : underChain(state, world, slot);
  if (gain === 0) return;
  const held = holds(state, world, slot);
  drops.setMass(slot, drops.mass[slot] + gain);
  if (held && gain > HAIR * drops.mass[slot] && !holds(state, world, slot)) state.restless = true;
}

function underBody({ drops, fields }: ParticleState, { layers }: World, slot: number): number {
  writeBody(drops, slot, fields.body);
  return layers.clear(UNDER.set(fields.body), 0, 0);
}

function underChain({ drops, fields }: ParticleState, { layers }: World, slot: number): number {
  const lobes = lobeOffsets(drops.lobes[slot], fields.grid.cellSize, OFFSETS);
  let gain = 0;
  for (let lobe = 0; lobe < lobes; lobe++) {
    const x = drops.x[slot] + OFFSETS[2 * lobe];
    const y = drops.y[slot] + OFFSETS[2 * lobe + 1];
    gain += layers.landed(x, y, drops.radius[slot]);
  }
  return gain;
}

/** Which cells of a row have water in them, of those in `columns` from `first` to before `end`: a bit each. */
export function coveredCells(fields: Fields, row: number, columns: Int32Array, first: number, end: number): number {
  const { f32 } = fields.memory.heap;
  const still = fields.memory.still + row * fields.grid.stride;
  const trail = fields.memory.trail + row * fields.grid.stride;
  let covered = 0;
  for (let n = first; n < end; n++) {
    const col = columns[n];
    if (f32[still + col] > 0 || f32[trail + col] > 0) covered |= 1 << (n - first);
  }
  return covered;
}
