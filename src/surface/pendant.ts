import { SURFACE_TENSION, WATER_DENSITY } from '../core/units.js';

/**
 * Volume of the largest drop that hangs from a level ceiling, in cubes of the capillary length √(γ/ρg), for contact angles of
 * 0°, 10°, … 180°: the greatest volume of all axisymmetric solutions of Young and Laplace's equation that meet the ceiling at
 * that angle with at most one inflection. Such drops, of given volume and contact angle, are problem B of Wente 1980 (Pacific J.
 * Math. 88, 421–470). The numbers are our own; test/surface/pendant.test.ts integrates the equation again.
 */
const VOLUMES = [
  18.964, 18.258, 16.607, 14.499, 12.244, 10.041, 8.0094, 6.2096, 4.6774, 3.4112, 2.4004, 1.6165, 1.0273, 0.6009,
  0.3124, 0.1341, 0.0402, 0.0051, 0,
] as const;

/** Angle between two entries of the table [rad]. */
const APART = Math.PI / (VOLUMES.length - 1);

/**
 * The heaviest drop [mg] that hangs where gravity pulls it off the surface with `away` [mm/s²], on a coating of this receding
 * angle [rad]: a hanging drop that grows draws its rim in before it comes off. Infinity where nothing pulls it away.
 */
export function pendantMass(receding: number, away: number): number {
  if (!(away > 0)) return Number.POSITIVE_INFINITY;
  const at = Math.min(receding / APART, VOLUMES.length - 2);
  const n = Math.floor(at);
  const volume = VOLUMES[n] + (at - n) * (VOLUMES[n + 1] - VOLUMES[n]);
  const square = SURFACE_TENSION / (WATER_DENSITY * away);
  return WATER_DENSITY * volume * square * Math.sqrt(square);
}
