import { Hemispheres } from '../maps/hemispheres.js';
import { MapModel, supportsFlatCharts } from '../maps/map-model.js';
import { MapState } from '../maps/map-state.js';
import { type MapOptions, PAPER_OPTIONS } from '../maps/options.js';
import { leaveResidual, type MapModelDefinition, RESIDUAL_LAWS, type ResidualLaw } from '../maps/residuals.js';
import { runDrop } from '../maps/running.js';
import type { ModelSetup, World } from '../model.js';
import { type OptionValues, withDefaults } from '../options.js';

/**
 * Chen, Chen & Wong, "A heuristic approach to the simulation of water drops and flows on glass panes", 2013. A drop is a
 * particle, its water a picture in a height map; drops merge where their regions in the ID map meet.
 */
class Chen2013 extends MapModel {
  constructor(setup: ModelSetup, laws: Readonly<Record<string, ResidualLaw>>) {
    const options = setup.options as unknown as MapOptions;
    super(setup, new MapState(setup, options, laws, (state) => new Hemispheres(state)));
  }

  /** One time step, in the order of Fig. 4. */
  step(world: World): void {
    const { state } = this;
    const { drops, options } = state;

    // New drops arrive at random places (CHEN-4); still drops that are too heavy now let go (CHEN-5).
    this.arrive(world);

    // Every running drop: forces and speed (CHEN-6), direction (CHEN-7), its hemisphere in the height map (CHEN-9) along the
    // whole way (CHEN-13), then perhaps a residual droplet (CHEN-8). From the last slot to the first: a drop that fills a
    // gap has run already.
    for (let slot = drops.movingCount - 1; slot >= 0; slot--) {
      const runs = runDrop(state, world, slot);
      if (runs && options.residuals) leaveResidual(state, world, slot);
    }
    world.stopwatch.lap('drops');

    // Smoothing (CHEN-10) and erosion, which spares residual droplets (CHEN-11).
    this.operate(world, true);

    // Drops whose regions in the ID map meet become one (CHEN-14, CHEN-15).
    this.mergeDrops(world);
  }

  configure(options: OptionValues): void {
    this.setOptions(options as unknown as MapOptions);
  }
}

export const chen2013: MapModelDefinition = {
  name: 'chen2013',
  title: 'Chen, Chen & Wong 2013: particles, height map and ID map',
  options: withDefaults(PAPER_OPTIONS, { mergeGain: 1.1 }),
  supports: supportsFlatCharts,
  create: (setup) => new Chen2013(setup, RESIDUAL_LAWS),
  createWith: (setup, laws) => new Chen2013(setup, laws),
};
