import type { ModelDefinition } from '../model.js';
import { DrawnFrame } from './drawn-frame.js';
import { Nakata2012, nakata2012Maker } from './nakata2012-maker.js';
import { NAKATA_OPTIONS } from './options.js';

export const nakata2012: ModelDefinition = {
  ...nakata2012Maker,
  title: 'Nakata, Kakimoto & Nishita 2012: drops alone on a water-repellent windshield',
  options: NAKATA_OPTIONS,
  // The paper's own windshield is curved: that waits for surfaces with a curve.
  supports: ({ kind }) => kind === 'pane' || `runs on flat panes only, so far; this is a ${kind}`,
  create: (setup) => new Nakata2012(setup, DrawnFrame),
};
