import { reachAhead } from '../../core/body.js';
import { MAPS } from '../../core/build-flags.js';
import type { DropsView } from '../../core/frame.js';
import type { Pull } from '../../weather/steady-wind.js';
import type { World } from '../model.js';

/**
 * Less than this share of its mass does not make a still drop let go: it would shed that much film at once, come to rest
 * and take it up again, for ever.
 */
export const HAIR = 0.02;

/** Friction before the drop over that on dry glass: under itself it has left a film already. */
export function frictionAhead(drops: DropsView, { layers }: World, slot: number, pull: Pull): number {
  if (!MAPS) return 1;
  const { film } = layers.on(drops.chart[slot]);
  if (!film) return 1;
  const vx = drops.vx[slot];
  const vy = drops.vy[slot];
  const speed = Math.sqrt(vx * vx + vy * vy);
  const reach = reachAhead(drops, slot) + film.map.cellSize;
  const aheadX = speed > 0 ? vx / speed : pull.x;
  const aheadY = speed > 0 ? vy / speed : pull.y;
  return layers.frictionAt(drops.chart[slot], drops.x[slot] + reach * aheadX, drops.y[slot] + reach * aheadY);
}
