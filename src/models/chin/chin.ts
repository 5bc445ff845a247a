import { Hemispheres } from '../maps/hemispheres.js';
import { MapModel, supportsFlatCharts } from '../maps/map-model.js';
import { MapState } from '../maps/map-state.js';
import { type MapOptions, PAPER_OPTIONS } from '../maps/options.js';
import { leaveResidual, type MapModelDefinition, RESIDUAL_LAWS, type ResidualLaw } from '../maps/residuals.js';
import { runDrop } from '../maps/running.js';
import type { ModelSetup, World } from '../model.js';
import { type OptionValues, withDefaults } from '../options.js';

/**
 * Chin, "Animating raindrops on a surface": Chen's method with sub-steps, spaced hemispheres, an ID map that grows with
 * the water, and merging right after the drops have moved.
 */
class Chin extends MapModel {
  constructor(setup: ModelSetup, laws: Readonly<Record<string, ResidualLaw>>) {
    const options = setup.options as unknown as MapOptions;
    super(setup, new MapState(setup, options, laws, (state) => new Hemispheres(state)));
  }

  /** One time step, in the order of Fig. 1. */
  step(world: World): void {
    const { state } = this;
    const { drops, options } = state;

    // Generate drops.
    this.arrive(world);

    // Every running drop: a residual droplet before the move, then speed, direction and place in `substeps` parts (CHIN-9),
    // with a hemisphere every 1.5 cells of the way (CHIN-8).
    for (let slot = drops.movingCount - 1; slot >= 0; slot--) {
      if (options.residuals) leaveResidual(state, world, slot);
      runDrop(state, world, slot);
    }
    world.stopwatch.lap('drops');

    // Merge drops that touch (CHIN-15 to CHIN-18).
    this.mergeDrops(world);

    // Place still drops, smooth, erode; nothing is spared.
    this.operate(world, false);
  }

  configure(options: OptionValues): void {
    this.setOptions(options as unknown as MapOptions);
  }
}

export const chin: MapModelDefinition = {
  name: 'chin',
  title: 'Chin: Chen’s method with sub-steps, a growing ID map and flood-fill merging',
  options: withDefaults(PAPER_OPTIONS, {
    substeps: 4,
    residualPeriod: 0.1,
    path: 'spaced',
    adjacency: '4',
    relabel: 'flood',
    deadTrails: 'take',
    chooses: 'region',
    meanderWhen: 'straight',
    affinity: 'normal',
    affinityTie: 0,
    lobes: 1,
  }),
  supports: supportsFlatCharts,
  create: (setup) => new Chin(setup, RESIDUAL_LAWS),
  createWith: (setup, laws) => new Chin(setup, laws),
};
