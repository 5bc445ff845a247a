/** What a running simulation cannot change: what its memory and its random numbers follow from. */
import { describeValue, RivuletError } from '../core/errors.js';
import type { OptionTable } from '../core/options.js';
import type { ModelDefinition } from '../models/model.js';
import { FILM, FINE, FOG, LAYERS } from '../scene/layers.js';
import { SCENE, type Scene } from '../scene/scene.js';
import { SURFACES } from '../scene/surface.js';

/** Throws if `after` changes anything that is fixed once a simulation runs. */
export function checkFixedParts(before: Scene, after: Scene, models: readonly ModelDefinition[]): void {
  for (const layer of LAYERS) {
    if ((before[layer] === null) !== (after[layer] === null)) fail(layer, before[layer], after[layer]);
  }
  for (const path of fixedPaths(before, models)) {
    const was = valueAt(before, path);
    const is = valueAt(after, path);
    if (JSON.stringify(is) !== JSON.stringify(was)) fail(path, was, is);
  }
}

/** The places of all entries that are `fixed`, and of what has no entry. */
function fixedPaths({ model, surface }: Scene, models: readonly ModelDefinition[]): string[] {
  return [
    'version',
    ...fixedIn(SCENE),
    'model.name',
    ...fixedIn(models.find(({ name }) => name === model.name)?.options ?? {}, 'model.'),
    ...fixedIn(SURFACES[surface.kind], 'surface.'),
    'drops',
    ...fixedIn(FINE, 'fine.'),
    ...fixedIn(FOG, 'fog.'),
    ...fixedIn(FILM, 'film.'),
  ];
}

function fixedIn(table: OptionTable, prefix = ''): string[] {
  return Object.keys(table)
    .filter((name) => table[name].fixed)
    .map((name) => prefix + name);
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
