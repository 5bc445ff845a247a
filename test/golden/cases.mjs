/**
 * What the goldens hold: the hash of every scene, and a few small pictures. `record.mjs` writes them down, the tests
 * beside it hold the library to them.
 */
import { createSimulation, sceneNames } from 'rivulet';
import { renderView } from 'rivulet/offline';

/** When a scene is hashed, and when it is saved and loaded on the way there [s]. */
export const HASH_AT = 5;
export const SAVE_AT = 2.5;

/** The hash of a preset scene after 5 s. */
export function hashOf(scene, kernels = 'auto') {
  const simulation = createSimulation(scene, {}, { kernels });
  simulation.advance(HASH_AT);
  return simulation.hash();
}

/** Every scene's hash, by name. */
export function allHashes() {
  return Object.fromEntries(sceneNames.map((name) => [name, hashOf(name)]));
}

/** The golden pictures: which view of which scene, when [s], how wide [px]. Small: half a pixel a cell, or one. */
export const PICTURES = [
  ...['a', 'b', 'c', 'd', 'e'].map((letter) => ({ scene: `chin-fig-7${letter}`, view: 'height', at: 5, width: 180 })),
  { scene: 'window', view: 'drops', at: 3, width: 600 },
];

/** The file of a golden picture, from this folder. */
export function fileOf({ scene, view }) {
  return `pictures/${scene}-${view}.png`;
}

export function paint({ scene, view, at, width }) {
  const simulation = createSimulation(scene);
  simulation.advance(at);
  return renderView(simulation.frame(), view, { width });
}
