import type { World } from '../model.js';
import { chooseDirection, regionsAhead } from './direction.js';
import type { MapState } from './map-state.js';
import { nextSpeed, type Pull, pullOn } from './motion.js';
import { comeToRest } from './resting.js';

const PULL: Pull = { x: 0, y: 1, force: 0 };
const HEADING = new Float64Array(2);

/**
 * Lets the drop in `slot` run for a step, in `substeps` parts: pull, speed, direction, place, and the water it leaves in the
 * trail map on the way. False if it came to rest or left the chart; another drop has its slot then.
 */
export function runDrop(state: MapState, world: World, slot: number): boolean {
  const { drops, options, shapes } = state;
  const dt = world.dt / options.substeps;
  for (let part = 0; part < options.substeps; part++) {
    pullOn(state, world, slot, PULL);
    const speed = nextSpeed(state, world, slot, PULL, dt);
    if (speed === 0) {
      comeToRest(state, world, slot);
      return false;
    }
    const pieces = choicesOn(state, slot, speed * dt);
    for (let piece = 0; piece < pieces; piece++) {
      chooseDirection(state, world, slot, PULL, part + options.substeps * piece, HEADING);
      drops.vx[slot] = speed * HEADING[0];
      drops.vy[slot] = speed * HEADING[1];
      shapes.move(world, slot, dt / pieces, world.step * options.substeps + part, (speed * dt) / pieces);
      if (state.isOnChart(slot)) continue;
      state.drained += drops.mass[slot];
      drops.remove(slot);
      return false;
    }
  }
  return true;
}

/** Choices of direction in one part of a step. A drop so fast that it needs more crosses any pane in a few steps. */
const MOST_CHOICES = 64;

/** How often a drop chooses its direction on a way of this length [mm]: a fast one would run past the trail it heads for. */
function choicesOn(state: MapState, slot: number, way: number): number {
  if (state.options.chooses === 'part') return 1;
  const ahead = regionsAhead(state, slot) * state.fields.grid.cellSize;
  return Math.min(MOST_CHOICES, Math.ceil(way / ahead));
}
