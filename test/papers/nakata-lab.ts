/** Bare panes for single drops of Nakata's model, and what the paper's closed forms say of them. */
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';

export type Options = Readonly<Record<string, string | number | boolean>>;

/** A slope without rain, with the Hashimoto preset's hysteresis (spec 5.3) and no viscosity unless the options say so. */
export function slope(degrees: number, options: Options = {}, changes: SceneInput = {}): Simulation {
  const scene: SceneInput = {
    step: 1 / 240,
    model: { name: 'nakata2012', omega: 0.2574, viscosity: 0, ...options },
    surface: { width: 300, height: 300, tilt: `${degrees}deg` },
    rain: { kind: 'none' },
  };
  return createSimulation(scene, changes);
}

/** Base radius of a hemisphere of so much water [mm]. */
export function radiusOf(mass: number): number {
  return Math.cbrt((3 * mass) / (2 * Math.PI));
}

/** Acceleration down the slope in the first step [m/s²]; + is down. */
export function firstAcceleration(mass: number, vehicle: number, degrees = 35, options: Options = {}): number {
  const simulation = slope(degrees, options, { wind: { vehicle } });
  simulation.addDrop({ x: 150, y: 150, mass });
  simulation.step();
  return simulation.drops.vy[0] / simulation.scene.step / 1000;
}

/** Lets `count` steps pass. */
export function steps(simulation: Simulation, count: number): void {
  for (let n = 0; n < count; n++) simulation.step();
}

/** Distance of two drops' rims [mm], both taken as round. */
export function gapBetween({ drops }: Simulation, a: number, b: number): number {
  return Math.hypot(drops.x[a] - drops.x[b], drops.y[a] - drops.y[b]) - drops.radius[a] - drops.radius[b];
}
