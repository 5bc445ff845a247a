/**
 * What `import 'rivulet/three'` loads. A static import of a package that is not installed fails before any code of ours runs, so
 * the parts are loaded from here, where the failure can be told with its remedy.
 */
import { RivuletError } from '../core/errors.js';

const parts = await import('./index.js').catch((error: unknown) => {
  const told = error instanceof Error ? error.message : String(error);
  if (!/['"“]three['"”]/.test(told)) throw error;
  throw new RivuletError(
    'rivulet/three needs the package three, 0.163 or later, which is not there. Run: npm install three (in a page without a ' +
      'bundler: add "three" to the import map).',
  );
});

export const {
  FallingDrops,
  modelGeometry,
  SceneBehind,
  surfaceGeometry,
  WaterTextures,
  WaterTwin,
  WetGlassMaterial,
  WetMirrorMaterial,
} = parts;
