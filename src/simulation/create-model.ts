import { RivuletError } from '../core/errors.js';
import type { Model, ModelMaker, ModelSetup } from '../models/model.js';
import type { Scene } from '../scene/scene.js';

/** The scene's model on the scene's surface, or one clear line why not. */
export function createModel(models: readonly ModelMaker[], scene: Scene, setup: ModelSetup): Model {
  const definition = models.find(({ name }) => name === scene.model.name) as ModelMaker;
  const supported = definition.supports(setup.surface);
  if (supported !== true) throw new RivuletError(`scene.model ${definition.name} ${supported}.`, 'scene.model');
  try {
    return definition.create(setup);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Memory that cannot be had comes as a RangeError, from ArrayBuffer and WebAssembly alike.
    const { columns, rows } = setup.surface.charts[0];
    const cells = `${columns} × ${rows} cells`;
    throw new RivuletError(
      `scene.surface needs more memory than there is: ${cells}. Make the pane smaller or the cells larger.`,
      'scene.surface',
    );
  }
}
