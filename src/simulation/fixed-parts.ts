import { describeValue, RivuletError } from '../core/errors.js';
import type { Scene } from '../scene/scene.js';

/** Parts of a scene that a running simulation cannot change: where its memory and its chance come from. */
const FIXED = [
  'version',
  'seed',
  'step',
  'model.name',
  'model.maps',
  'model.affinity',
  'model.affinityGrain',
  'surface.kind',
  'surface.width',
  'surface.height',
  'surface.cellSize',
  'drops',
  'fine.density',
  'fine.cellSize',
  'fine.largest',
  'fine.rainRate',
  'fine.wetAtStart',
  'fog.cellSize',
  'fog.mass',
  'film.cellSize',
] as const;

/** Layers are there or not from the start. */
const LAYERS = ['fine', 'fog', 'film'] as const;

/** Throws if `after` changes anything that is fixed once a simulation runs. */
export function checkFixedParts(before: Scene, after: Scene): void {
  for (const layer of LAYERS) {
    if ((before[layer] === null) !== (after[layer] === null)) fail(layer, before[layer], after[layer]);
  }
  for (const path of FIXED) {
    const was = valueAt(before, path);
    const is = valueAt(after, path);
    if (JSON.stringify(is) !== JSON.stringify(was)) fail(path, was, is);
  }
}

function fail(path: string, was: unknown, is: unknown): never {
  throw new RivuletError(
    `scene.${path} must stay ${JSON.stringify(was)} while the simulation runs; got ${describeValue(is)}. Create a new simulation.`,
    `scene.${path}`,
  );
}

function valueAt(scene: Scene, path: string): unknown {
  let value: unknown = scene;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null)?.[key];
  return value;
}
