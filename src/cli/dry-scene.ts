import { createSimulation, type Scene, type SceneInput, type Simulation } from '../index.js';

/** All that brings or holds water, switched off. */
const DRY: SceneInput = { rain: { kind: 'none' }, drops: [], fine: null, fog: null, film: null };

/** A scene without any water: what stands behind the glass, as the same camera sees it. */
export function drySimulation(scene: Scene): Simulation {
  return createSimulation(scene as SceneInput, DRY);
}
