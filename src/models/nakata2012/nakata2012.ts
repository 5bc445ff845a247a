import type { ModelDefinition } from '../model.js';
import { DrawnFrame } from '../shared/drawn-frame.js';
import { Nakata2012, nakata2012Maker } from './nakata2012-maker.js';
import { NAKATA_OPTIONS } from './options.js';

export const nakata2012: ModelDefinition = {
  ...nakata2012Maker,
  title: 'Nakata, Kakimoto & Nishita 2012: drops alone on a water-repellent windshield',
  options: NAKATA_OPTIONS,
  supports: ({ kind, charts }) =>
    (charts.length === 1 && charts.every(({ isFlat }) => isFlat)) ||
    `needs one flat chart, which a ${kind} does not have. Take a pane or a cylinder, or the model rivulet`,
  create: (setup) => new Nakata2012(setup, DrawnFrame),
};
