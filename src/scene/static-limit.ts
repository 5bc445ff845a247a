/** What follows from a scene's coating: the largest drop that stays, and with it the masses of the rain. */
import { cbrt, sin } from '../core/math.js';
import { GRAVITY } from '../core/units.js';
import { criticalMass } from '../surface/coating.js';
import type { SceneCoating } from './coating.js';
import type { MassRange, UniformRain } from './rain.js';
import type { Scene } from './scene.js';

/** Small drops begin at this share of the static limit, as 0.25 of 2 mg in the paper's scenes (spec 1.6b). */
const SMALLEST_SHARE = 1 / 8;
/** Large drops end at this multiple of the static limit (CHEN-O11). */
const LARGEST_SHARE = 2;

/** What holds drops: the coating, and the gravity in which its static limit is given. */
type Coated = Pick<Scene, 'coating' | 'gravity'>;
/** What the static limit depends on. */
type Held = Coated & Pick<Scene, 'surface' | 'pose' | 'motion'>;

/** Largest mass that stays at rest on glass of this tilt [mg]; Infinity where nothing pulls. */
export function staticLimit(scene: Coated, tilt: number): number {
  return limitUnder(scene, scene.gravity * sin(tilt));
}

/** Does a surface stand by a rotation? A pane does only if the scene gives one: else it stands by tilt and turn. */
export function standsByPose({ surface, pose, motion }: Pick<Scene, 'surface' | 'pose' | 'motion'>): boolean {
  if (surface.kind !== 'pane' || pose !== null) return true;
  if (motion === null) return false;
  return motion.spin !== null || motion.keys.some((key) => key.pose !== null || key.acceleration !== null);
}

/**
 * Largest mass that stays at rest under a pull along the glass of this size [mm/s²], in mg. What holds a drop grows as ∛m
 * and what pulls it as m (spec 6.3), so the limit goes with the pull to the power of −3/2. A limit that is given is that
 * of an upright pane in the scene's gravity.
 */
export function limitUnder({ coating, gravity }: Coated, pull: number): number {
  const { advancing, receding, critical } = coating;
  if (critical === null) return criticalMass(advancing, receding, pull);
  const ratio = upright(gravity) / pull;
  return pull > 0 ? critical * ratio * Math.sqrt(ratio) : Number.POSITIVE_INFINITY;
}

/** What pulls along an upright pane [mm/s²]. In a scene without gravity the standard one counts. */
function upright(gravity: number): number {
  return gravity || GRAVITY;
}

/** The static limit where the surface is pulled hardest [mg]: as it stands, or as its motion may take it. */
export function leastLimit(scene: Held): number {
  const { surface, motion } = scene;
  if (!motion && surface.kind === 'pane' && !standsByPose(scene)) return staticLimit(scene, surface.tilt);
  let extra = 0;
  for (const { ax, ay, forward, acceleration } of motion?.keys ?? []) {
    const [x, y, z] = acceleration ?? [0, 0, 0];
    const carried = Math.sqrt(x * x + y * y + z * z);
    extra = Math.max(extra, Math.abs(ax ?? 0) + Math.abs(ay ?? 0) + Math.abs(forward ?? 0) + carried);
  }
  return limitUnder(scene, scene.gravity + extra);
}

/**
 * What holds a drop of 1 mg on this coating [mg·mm/s²]; one of mass m is held by ∛m times that, since hysteresis holds
 * along the rim (spec 6.3: F_ret = (π/2) γ a Ω). Without hysteresis it is 0.
 */
export function retentionOf(scene: Coated): number {
  const pull = scene.coating.critical === null ? GRAVITY : upright(scene.gravity);
  const limit = limitUnder(scene, pull);
  return limit && (limit * pull) / cbrt(limit);
}

/** The masses of the rain, and their mean [mg]. */
export interface RainMasses {
  readonly small: MassRange;
  readonly large: MassRange;
  readonly mean: number;
}

/**
 * The masses of uniform rain [mg]: as given, or from the static limit of the coating on an upright pane under standard
 * gravity. Not as the scene is tilted and pulled: rain does not depend on that, and a level pane holds drops of any size.
 */
export function rainMasses(
  coating: SceneCoating,
  rain: Pick<UniformRain, 'small' | 'large' | 'largeShare'>,
): RainMasses {
  const limit = limitUnder({ coating, gravity: GRAVITY }, GRAVITY);
  const small = rain.small ?? [limit * SMALLEST_SHARE, limit];
  const large = rain.large ?? [limit, limit * LARGEST_SHARE];
  const share = rain.largeShare;
  const mean = ((1 - share) * (small[0] + small[1]) + share * (large[0] + large[1])) / 2;
  return { small, large, mean };
}
