import { STREAM } from '../../core/chance.js';
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
  state.kinship.add(drops.id[residual], id);
  shapeStill(state, world, residual);
}
