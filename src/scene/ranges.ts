/**
 * Ranges that several options share, or that programs without the parser check too. An option's own range stands in its
 * entry. All are wide enough for anything between a microscope slide and a shop window, and narrow enough to catch a slip of
 * unit or sign.
 */

/** Mass of one drop. The smallest is a nanolitre; the largest is a hemisphere of 13 mm, below the maps' 16 mm. */
export const DROP_MASS = { type: 'number', unit: 'mg', min: 0.001, max: 5000 } as const;
/** Each component of a drop's velocity. */
export const DROP_VELOCITY = { type: 'number', unit: 'mm/s', min: -10_000, max: 10_000 } as const;
/** Most drops in a list. More had better come as rain. */
export const MOST_DROPS = 100_000;

export const SEED = { type: 'number', min: 0, max: 4_294_967_295, integer: true } as const;
/** A side of the surface. */
export const SIDE = { type: 'number', unit: 'mm', min: 0.1, max: 1_000_000 } as const;
export const TILT = { type: 'number', unit: 'rad', min: 0, max: Math.PI / 2 } as const;
/** A direction in the plane, once around either way. */
export const DIRECTION = { type: 'number', unit: 'rad', min: -2 * Math.PI, max: 2 * Math.PI } as const;
/** A direction in the world. */
export const AXIS = { type: 'vector', direction: true, min: -1000, max: 1000 } as const;
export const SHARE = { type: 'number', min: 0, max: 1 } as const;

export const RAIN_RATE = { type: 'number', unit: 'drops/s', min: 0, max: 1_000_000 } as const;
/** Time in a script. */
export const SCRIPT_TIME = { type: 'number', unit: 's', min: 0, max: 1_000_000 } as const;
/** Time after which something comes again; never shorter than the longest step. */
export const PERIOD = { type: 'number', unit: 's', min: 0.1, max: 1_000_000 } as const;
export const WIND_SPEED = { type: 'number', unit: 'mm/s', min: 0, max: 100_000 } as const;
