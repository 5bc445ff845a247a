/** Drops near a seam, once more on the chart beyond it, so that each chart can be drawn on its own. */

import { reachAhead } from '../../core/body.js';
import type { DropsView, Frame } from '../../core/frame.js';
import { turnVector } from '../../surface/seams.js';
import type { Surface } from '../../surface/surface.js';

/** Drops reach no further from their place than this many times the way that they reach ahead, outline and tail included. */
const REACH = 3;

/** All that a frame says of a drop. */
const COLUMNS = [
  ...([
    'id',
    'chart',
    'x',
    'y',
    'vx',
    'vy',
    'mass',
    'moving',
    'radius',
    'contactAngle',
    'stretch',
    'tail',
    'headingX',
  ] as const),
  ...(['headingY', 'sag', 'outlineC2', 'outlineS2', 'outlineC3', 'outlineS3', 'waist', 'lobes'] as const),
] satisfies readonly (keyof DropsView)[];

/** A frame whose drops are laid on every chart that they reach; the frame itself on a surface without seams. */
export function unfold(frame: Frame, surface: Surface): Frame {
  const { drops } = frame;
  if (surface.seams.isEmpty) return frame;
  const images: { slot: number; chart: number; x: number; y: number; quarters: number }[] = [];
  for (let slot = 0; slot < drops.count; slot++) {
    const place = { chart: drops.chart[slot], x: drops.x[slot], y: drops.y[slot] };
    const reach = REACH * (reachAhead(drops, slot) + drops.stretch[slot] * drops.radius[slot]);
    surface.images(place, reach, (chart, x, y, quarters) => {
      if (chart === place.chart && x === place.x && y === place.y) return;
      images.push({ slot, chart, x, y, quarters });
    });
  }
  if (images.length === 0) return frame;
  const count = drops.count + images.length;
  const columns: Record<string, unknown> = { count };
  for (const name of COLUMNS) {
    const column = drops[name];
    const longer = new (column.constructor as Float64ArrayConstructor)(count);
    longer.set(column.subarray(0, drops.count));
    images.forEach(({ slot }, n) => {
      longer[drops.count + n] = column[slot];
    });
    columns[name] = longer;
  }
  const all = columns as unknown as DropsView;
  images.forEach(({ chart, x, y, quarters }, n) => {
    const slot = drops.count + n;
    all.chart[slot] = chart;
    all.x[slot] = x;
    all.y[slot] = y;
    turn(all.headingX, all.headingY, slot, quarters);
    turn(all.vx, all.vy, slot, quarters);
  });
  return { ...frame, drops: all };
}

const VECTOR = new Float64Array(2);

function turn(xs: Float64Array, ys: Float64Array, slot: number, quarters: number): void {
  VECTOR[0] = xs[slot];
  VECTOR[1] = ys[slot];
  turnVector(VECTOR, quarters);
  xs[slot] = VECTOR[0];
  ys[slot] = VECTOR[1];
}
