/** Makes a scene's model and layers, or throws one clear line that says why not. */
import { ALL_SCENES } from '../core/build-flags.js';
import { RivuletError } from '../core/errors.js';
import type { FineOptions } from '../layers/fine.js';
import { type LayerKinds, Layers, type LayersOptions } from '../layers/layers.js';
import type { Model, ModelMaker, ModelSetup } from '../models/model.js';
import type { SceneRain } from '../scene/rain.js';
import type { Scene } from '../scene/scene.js';
import { cellsIn } from '../surface/pane.js';
import type { Surface } from '../surface/surface.js';

/** The scene's model on the scene's surface. */
export function createModel(models: readonly ModelMaker[], scene: Scene, setup: ModelSetup): Model {
  const definition = models.find(({ name }) => name === scene.model.name) as ModelMaker;
  const supported = definition.supports(setup.surface);
  if (supported !== true) throw new RivuletError(`scene.model ${definition.name} ${supported}.`, 'scene.model');
  const remedy = 'Make the pane smaller or the cells larger.';
  return inMemory(
    () => definition.create(setup),
    () => ({ path: 'scene.surface', cells: setup.surface.charts.map(({ columns, rows }) => [columns, rows]), remedy }),
  );
}

/** The scene's layers on its surface. An error names the layer of the smallest cells. */
export function createSceneLayers(surface: Surface, scene: Scene, kinds: LayerKinds): Layers {
  const options = layersOptions(scene);
  return inMemory(
    () => new Layers(surface, options, kinds),
    () => {
      const sizes = Object.entries(options).flatMap(([name, layer]) => (layer ? { name, side: layer.cellSize } : []));
      const { name, side } = sizes.reduce((finest, one) => (one.side < finest.side ? one : finest));
      const cells = surface.charts.map(({ width, height }) => [cellsIn(width, side), cellsIn(height, side)]);
      return { path: `scene.${name}`, cells, remedy: `Make ${name}.cellSize larger.` };
    },
  );
}

/** The layers of a scene. Fine drops have the mean of the coating's two contact angles. */
export function layersOptions({ seed, coating, rain, fine, fog, film }: Scene): LayersOptions {
  if (!fine) return { fine, fog, film };
  const contactAngle = (coating.advancing + coating.receding) / 2;
  const refill = fine.refill ?? refillBy(rain);
  return { fine: { ...fine, seed, contactAngle, refill }, fog, film };
}

/** Measured rain states how much falls in small drops; of other rain it is only known whether it rains. */
function refillBy(rain: SceneRain): FineOptions['refill'] {
  if (!ALL_SCENES) return rain.kind === 'none' ? Number.POSITIVE_INFINITY : null;
  const kinds = rain.kind === 'several' ? rain.rains.map(({ kind }) => kind) : [rain.kind];
  if (kinds.includes('marshall-palmer')) return 'rain';
  return kinds.every((kind) => kind === 'none') ? Number.POSITIVE_INFINITY : null;
}

/** What of a scene is too large, in how many cells a chart (columns, rows), and what to do about it. */
interface TooLarge {
  readonly path: string;
  readonly cells: readonly (readonly number[])[];
  readonly remedy: string;
}

/** Calls `make`. A RangeError, from ArrayBuffer and WebAssembly alike, means that there was not enough memory. */
function inMemory<Made>(make: () => Made, tooLarge: () => TooLarge): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { path, cells, remedy } = tooLarge();
    const sizes = cells.map((size) => size.join(' × ')).join(', ');
    throw new RivuletError(`${path} needs more memory than there is: ${sizes} cells. ${remedy}`, path);
  }
}
