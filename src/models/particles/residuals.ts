import { headOffset } from '../../core/body-volume.js';
import { STREAM } from '../../core/chance.js';
import { capRadius, profileOf } from '../../core/profile.js';
import type { World } from '../model.js';
import { heaviestAtRest } from './motion.js';
import { arrivalAngle } from './relaxing.js';
import { shapeStill } from './resting.js';
import type { ParticleState } from './state.js';

/** Less than this [mg] is no droplet: the lightest that a scene may have, a sixth of a usual cell in radius. */
const LEAST = 0.001;

/** With as many drops as cells none has a cell of its own: where all run and all leave droplets, their number has an end. */
function mostDrops({ fields }: ParticleState): number {
  return fields.grid.rows * fields.grid.columns;
}

/**
 * Chen's Algorithm 1 for one running drop: with the law's probability it leaves a still droplet of min(m_static, αm)
 * where it is; else its τ grows. The droplet and its parent may not merge until they are apart.
 */
export function leaveResidual(state: ParticleState, world: World, slot: number): void {
  const { drops, chance, options } = state;
  const id = drops.id[slot];
  const law = state.residualLaws[options.residualLaw];
  const probability = law(drops.tau[slot], world.dt, options.residualPeriod, options.residualRate);
  if (chance.uniform(STREAM.residual, id, world.step, 0) >= probability) {
    drops.tau[slot] += world.dt;
    return;
  }
  const { residualShareMin, residualShareMax } = options;
  const share = chance.between(residualShareMin, residualShareMax, STREAM.residual, id, world.step, 1);
  const mass = Math.min(heaviestAtRest(state, world, slot), share * drops.mass[slot]);
  drops.tau[slot] = 0;
  if (mass < LEAST || drops.count >= mostDrops(state) || !findPlace(state, slot, mass)) return;
  drops.setMass(slot, drops.mass[slot] - mass);
  const residual = drops.add(drops.chart[slot], PLACE.x, PLACE.y, mass);
  state.kinship.add(drops.id[residual], id);
  shapeStill(state, world, residual, true);
}

/** Gap between a body and the droplet it leaves, in cells: they are apart from the start. */
const GAP = 1.5;

/** Where the droplet goes, written by `findPlace`. */
const PLACE = { x: 0, y: 0 };

/**
 * Hemispheres leave their droplet where they are. A body leaves it in its trail, just clear of its tail: at the middle of a
 * drop that stops soon, both would lie in each other for ever. Is there room for it on the pane?
 */
function findPlace(state: ParticleState, slot: number, mass: number): boolean {
  const { drops, surface } = state;
  PLACE.x = drops.x[slot];
  PLACE.y = drops.y[slot];
  if (!state.caps) return true;
  const { width, height, cellSize } = surface.charts[0];
  const profile = profileOf(drops.contactAngle[slot]);
  const stretch = drops.stretch[slot];
  const tail = stretch > 0 ? drops.tail[slot] : 1;
  const own = capRadius(mass, arrivalAngle(state, profile.angle));
  const ahead = headOffset(profile, stretch, tail, drops.waist[slot]);
  const back = drops.radius[slot] * (stretch + tail - ahead) + own + GAP * cellSize;
  PLACE.x -= back * drops.headingX[slot];
  PLACE.y -= back * drops.headingY[slot];
  return PLACE.x >= 0 && PLACE.x < width && PLACE.y >= 0 && PLACE.y < height;
}
