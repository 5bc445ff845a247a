import { RivuletError } from '../core/errors.js';
import type { Model, ModelMaker, ModelSetup } from '../models/model.js';
import type { Scene } from '../scene/scene.js';
import { inMemory } from './in-memory.js';

/** The scene's model on the scene's surface, or one clear line why not. */
export function createModel(models: readonly ModelMaker[], scene: Scene, setup: ModelSetup): Model {
  const definition = models.find(({ name }) => name === scene.model.name) as ModelMaker;
  const supported = definition.supports(setup.surface);
  if (supported !== true) throw new RivuletError(`scene.model ${definition.name} ${supported}.`, 'scene.model');
  const { columns, rows } = setup.surface.charts[0];
  const remedy = 'Make the pane smaller or the cells larger.';
  return inMemory(
    () => definition.create(setup),
    () => ({ path: 'scene.surface', cells: [columns, rows], remedy }),
  );
}
