/** What follows from a scene's coating: the largest drop that stays, and with it the masses of the rain. */
import { sin } from '../core/math.js';
import { GRAVITY } from '../core/units.js';
import { criticalMass } from '../surface/coating.js';
import type { MassRange, Scene, SceneCoating, UniformRain } from './scene.js';

/** Small drops begin at this share of the static limit, as 0.25 of 2 mg in the paper's scenes (spec 1.6b). */
const SMALLEST_SHARE = 1 / 8;
/** Large drops end at this multiple of the static limit (CHEN-O11). */
const LARGEST_SHARE = 2;

/** What the static limit depends on. */
type Held = Pick<Scene, 'coating' | 'gravity' | 'surface'>;

/** Largest mass that stays at rest on the scene's surface as it is tilted [mg]; Infinity where nothing pulls. */
export function staticLimit({ coating, gravity, surface }: Held): number {
  return coating.critical ?? criticalMass(coating.advancing, coating.receding, gravity * sin(surface.tilt));
}

/** The masses of the rain, and their mean [mg]. */
export interface RainMasses {
  readonly small: MassRange;
  readonly large: MassRange;
  readonly mean: number;
}

/**
 * The masses of uniform rain [mg]: as given, or from the static limit of the coating on an upright pane under standard
 * gravity. Not as the scene is tilted and pulled: a cloud does not know of that, and a level pane holds drops of any size.
 */
export function rainMasses(
  coating: SceneCoating,
  rain: Pick<UniformRain, 'small' | 'large' | 'largeShare'>,
): RainMasses {
  const limit = coating.critical ?? criticalMass(coating.advancing, coating.receding, GRAVITY);
  const small = rain.small ?? [limit * SMALLEST_SHARE, limit];
  const large = rain.large ?? [limit, limit * LARGEST_SHARE];
  const share = rain.largeShare;
  const mean = ((1 - share) * (small[0] + small[1]) + share * (large[0] + large[1])) / 2;
  return { small, large, mean };
}
