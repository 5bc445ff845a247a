import { headOffset } from '../../core/body-volume.js';
import { STREAM } from '../../core/chance.js';
import { profileOf } from '../../core/profile.js';
import type { World } from '../model.js';
import { shapeStill } from './resting.js';
import type { ParticleState } from './state.js';

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
  const mass = Math.min(world.critical, share * drops.mass[slot]);
  drops.tau[slot] = 0;
  if (!(mass > 0)) return;
  drops.setMass(slot, drops.mass[slot] - mass);
  const residual = drops.add(drops.chart[slot], drops.x[slot], drops.y[slot], mass);
  if (state.caps) leaveBehind(state, slot, residual);
  state.kinship.add(drops.id[residual], id);
  shapeStill(state, world, residual);
}

/** A body leaves its droplet at the end of its tail, and goes on with its middle further ahead: no water jumps. */
function leaveBehind({ drops, surface }: ParticleState, slot: number, residual: number): void {
  const { width, height } = surface.charts[0];
  const { contactAngle, stretch, tail, radius, headingX, headingY, mass, x, y } = drops;
  const back = radius[slot] * (stretch[slot] - headOffset(profileOf(contactAngle[slot]), stretch[slot], tail[slot]));
  const ahead = (back * mass[residual]) / (mass[slot] + mass[residual]);
  const behind = back - ahead;
  const frontX = x[slot] + ahead * headingX[slot];
  const frontY = y[slot] + ahead * headingY[slot];
  const rearX = x[slot] - behind * headingX[slot];
  const rearY = y[slot] - behind * headingY[slot];
  const isOnPane = (px: number, py: number) => px >= 0 && px < width && py >= 0 && py < height;
  if (!isOnPane(frontX, frontY) || !isOnPane(rearX, rearY)) return;
  x[slot] = frontX;
  y[slot] = frontY;
  x[residual] = rearX;
  y[residual] = rearY;
}
