/** Refractive index of water (spec 0.6). That of glass never matters here: its faces are parallel. */
export const WATER_INDEX = 1.333;

/** Reflectance of water in air at normal incidence: ((n − 1)/(n + 1))² = 0.0204. */
export const WATER_F0 = ((WATER_INDEX - 1) / (WATER_INDEX + 1)) * ((WATER_INDEX - 1) / (WATER_INDEX + 1));
