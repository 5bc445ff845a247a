import { atan, cos, sin } from '../core/math.js';
import { capVolumeFactor } from '../core/profile.js';
import { SURFACE_TENSION, WATER_DENSITY } from '../core/units.js';

/** How water meets the surface. */
export interface Coating {
  /** Contact angle at which a drop's rim moves on [rad]. */
  readonly advancing: number;
  /** Contact angle at which it draws back [rad]. */
  readonly receding: number;
}

/**
 * The heaviest drop [mg] that contact-angle hysteresis holds against a pull of `tangentialGravity` [mm/s²] (spec 6.3):
 * F_ret = (π/2) γ a Ω with Ω = cos θ_R − cos θ_A, the drop a cap of the mean angle. Infinity where nothing pulls.
 */
export function criticalMass(advancing: number, receding: number, tangentialGravity: number): number {
  if (tangentialGravity <= 0) return Number.POSITIVE_INFINITY;
  const omega = cos(receding) - cos(advancing);
  const factor = capVolumeFactor((advancing + receding) / 2);
  const baseSquared = (Math.PI * SURFACE_TENSION * omega) / (2 * WATER_DENSITY * tangentialGravity * factor);
  return WATER_DENSITY * factor * baseSquared * Math.sqrt(baseSquared);
}

/** From here on a slope is no good measure of an angle any more [rad]: 85°. */
const STEEP = (85 * Math.PI) / 180;
/** A drop leans no more than this, so that some water is left behind its middle where the receding angle is 0. */
const MOST_SAG = 0.95;

/** The shape of a drop that a coating holds. */
export interface RestingShape {
  /** Contact angle of a drop that nothing pulls [rad]. */
  readonly angle: number;
  /** How far a drop leans that is about to let go; see `sag` in core/body.ts. */
  readonly sag: number;
}

/**
 * The angle and the greatest sag of drops between both contact angles [rad]: a drop about to let go has the advancing
 * angle below and the receding one above, so tan θ is the mean of the two tangents and the sag half their difference
 * over it. Beyond 85° slopes go astray: there tangents stay what they are at 85°, what is above counts as angle, and the
 * sag is at least Ω/2. Continuous in both angles.
 */
export function restingShape(advancing: number, receding: number): RestingShape {
  const ahead = slopeOf(advancing);
  const behind = slopeOf(receding);
  const beyond = Math.max(0, advancing - STEEP) + Math.max(0, receding - STEEP);
  const angle = atan((ahead + behind) / 2) + beyond / 2;
  const omega = cos(receding) - cos(advancing);
  const steep = Math.max((ahead - behind) / (ahead + behind), beyond > 0 ? omega / 2 : 0);
  return { angle, sag: Math.min(MOST_SAG, steep) };
}

function slopeOf(angle: number): number {
  const bounded = Math.min(angle, STEEP);
  return sin(bounded) / cos(bounded);
}
