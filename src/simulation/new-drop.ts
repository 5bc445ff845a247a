import { checkNumber, refuse } from '../core/errors.js';
import type { Model, World } from '../models/model.js';
import { DROP_MASS, DROP_VELOCITY } from '../scene/limits.js';
import type { SurfaceInfo } from './simulation.js';

/** A drop to put on the pane. */
export interface NewDrop {
  /** Place on the chart [mm]. */
  readonly x: number;
  readonly y: number;
  /** [mg], 0.001 to 5000. */
  readonly mass: number;
  /** Velocity [mm/s], −10000 to 10000. Default 0. */
  readonly vx?: number;
  readonly vy?: number;
  /** Which chart. Default 0, the only one a pane has. */
  readonly chart?: number;
}

/** Checks a drop, puts it on the model's glass and returns its id. */
export function addNewDrop(model: Model, world: World, drop: NewDrop, { width, height }: SurfaceInfo): number {
  if (typeof drop !== 'object' || drop === null) refuse('drop', 'an object with x, y [mm] and mass [mg]', drop);
  const { x, y, mass, vx = 0, vy = 0, chart = 0 } = drop;
  checkNumber(chart, { min: 0, max: 0, integer: true }, 'drop.chart');
  checkNumber(x, { min: 0, max: width, unit: 'mm' }, 'drop.x');
  checkNumber(y, { min: 0, max: height, unit: 'mm' }, 'drop.y');
  checkNumber(mass, DROP_MASS, 'drop.mass');
  checkNumber(vx, DROP_VELOCITY, 'drop.vx');
  checkNumber(vy, DROP_VELOCITY, 'drop.vy');
  return model.addDrop(world, chart, x, y, mass, vx, vy);
}
