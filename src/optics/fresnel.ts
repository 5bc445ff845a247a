import { WATER_F0 } from './indices.js';

/**
 * Share of unpolarised light that an even border reflects: F = ½(r_s² + r_p²), exact. `cosine` of the angle of incidence,
 * 0 to 1; `eta` = index here over index beyond. 1 under total reflection. What is not reflected passes: T = 1 − F.
 */
export function fresnel(cosine: number, eta: number): number {
  const sin2 = eta * eta * (1 - cosine * cosine);
  if (sin2 >= 1) return 1;
  const beyond = Math.sqrt(1 - sin2);
  const s = (eta * cosine - beyond) / (eta * cosine + beyond);
  const p = (cosine - eta * beyond) / (cosine + eta * beyond);
  return 0.5 * (s * s + p * p);
}

/**
 * Schlick's stand-in for light that falls from air onto water, F₀ + (1 − F₀)(1 − cos)⁵: at most 0.059 off, near grazing
 * (spec 0.6). For light on its way out of the water give the cosine in the air.
 */
export function schlick(cosine: number): number {
  const a = 1 - cosine;
  return WATER_F0 + (1 - WATER_F0) * (a * a * a * a * a);
}
