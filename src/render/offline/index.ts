/** `rivulet/offline`: pictures from frames on the CPU, in Node and in browsers. */
export type { NormalTarget } from '../../optics/normals.js';
export { normalAt, normalMap } from '../../optics/normals.js';
export type { Picture, PictureOptions } from './picture.js';
export { MAX_PICTURE_SIDE, pictureSize } from './picture.js';
export type { DebugView, ViewOptions } from './render-view.js';
export { DEBUG_VIEWS, renderView, VIEW_DEFAULTS } from './render-view.js';
