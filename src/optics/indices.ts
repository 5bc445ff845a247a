/** Refractive indices (spec 0.6). */
export const WATER_INDEX = 1.333;
export const GLASS_INDEX = 1.52;

/** Reflectance of water in air at normal incidence: ((n − 1)/(n + 1))² = 0.0204. */
export const WATER_F0 = ((WATER_INDEX - 1) / (WATER_INDEX + 1)) * ((WATER_INDEX - 1) / (WATER_INDEX + 1));
