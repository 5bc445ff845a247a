/**
 * Parts that a file of dist/browser may leave out. The build gives these names their values for each file
 * (scripts/build-library.mjs), and the bundler then removes the code that cannot run. In the package itself all are true.
 */
declare const __MAPS__: boolean;
declare const __ALL_SCENES__: boolean;
declare const __RECORDS__: boolean;
declare const __LIVE_BACKDROPS__: boolean;
declare const __EFFECTS__: boolean;
declare const __CAPTURE__: boolean;
declare const __WIPING__: boolean;

/** Models with height maps: trails, film, and bodies that lean, have outlines and waists. Without: half capsules alone. */
export const MAPS: boolean = typeof __MAPS__ === 'undefined' || __MAPS__;

/**
 * What only other scenes than `window` and `window-beads` use: fog, wipers, moving panes and vehicles, other rains, painted
 * backdrops, noise and thresholds of `nakata2012`, and their units.
 */
export const ALL_SCENES: boolean = typeof __ALL_SCENES__ === 'undefined' || __ALL_SCENES__;

/** What programs need of a simulation and pages do not: saves, hashes, the ledger and timings. */
export const RECORDS: boolean = typeof __RECORDS__ === 'undefined' || __RECORDS__;

/** Videos and canvases behind the glass, which are read again whenever they change. */
export const LIVE_BACKDROPS: boolean = typeof __LIVE_BACKDROPS__ === 'undefined' || __LIVE_BACKDROPS__;

/** Light and lens beyond the plain picture: glow, water out of focus, `dropSize`, `refraction` and `aperture`. */
export const EFFECTS: boolean = typeof __EFFECTS__ === 'undefined' || __EFFECTS__;

/** Snapshots and streams of a pane, and pictures that adapt to the time they take. */
export const CAPTURE: boolean = typeof __CAPTURE__ === 'undefined' || __CAPTURE__;

/** Strokes of a finger or a cloth, and the pointer that makes them. */
export const WIPING: boolean = typeof __WIPING__ === 'undefined' || __WIPING__;
