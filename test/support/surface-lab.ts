/** A model with maps on any surface, alone with gravity: what crosses seams is shown by drops placed by hand. */
import { Chance } from '../../src/core/chance.js';
import type { StateVisitor } from '../../src/core/state-visitor.js';
import { Stopwatch } from '../../src/core/stopwatch.js';
import type { KernelKind } from '../../src/kernels/kernels.js';
import { openKernels } from '../../src/kernels/open-kernels.js';
import { Layers } from '../../src/layers/layers.js';
import type { MapState } from '../../src/models/maps/map-state.js';
import type { Model, World } from '../../src/models/model.js';
import { optionDefaults } from '../../src/models/options.js';
import { MODELS } from '../../src/models/registry.js';
import { StateHasher } from '../../src/simulation/save.js';
import { createSurfacePoint, type Place, type Surface } from '../../src/surface/surface.js';
import { NO_RAIN } from '../../src/weather/rain.js';

export const DT = 0.005;
/** Heaviest drop that stays on an upright face [mg]. */
export const CRITICAL = 4;
const G = 9810;

export interface SurfaceLab {
  readonly model: Model;
  readonly state: MapState;
  readonly surface: Surface;
  add(drop: { chart?: number; x: number; y: number; mass: number; vx?: number; vy?: number }): number;
  steps(count: number): void;
  /** Merges what touches, and nothing else. */
  merge(): void;
  /** Turns the pull; a vector in the surface's own frame. */
  turn(down: readonly number[]): void;
  hash(): string;
}

export interface LabSetup {
  readonly model: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** What pulls in the surface's own frame, over gravity. */
  readonly down: readonly number[];
  readonly kernels?: KernelKind;
  readonly seed?: number;
}

export function surfaceLab(
  surface: Surface,
  { model: name, options = {}, down, kernels = 'reference', seed = 1 }: LabSetup,
): SurfaceLab {
  const definition = MODELS.find((one) => one.name === name);
  if (!definition) throw new Error(name);
  const chance = new Chance(seed);
  const layers = new Layers(surface, { fine: null, fog: null, film: null }, {} as never);
  const model = definition.create({
    surface,
    options: { ...optionDefaults(definition.options), ...options } as never,
    chance,
    kernels: openKernels(kernels),
    layers,
  });
  const { state } = model as unknown as { state: MapState };
  const gravity = new Float64Array(3);
  const point = createSurfacePoint();
  const world = {
    dt: DT,
    step: 0,
    time: 0,
    chance,
    pull(place: Place, out: Float64Array) {
      surface.point(place, point);
      out[0] = point.tangentX.reduce((sum, value, n) => sum + value * gravity[n], 0);
      out[1] = point.tangentY.reduce((sum, value, n) => sum + value * gravity[n], 0);
    },
    limit(place: Place) {
      const out = new Float64Array(2);
      this.pull(place, out);
      return CRITICAL * (G / Math.hypot(out[0], out[1])) ** 1.5;
    },
    hang: () => Number.POSITIVE_INFINITY,
    edgesDrip: false,
    pose: { rotation: Float64Array.of(0, 0, 0, 1), acceleration: new Float64Array(3) },
    weight: gravity,
    turning: new Float64Array(3),
    coating: { advancing: 1.6, receding: 1.2 },
    retention: CRITICAL ** (2 / 3) * G,
    rain: NO_RAIN,
    wind: { speed: 0, gusty: false, shakes: false, testedAll: () => {} },
    layers,
    stopwatch: new Stopwatch(),
  };
  const turn = (direction: readonly number[]) => {
    gravity.set(direction.map((value) => value * G));
    model.worldChanged();
  };
  turn(down);
  return {
    model,
    state,
    surface,
    add: ({ chart = 0, x, y, mass, vx = 0, vy = 0 }) =>
      model.addDrop(world as unknown as World, { chart, x, y, mass, vx, vy }),
    steps(count) {
      for (let n = 0; n < count; n++) {
        model.step(world as unknown as World);
        world.step += 1;
        world.time = world.step * DT;
      }
    },
    merge() {
      (model as unknown as { mergeDrops(world: World): void }).mergeDrops(world as unknown as World);
    },
    turn,
    hash() {
      const hasher = new StateHasher();
      model.visit(hasher as StateVisitor);
      return hasher.finish();
    },
  };
}
