export { chen2013 } from './chen2013/chen2013.js';
export { chin } from './chin/chin.js';
export { kaneda1996 } from './kaneda1996/kaneda1996.js';
export { RESIDUAL_LAWS, type ResidualLaw, withResidualLaw } from './maps/residuals.js';
export type { ModelDefinition } from './model.js';
export { nakata2012 } from './nakata2012/nakata2012.js';
export type { OptionSpec, OptionTable } from './options.js';
export { rivulet } from './rivulet/rivulet.js';
export { stuppacher2007 } from './stuppacher2007/stuppacher2007.js';
