import { chen2013 } from './chen2013/chen2013.js';
import { chin } from './chin/chin.js';
import { kaneda1996 } from './kaneda1996/kaneda1996.js';
import type { ModelDefinition } from './model.js';
import { nakata2012 } from './nakata2012/nakata2012.js';
import { rivulet } from './rivulet/rivulet.js';
import { stuppacher2007 } from './stuppacher2007/stuppacher2007.js';

/** Every model there is; tests that hold for all models go through this list. */
export const MODELS: readonly ModelDefinition[] = [rivulet, chen2013, chin, nakata2012, kaneda1996, stuppacher2007];
