import { type LayerKinds, Layers, type LayersOptions } from '../layers/layers.js';
import type { Scene } from '../scene/scene.js';
import { cellsIn } from '../surface/pane.js';
import type { ChartInfo } from '../surface/surface.js';
import { inMemory } from './in-memory.js';
import { layersOptions } from './layers-options.js';

/** The scene's layers on a chart, or one clear line why not. */
export function createSceneLayers(chart: ChartInfo, scene: Scene, kinds: LayerKinds): Layers {
  const options = layersOptions(scene);
  return inMemory(
    () => new Layers(chart, options, kinds),
    () => {
      const [name, cellSize] = finestOf(options);
      const cells = [cellsIn(chart.width, cellSize), cellsIn(chart.height, cellSize)] as const;
      return { path: `scene.${name}`, cells, remedy: `Make ${name}.cellSize larger.` };
    },
  );
}

/** The layer of the smallest cells, and their side [mm]. */
function finestOf(options: LayersOptions): [name: string, cellSize: number] {
  const sizes = Object.entries(options).map(([name, layer]): [string, number] => [
    name,
    layer?.cellSize ?? Number.POSITIVE_INFINITY,
  ]);
  return sizes.reduce((finest, one) => (one[1] < finest[1] ? one : finest));
}
