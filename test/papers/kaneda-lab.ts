/** Kaneda's model in a world of the test's own, to look at single droplets. */
import { Chance } from '../../src/core/chance.js';
import { createPose } from '../../src/core/pose.js';
import { Stopwatch } from '../../src/core/stopwatch.js';
import { LAYER_KINDS } from '../../src/layers/all-layers.js';
import { Layers } from '../../src/layers/layers.js';
import type { KanedaState } from '../../src/models/kaneda1996/droplets.js';
import { Kaneda1996 } from '../../src/models/kaneda1996/kaneda1996.js';
import { KANEDA_OPTIONS, type KanedaOptions } from '../../src/models/kaneda1996/options.js';
import type { World } from '../../src/models/model.js';
import { optionDefaults } from '../../src/models/options.js';
import { criticalMass } from '../../src/surface/coating.js';
import type { Surface } from '../../src/surface/surface.js';
import { NO_RAIN } from '../../src/weather/rain.js';
import { SteadyWind } from '../../src/weather/steady-wind.js';

/** Gravity [mm/s²]. */
export const G = 9810;
/** Window glass. */
export const COATING = { advancing: (50 * Math.PI) / 180, receding: (20 * Math.PI) / 180 };

/** The model with its state to look at. */
export class OpenKaneda extends Kaneda1996 {
  get inner(): KanedaState {
    return this.state;
  }
}

type TestWorld = { -readonly [Key in keyof World]: World[Key] };

export interface Bench {
  readonly model: OpenKaneda;
  readonly world: TestWorld;
  /** Takes so many steps. */
  run(steps: number): void;
}

/** A model on a surface. A pane is pulled by (ax, ay) [mm/s²]; any other surface stands as it is made. */
export function bench(surface: Surface, options: Partial<KanedaOptions> = {}, [ax, ay] = [0, G], seed = 1): Bench {
  const chance = new Chance(seed);
  const layers = new Layers(surface, { fine: null, fog: null, film: null }, LAYER_KINDS);
  const upright = criticalMass(COATING.advancing, COATING.receding, G);
  const world: TestWorld = {
    dt: 1 / 30,
    step: 0,
    time: 0,
    chance,
    pull(_place, out) {
      out[0] = ax;
      out[1] = ay;
    },
    limit: () => upright,
    hang: () => Number.POSITIVE_INFINITY,
    edgesDrip: false,
    pose: createPose(),
    weight: Float64Array.of(0, -G, 0),
    turning: new Float64Array(3),
    coating: COATING,
    retention: (upright * G) / Math.cbrt(upright),
    rain: NO_RAIN,
    wind: new SteadyWind({}, { charts: surface.charts, tilt: 0, turn: 0 }),
    layers,
    stopwatch: new Stopwatch(),
  };
  const setup = { surface, options: { ...optionDefaults(KANEDA_OPTIONS), ...options }, chance, layers };
  const model = new OpenKaneda({ ...setup, kernels: () => fail('no kernels') });
  return {
    model,
    world,
    run(steps) {
      for (let n = 0; n < steps; n++) {
        model.step(world);
        world.step += 1;
        world.time = world.step * world.dt;
      }
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}
