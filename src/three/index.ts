export { FallingDrops, type FallingDropsOptions } from './falling-drops.js';
export { modelGeometry } from './model-geometry.js';
export { SceneBehind, type SceneBehindOptions } from './scene-behind.js';
export { type GeometryOptions, type MetSurface, type PointedSurface, surfaceGeometry } from './surface-geometry.js';
export { type ChartTextures, WaterTextures, type WaterTexturesOptions } from './water-textures.js';
export { type TwinDrop, type TwinTextures, WaterTwin, type WaterTwinOptions } from './water-twin.js';
export { WetGlassMaterial, type WetGlassOptions, WetMirrorMaterial, type WetMirrorOptions } from './wet-materials.js';
