import { cos, sin } from '../core/math.js';
import { SURFACE_TENSION, WATER_DENSITY } from '../core/units.js';

/** Volume of a spherical cap over its base radius cubed (spec 6.3, f(θ)); θ in rad, above 0 and below π. */
export function capVolumeFactor(angle: number): number {
  const c = cos(angle);
  const s = sin(angle);
  return (Math.PI * (2 - 3 * c + c * c * c)) / (3 * s * s * s);
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
