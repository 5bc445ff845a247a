/** A drop of a scene, wherever one may stand. */
import { checkNumber } from '../core/errors.js';
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { DROP_MASS, DROP_VELOCITY } from './ranges.js';
import type { Glass } from './surface.js';

/** A drop needs a place and a mass; it is at rest unless it has a velocity. */
export const DROP = {
  /** Position of its centre, on the surface. */
  x: { type: 'coordinate' },
  /** Position of its centre, on the surface; grows with rows. */
  y: { type: 'coordinate' },
  /** Its mass. */
  mass: DROP_MASS,
  /** Velocity along the glass, across. */
  vx: { ...DROP_VELOCITY, default: 0 },
  /** Velocity along the glass, down. */
  vy: { ...DROP_VELOCITY, default: 0 },
} as const satisfies OptionTable;

/** A drop with every option filled in. */
export type SceneDrop = OptionsOf<typeof DROP>;

export type SceneDropInput = OptionsInput<typeof DROP>;

/** Throws unless a place lies on the glass; `paths` name its x and y. */
export function checkPlace(
  [x, y]: readonly [number, number],
  { width, height }: Glass,
  paths: readonly [string, string],
): void {
  checkNumber(x, { min: 0, max: width, unit: 'mm' }, paths[0], placeRemedy(x));
  checkNumber(y, { min: 0, max: height, unit: 'mm' }, paths[1], placeRemedy(y));
}

function placeRemedy(value: number): string {
  return Number.isFinite(value) ? 'That is outside the pane.' : '';
}
