/** Numbers under the pixels of a traced picture: what the ray through the middle of each meets. */
import type { Frame } from '../../core/frame.js';
import { checkWord } from '../picture/read-options.js';
import { RowTracer } from './render-traced.js';
import { makeStage, type TraceOptions } from './stage.js';

/**
 * - `mask`: how much of a pixel is water on the first surface that it shows, 0 to 1.
 * - `id`: whose water it is; 0 where there is none, and fine drops have none.
 * - `normal`: the unit normal of the water, or of what is dry, turned to the eye, in the world; all 0 where nothing is met.
 * - `refraction`: the direction in the world from which most of its light came, a unit vector.
 * - `depth`: from the eye to the first thing that is met [mm]; 0 where nothing is.
 */
export type TracedMapName = 'mask' | 'id' | 'normal' | 'refraction' | 'depth';

/** Numbers a pixel of every map. */
export const TRACED_MAP_CHANNELS: Readonly<Record<TracedMapName, number>> = {
  mask: 1,
  id: 1,
  normal: 3,
  refraction: 3,
  depth: 1,
};

/** Numbers of a picture, row after row; those of a pixel beside each other. Whole numbers for `id`. */
export type TracedMapData<N extends TracedMapName> = N extends 'id' ? Uint32Array : Float32Array;

/** Traces several maps at once, one ray a pixel. Pure, as `renderTraced` is. */
export function renderTracedMaps<N extends TracedMapName>(
  frame: Frame,
  names: readonly N[],
  options: TraceOptions,
): { [K in N]: TracedMapData<K> } {
  const stage = makeStage(frame, options);
  return traceMapRows(new RowTracer(stage, frame), names, [0, stage.eye.height]);
}

/** The rows `rows[0]` to before `rows[1]` of several maps; a part is as it is in the whole. */
export function traceMapRows<N extends TracedMapName>(
  tracer: RowTracer,
  names: readonly N[],
  [first, end]: readonly [from: number, to: number],
): { [K in N]: TracedMapData<K> } {
  for (const name of names) checkWord(name, Object.keys(TRACED_MAP_CHANNELS), 'map');
  const { width } = tracer;
  const pixels = width * (end - first);
  const maps = names.map((name) => {
    const length = TRACED_MAP_CHANNELS[name] * pixels;
    return { name: name as TracedMapName, data: name === 'id' ? new Uint32Array(length) : new Float32Array(length) };
  });
  for (let p = 0; p < pixels; p++) {
    const { cover, id, normal, from, depth } = tracer.look((p % width) + 0.5, first + Math.floor(p / width) + 0.5);
    for (const { name, data } of maps) {
      if (name === 'normal') data.set(normal, 3 * p);
      else if (name === 'refraction') data.set(from, 3 * p);
      else data[p] = name === 'mask' ? cover : name === 'id' ? id : depth;
    }
  }
  return Object.fromEntries(maps.map(({ name, data }) => [name, data])) as { [K in N]: TracedMapData<K> };
}
