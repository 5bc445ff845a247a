import { type LayerKinds, Layers } from '../layers/layers.js';
import type { Scene } from '../scene/scene.js';
import { cellsIn } from '../surface/pane.js';
import type { ChartInfo } from '../surface/surface.js';
import { inMemory } from './in-memory.js';
import { layersOptions } from './layers-options.js';

/** The scene's layers on a chart, or one clear line why not: it names the layer of the smallest cells. */
export function createSceneLayers(chart: ChartInfo, scene: Scene, kinds: LayerKinds): Layers {
  const options = layersOptions(scene);
  return inMemory(
    () => new Layers(chart, options, kinds),
    () => {
      const sizes = Object.entries(options).flatMap(([name, layer]) => (layer ? { name, side: layer.cellSize } : []));
      const { name, side } = sizes.reduce((finest, one) => (one.side < finest.side ? one : finest));
      const cells = [cellsIn(chart.width, side), cellsIn(chart.height, side)] as const;
      return { path: `scene.${name}`, cells, remedy: `Make ${name}.cellSize larger.` };
    },
  );
}
