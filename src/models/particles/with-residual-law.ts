import type { ModelDefinition, ModelSetup } from '../model.js';
import type { OptionSpec } from '../options.js';
import { RESIDUAL_LAWS, type ResidualLaw } from './residual-laws.js';

/** A particle model's definition: it can be made with further laws for its residual droplets. */
export interface ParticleDefinition extends ModelDefinition {
  createWith(setup: ModelSetup, laws: Readonly<Record<string, ResidualLaw>>): ReturnType<ModelDefinition['create']>;
}

/** The same model with one more choice for its option `residualLaw`; give it to `simulationFactory`. */
export function withResidualLaw(model: ParticleDefinition, name: string, law: ResidualLaw): ParticleDefinition {
  const spec = model.options.residualLaw as Extract<OptionSpec, { type: 'choice' }>;
  const options = { ...model.options, residualLaw: { ...spec, choices: [...spec.choices, name] } };
  const createWith: ParticleDefinition['createWith'] = (setup, laws) =>
    model.createWith(setup, { ...laws, [name]: law });
  return { ...model, options, createWith, create: (setup) => createWith(setup, RESIDUAL_LAWS) };
}
