/** All shaders. For the files of dist/browser the build puts shortened texts in the place of this module (scripts/shaders.mjs). */
export * from './blur-shaders.js';
export * from './light-shaders.js';
export {
  BODY_FRAGMENT,
  BODY_VERTEX,
  CAP_FRAGMENT,
  CAP_VERTEX,
  DRY_FRAGMENT,
  HEIGHTS_FRAGMENT,
  MAP_FRAGMENT,
  RAYS_FRAGMENT,
  TILE_VERTEX,
  WHOLE,
} from './water-shaders.js';
