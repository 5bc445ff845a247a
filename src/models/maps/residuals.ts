import { STREAM } from '../../core/chance.js';
import type { Place } from '../../surface/surface.js';
import type { ModelDefinition, ModelSetup, World } from '../model.js';
import type { OptionSpec } from '../options.js';
import type { MapState } from './map-state.js';
import { heaviestAtRest } from './motion.js';
import { shapeStill } from './resting.js';

/**
 * The probability that a running drop leaves a residual droplet in this step: `tau` [s] since the last one, the step
 * `dt` [s], and the options `residualPeriod` [s] and `residualRate`.
 */
export type ResidualLaw = (tau: number, dt: number, period: number, rate: number) => number;

/**
 * Chen 2013, eq. 1: rises with the time since the last droplet. With β = 3 the mean interval is 0.738 τmax, not τmax as
 * the paper derives, and 22 % of the intervals are longer than τmax (spec 1.3).
 */
export const rampLaw: ResidualLaw = (tau, dt, period, rate) =>
  Math.min(1, rate * (dt / period) * Math.min(1, tau / period));

/** The same probability in every step: intervals are geometric with mean period/rate. */
export const constantLaw: ResidualLaw = (_tau, dt, period, rate) => Math.min(1, (rate * dt) / period);

export const RESIDUAL_LAWS: Readonly<Record<string, ResidualLaw>> = { ramp: rampLaw, constant: constantLaw };

/** Mass of the smallest residual droplet [mg], the lightest drop that a scene may have: a sixth of a usual cell in radius. */
const LEAST = 0.001;

/** Most drops on the surface, one a cell: it bounds their number where all drops run and leave droplets. */
function mostDrops({ charts }: MapState): number {
  let cells = 0;
  for (const { grid } of charts) cells += grid.rows * grid.columns;
  return cells;
}

/** Where the next droplet goes. */
const PLACE: Place = { chart: 0, x: 0, y: 0 };

/**
 * Chen's Algorithm 1 for one running drop: with the law's probability it leaves a still droplet of min(m_static, αm)
 * where it is; else its τ grows. The droplet and its parent may not merge until they are apart.
 */
export function leaveResidual(state: MapState, world: World, slot: number): void {
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
  if (mass < LEAST || drops.count >= mostDrops(state) || !state.shapes.placeResidual(slot, mass, PLACE)) return;
  drops.setMass(slot, drops.mass[slot] - mass);
  const residual = drops.add(PLACE.chart, PLACE.x, PLACE.y, mass);
  state.kinship.add(drops.id[residual], id);
  shapeStill(state, world, residual, true);
}

/** The definition of a model with maps: it can be made with further laws for its residual droplets. */
export interface MapModelDefinition extends ModelDefinition {
  createWith(setup: ModelSetup, laws: Readonly<Record<string, ResidualLaw>>): ReturnType<ModelDefinition['create']>;
}

/** The same model with one more choice for its option `residualLaw`; give it to `simulationFactory`. */
export function withResidualLaw(model: MapModelDefinition, name: string, law: ResidualLaw): MapModelDefinition {
  const spec = model.options.residualLaw as Extract<OptionSpec, { type: 'choice' }>;
  const options = { ...model.options, residualLaw: { ...spec, choices: [...spec.choices, name] } };
  const createWith: MapModelDefinition['createWith'] = (setup, laws) =>
    model.createWith(setup, { ...laws, [name]: law });
  return { ...model, options, createWith, create: (setup) => createWith(setup, RESIDUAL_LAWS) };
}
