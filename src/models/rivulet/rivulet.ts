import { MapModel, supportsFlatCharts } from '../maps/map-model.js';
import { MapState } from '../maps/map-state.js';
import { leaveResidual, type MapModelDefinition, RESIDUAL_LAWS, type ResidualLaw } from '../maps/residuals.js';
import { runDrop } from '../maps/running.js';
import type { ModelSetup, World } from '../model.js';
import type { OptionValues } from '../options.js';
import { Bodies } from './bodies.js';
import { RIVULET_OPTIONS, type RivuletOptions, rivuletOptions } from './options.js';

/**
 * The engine's own model: Chen's drops and maps, with real shapes. A drop is a body with the coating's contact angles that
 * leans, stretches, follows the glass and merges without a jump; its trail becomes thin behind it.
 */
class Rivulet extends MapModel<RivuletOptions> {
  readonly #bodies: Bodies;

  constructor(setup: ModelSetup, laws: Readonly<Record<string, ResidualLaw>>) {
    const options = rivuletOptions(setup.options);
    const state = new MapState(setup, options, laws, (made) => new Bodies(made));
    super(setup, state);
    this.#bodies = state.shapes as Bodies;
    this.#setContact();
  }

  /** One time step. */
  step(world: World): void {
    const { state } = this;
    const { drops, options } = state;

    // New drops arrive; still drops that the coating no longer holds let go.
    this.arrive(world);

    // Every running drop: pull of gravity and wind, speed, direction, place. Its body follows the motion, its head leaves a
    // trail, and now and then it leaves a droplet behind its tail.
    for (let slot = drops.movingCount - 1; slot >= 0; slot--) {
      const runs = runDrop(state, world, slot);
      if (runs && options.residuals) leaveResidual(state, world, slot);
    }

    // The shapes of still drops relax towards their goals, and are laid again.
    this.#bodies.relaxing.step(world);
    world.stopwatch.lap('drops');

    // Trails become thinner, are smoothed and narrowed.
    this.#bodies.trails.drain(world);
    this.operate(world, false);

    // Bodies that touch become one, and relax from the shape they had together.
    this.mergeDrops(world);
  }

  configure(options: OptionValues): void {
    this.setOptions(rivuletOptions(options));
    this.#setContact();
  }

  #setContact(): void {
    for (const fields of this.state.charts) fields.touches = this.state.options.contact === 'trails';
  }
}

export const rivulet: MapModelDefinition = {
  name: 'rivulet',
  title: 'Rivulet: drops with real shapes on Chen’s maps',
  options: RIVULET_OPTIONS,
  supports: supportsFlatCharts,
  create: (setup) => new Rivulet(setup, RESIDUAL_LAWS),
  createWith: (setup, laws) => new Rivulet(setup, laws),
};
