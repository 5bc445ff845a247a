/** A water texture on its own, with a pull and maps that a test sets, so that every number of the law is known. */
import { Chance } from '../../src/core/chance.js';
import { createPose } from '../../src/core/pose.js';
import { Stopwatch } from '../../src/core/stopwatch.js';
import { type KernelChoice, openKernels } from '../../src/kernels/open-kernels.js';
import { Layers } from '../../src/layers/layers.js';
import type { Model, World } from '../../src/models/model.js';
import { optionDefaults } from '../../src/models/options.js';
import { STUPPACHER_OPTIONS, type StuppacherOptions } from '../../src/models/stuppacher2007/options.js';
import { stuppacher2007 } from '../../src/models/stuppacher2007/stuppacher2007.js';
import type { WaterMemory } from '../../src/models/stuppacher2007/water-charts.js';
import { Pane } from '../../src/surface/pane.js';
import type { Place, Surface } from '../../src/surface/surface.js';
import { NO_RAIN } from '../../src/weather/rain.js';

export const G = 9810;
export const QUANTUM = 2 ** -16;
const KINDS = { fine: null, fog: null, film: null } as never;

type Pull = (place: Place) => readonly [x: number, y: number];

export interface Lab {
  readonly model: Model;
  readonly memory: WaterMemory;
  readonly chance: Chance;
  /** Changes what pulls; of length `G` it is upright glass. */
  pull(pull: Pull): void;
  /** One water step. */
  step(count?: number): void;
  /** Water of a texel [mm]. */
  at(row: number, col: number, chart?: number): number;
  /** Puts water on a texel [mm]. */
  put(row: number, col: number, height: number, chart?: number): void;
  /** All heights of a chart. */
  heights(chart?: number): number[][];
  /** Sum of all heights [mm]. */
  total(): number;
  /** Centre of mass on chart 0, in texels. */
  middle(): [row: number, col: number];
}

/** A texture on any surface; by default 64 × 64 texels of 0.5 mm, upright, without noise. */
export function lab(
  options: Partial<StuppacherOptions> = {},
  surface: Surface = new Pane({ width: 32, height: 32 }),
  kernels: KernelChoice = 'auto',
): Lab {
  const chance = new Chance(1);
  const layers = new Layers(surface, { fine: null, fog: null, film: null }, KINDS);
  const all = { ...optionDefaults(STUPPACHER_OPTIONS), noise: 1, ...options };
  const model = stuppacher2007.create({ surface, options: all, chance, kernels: openKernels(kernels), layers });
  const { memory } = model as unknown as { memory: WaterMemory };
  let pulls: Pull = () => [0, G];
  let steps = 0;
  const world = {
    dt: 1 / 60,
    chance,
    layers,
    rain: NO_RAIN,
    stopwatch: new Stopwatch(),
    coating: { advancing: 0.9, receding: 0.3 },
    pose: createPose(),
    weight: Float64Array.of(0, -G, 0),
    edgesDrip: false,
    hang: () => Number.POSITIVE_INFINITY,
    pull(place: Place, out: Float64Array) {
      out.set(pulls(place));
    },
  };
  const heights = (chart = 0): number[][] => {
    const { grid } = memory.charts[chart];
    return Array.from({ length: grid.rows }, (_, row) =>
      Array.from({ length: grid.columns }, (_, col) => memory.charts[chart].heightAt(row, col)),
    );
  };
  return {
    model,
    memory,
    chance,
    pull(pull) {
      pulls = pull;
      model.worldChanged();
    },
    step(count = 1) {
      for (let n = 0; n < count; n++, steps++) {
        model.step({ ...world, step: steps, time: steps / 60 } as unknown as World);
      }
    },
    at: (row, col, chart = 0) => memory.charts[chart].heightAt(row, col),
    put(row, col, height, chart = 0) {
      memory.charts[chart].add(row, col, height);
    },
    heights,
    total: () =>
      memory.charts.reduce(
        (sum, _, chart) =>
          sum +
          heights(chart)
            .flat()
            .reduce((a, b) => a + b, 0),
        0,
      ),
    middle() {
      let [sum, rows, cols] = [0, 0, 0];
      for (const [row, line] of heights().entries()) {
        for (const [col, height] of line.entries()) {
          sum += height;
          rows += height * row;
          cols += height * col;
        }
      }
      return [rows / sum, cols / sum];
    },
  };
}
