export { chen2013 } from './chen2013/chen2013.js';
export { chin } from './chin/chin.js';
export { MAP_OPTION_MEANINGS } from './maps/option-meanings.js';
export { RESIDUAL_LAWS, type ResidualLaw, withResidualLaw } from './maps/residuals.js';
export type { ModelDefinition } from './model.js';
export { nakata2012 } from './nakata2012/nakata2012.js';
export { NAKATA_OPTION_MEANINGS } from './nakata2012/option-meanings.js';
export type { OptionSpec, OptionTable } from './options.js';
export { rivulet } from './rivulet/rivulet.js';
