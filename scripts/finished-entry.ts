/** What `build-finished.mjs` runs of the library. */
export { MODELS } from '../src/models/registry.js';
export { loadScene } from '../src/scene/load-scene.js';
export { parseScene } from '../src/scene/parse-scene.js';
