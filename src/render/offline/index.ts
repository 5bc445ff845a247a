/** `rivulet/offline`: pictures from frames on the CPU, in Node and in browsers. */
export type { NormalTarget } from '../../optics/normals.js';
export { normalAt, normalMap } from '../../optics/normals.js';
export type { Backdrop } from '../backdrop/backdrop.js';
export type {
  BackdropImage,
  BackdropOptions,
  EnvironmentBackdrop,
  ImageBackdrop,
  PaintedBackdrop,
} from '../backdrop/create-backdrop.js';
export { BACKDROP_DEFAULTS, BACKDROP_KINDS, createBackdrop } from '../backdrop/create-backdrop.js';
export type { EnvironmentFaces } from '../backdrop/environment.js';
export { decodeRadiance } from '../backdrop/radiance.js';
export type { Camera, CameraOptions } from '../picture/camera.js';
export { CAMERA_DEFAULTS, readCamera } from '../picture/camera.js';
export type { LinearPicture } from '../picture/linear.js';
export type { Eye, WorldCamera, WorldCameraOptions } from '../tracer/eye.js';
export { readWorldCamera, WORLD_CAMERA_DEFAULTS } from '../tracer/eye.js';
export { readGlb } from '../tracer/glb.js';
export type { KnotOptions, Mesh } from '../tracer/mesh.js';
export { torusKnot } from '../tracer/mesh.js';
export { pictureAround } from '../tracer/picture-around.js';
export { renderTraced, renderTracedLinear } from '../tracer/render-traced.js';
export type { GlassOptions, ModelOptions, TraceOptions } from '../tracer/stage.js';
export { GLASS_DEFAULTS, TRACE_DEFAULTS } from '../tracer/stage.js';
export type { Surroundings } from '../tracer/surroundings.js';
export { cuboidOfBackdrop, cuboidOfFaces, cuboidOfStreet, paneSurroundings, sphereOf } from '../tracer/surroundings.js';
export { type TableOptions, tableTop } from '../tracer/table-top.js';
export type { TracedMapData, TracedMapName } from '../tracer/trace-maps.js';
export { renderTracedMaps, TRACED_MAP_CHANNELS } from '../tracer/trace-maps.js';
export type { AtlasOptions } from './atlas.js';
export { renderAtlas } from './atlas.js';
export type { BeautyOptions, BeautyView } from './beauty.js';
export { BEAUTY_DEFAULTS, BEAUTY_VIEWS, renderBeauty, renderLinear } from './beauty.js';
export type { Picture, PictureOptions } from './picture.js';
export { MAX_PICTURE_SIDE, pictureSize } from './picture.js';
export type { MapData, MapName, MapOptions } from './render-maps.js';
export { MAP_CHANNELS, renderMaps } from './render-maps.js';
export type { DebugView, ViewOptions } from './render-view.js';
export { checkLayer, checkMap, DEBUG_VIEWS, renderView, VIEW_DEFAULTS } from './render-view.js';
