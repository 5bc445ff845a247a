/**
 * What the numbers of a scene may be. Wide enough for anything between a microscope slide and a shop window, narrow
 * enough that a slip of unit or sign is caught at the door.
 */
import type { NumberRange } from '../core/errors.js';

/** [rad]; own constants, since the text "1deg" and these must give the same bits. */
const DEGREE_1 = Math.PI / 180;
const DEGREE_179 = (179 * Math.PI) / 180;

/** Mass of one drop [mg]. The smallest is a nanolitre; the largest is a hemisphere of 13 mm, below the maps' 16 mm. */
export const DROP_MASS: NumberRange = { min: 0.001, max: 5000, unit: 'mg' };
/** Each component of a drop's velocity [mm/s]. */
export const DROP_VELOCITY: NumberRange = { min: -10_000, max: 10_000, unit: 'mm/s' };
/** Drops a scene may start with. More would better come as rain. */
export const MOST_DROPS = 100_000;

export const SEED: NumberRange = { min: 0, max: 4_294_967_295, integer: true };
export const STEP: NumberRange = { min: 1e-4, max: 0.1, unit: 's' };
export const GRAVITY_RANGE: NumberRange = { min: 0, max: 100_000, unit: 'mm/s²' };

export const SIDE: NumberRange = { min: 0.1, max: 1_000_000, unit: 'mm' };
export const CELL_SIZE: NumberRange = { min: 0.01, max: 10, unit: 'mm' };
export const TILT: NumberRange = { min: 0, max: Math.PI / 2, unit: 'rad' };
/** A direction in the plane, once around either way [rad]. */
export const DIRECTION: NumberRange = { min: -2 * Math.PI, max: 2 * Math.PI, unit: 'rad' };

/** A cap flatter than 1° or rounder than 179° has no usable shape. */
export const ADVANCING: NumberRange = { min: DEGREE_1, max: DEGREE_179, unit: 'rad' };
export const RECEDING: NumberRange = { min: 0, max: DEGREE_179, unit: 'rad' };

export const RAIN_RATE: NumberRange = { min: 0, max: 1_000_000, unit: 'drops/s' };
export const SHARE: NumberRange = { min: 0, max: 1 };
export const RAIN_MAX: NumberRange = { min: 0, max: 1_000_000, unit: 'drops', integer: true };

/** Depth of rain on level ground [mm/s]; a cloudburst of 1000 mm/h at most. */
export const RAIN_DEPTH: NumberRange = { min: 0, max: 1000 / 3600, unit: 'mm/s' };
/** Level speed of rain drops; towards the front of the pane it is above 0. */
export const RAIN_DRIFT: NumberRange = { min: -100_000, max: 100_000, unit: 'mm/s' };
/** Diameter of the smallest rain drop that is one. A round drop of 0.125 mm weighs just over the least mass. */
export const RAIN_SMALLEST: NumberRange = { min: 0.125, max: 4, unit: 'mm' };
export const DRIP_PLACES: NumberRange = { min: 0, max: 1000, unit: 'places', integer: true };
/** Rains that fall at once. */
export const MOST_RAINS = 8;

/** Time in a script [s]. */
export const SCRIPT_TIME: NumberRange = { min: 0, max: 1_000_000, unit: 's' };
/** After what time something comes again [s]; never shorter than the longest step. */
export const PERIOD: NumberRange = { min: 0.1, max: 1_000_000, unit: 's' };
/** Slope of a moving pane [rad]; it may turn over. */
export const MOTION_TILT: NumberRange = { min: -Math.PI, max: Math.PI, unit: 'rad' };
export const ACCELERATION: NumberRange = { min: -100_000, max: 100_000, unit: 'mm/s²' };
export const MOST_KEYS = 10_000;

export const WIND_SPEED: NumberRange = { min: 0, max: 100_000, unit: 'mm/s' };
export const BOUNDARY_LAYER: NumberRange = { min: 0.01, max: 1000, unit: 'mm' };
export const WIND_EXPONENT: NumberRange = { min: 0, max: 2 };

export const TITLE_LENGTH = 80;
export const ABOUT_LENGTH = 1000;

/** Cells of a layer: from as fine as anybody looks to as coarse as is still a picture. */
export const LAYER_CELL_SIZE: NumberRange = { min: 0.05, max: 10, unit: 'mm' };
/** Time constants of layers; slower than an hour is never. */
export const LAYER_TIME: NumberRange = { min: 0.1, max: 3600, unit: 's' };
export const FINE_DENSITY: NumberRange = { min: 0, max: 100, unit: '/mm²' };
export const FINE_LARGEST: NumberRange = { min: 0.05, max: 2, unit: 'mm' };
/** 0.1 to 200 mm/h. */
export const FINE_RAIN: NumberRange = { min: 0.1 / 3600, max: 200 / 3600, unit: 'mm/s' };
export const FOG_MASS: NumberRange = { min: 0, max: 0.1, unit: 'mg/mm²' };
export const FILM_THICKNESS: NumberRange = { min: 1e-4, max: 0.1, unit: 'mm' };
export const FILM_EVAPORATION: NumberRange = { min: 0, max: 1, unit: 'mm/s' };
