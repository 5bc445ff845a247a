/**
 * Parts that a file of dist/browser may leave out. The build gives these names their values for each file
 * (scripts/build-library.mjs), and the bundler then removes the code that cannot run. In the package itself all are true.
 */
declare const __LIVE_BACKDROPS__: boolean;

/** Videos and canvases behind the glass, which are read again whenever they change. */
export const LIVE_BACKDROPS: boolean = typeof __LIVE_BACKDROPS__ === 'undefined' || __LIVE_BACKDROPS__;
