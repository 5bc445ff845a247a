import type { ChartLayers } from '../../layers/layers.js';
import type { World } from '../model.js';
import type { Link } from './links.js';
import type { MapState } from './map-state.js';
import { layerMargin } from './running.js';
import type { Shapes } from './shapes.js';

/** Takes up what lies under a drop's image on a chart. `gain` is what its other images have taken up so far. Returns the water [mg]. */
export type TakeUp = (layers: ChartLayers, link: Link, slot: number, gain: number) => number;

/** What lies in the layers under the shape of a drop, on its own chart and beyond seams. */
export class UnderShapes {
  readonly #state: MapState;
  readonly #shapes: Pick<Shapes, 'forEachImage'>;
  /** The drop at hand, how its images take up what lies under them, and the sum [mg]. */
  #slot = 0;
  #world!: World;
  #takeUp!: TakeUp;
  #gain = 0;

  constructor(state: MapState, shapes: Pick<Shapes, 'forEachImage'>) {
    this.#state = state;
    this.#shapes = shapes;
  }

  /** Takes up what lies under a drop. Returns the water [mg]. */
  takeUp(world: World, slot: number, takeUp: TakeUp): number {
    this.#slot = slot;
    this.#world = world;
    this.#takeUp = takeUp;
    this.#gain = 0;
    this.#shapes.forEachImage(slot, layerMargin(this.#state, world), this.#visit);
    return this.#gain;
  }

  readonly #visit = (link: Link): void => {
    const layers = this.#world.layers.on(link.fields.number);
    this.#gain += this.#takeUp(layers, link, this.#slot, this.#gain);
  };
}
