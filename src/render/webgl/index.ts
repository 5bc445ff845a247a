/** `rivulet/webgl`: frames on a canvas, in real time. */
export type { Backdrop } from '../backdrop/backdrop.js';
export type { CameraOptions } from '../picture/camera.js';
export type { BackdropSource, LiveSource, PlaceOptions } from './backdrop-source.js';
export type { PaneCanvas } from './context.js';
export type { Screenshot } from './finish.js';
export { createPaneRenderer, type PaneRenderer, type PaneRendererOptions } from './pane-renderer.js';
