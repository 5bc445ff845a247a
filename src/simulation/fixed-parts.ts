import { describeValue, RivuletError } from '../core/errors.js';
import type { Scene } from '../scene/scene.js';

/** Parts of a scene that a running simulation cannot change: where its memory and its chance come from. */
const FIXED = [
  'version',
  'seed',
  'step',
  'model.name',
  'model.maps',
  'model.shapes',
  'model.affinity',
  'model.affinityGrain',
  'surface.kind',
  'surface.width',
  'surface.height',
  'surface.cellSize',
  'drops',
] as const;

/** Throws if `after` changes anything that is fixed once a simulation runs. */
export function checkFixedParts(before: Scene, after: Scene): void {
  for (const path of FIXED) {
    const was = JSON.stringify(valueAt(before, path));
    const is = valueAt(after, path);
    if (JSON.stringify(is) === was) continue;
    throw new RivuletError(
      `scene.${path} must stay ${was} while the simulation runs; got ${describeValue(is)}. Create a new simulation.`,
      `scene.${path}`,
    );
  }
}

function valueAt(scene: Scene, path: string): unknown {
  let value: unknown = scene;
  for (const key of path.split('.')) value = (value as Record<string, unknown>)[key];
  return value;
}
