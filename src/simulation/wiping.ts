import { checkNumber, refuse } from '../core/errors.js';
import type { SweptRegion } from '../weather/swept-region.js';

/** A stroke over the glass with a finger or a cloth. */
export interface Stroke {
  /** Where it begins and ends [mm]; both may lie off the pane, within 10 m. */
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  /** How wide it is [mm], 0.1 to 1000. */
  readonly width: number;
  /** Who keeps the water: a 'finger' pushes it on over the glass, a 'cloth' takes it off. Default 'finger'. */
  readonly keeps?: 'finger' | 'cloth';
}

const PLACE = { min: -10_000, max: 10_000, unit: 'mm' } as const;
const WIDTH = { min: 0.1, max: 1000, unit: 'mm' } as const;

/** Who wipes by hand; behind all wipers, for chance. */
const BY_HAND = 999;

/** Checks a stroke and writes it to `region`. */
export function setStroke(stroke: Stroke, region: SweptRegion): void {
  if (typeof stroke !== 'object' || stroke === null) refuse('stroke', 'an object with from, to and width', stroke);
  const { from, to, width, keeps = 'finger' } = stroke;
  for (const [name, place] of [['from', from] as const, ['to', to] as const]) {
    if (typeof place !== 'object' || place === null)
      refuse(`stroke.${name}`, 'a place such as { x: 10, y: 20 }', place);
    checkNumber(place.x, PLACE, `stroke.${name}.x`);
    checkNumber(place.y, PLACE, `stroke.${name}.y`);
  }
  checkNumber(width, WIDTH, 'stroke.width');
  if (keeps !== 'finger' && keeps !== 'cloth') refuse('stroke.keeps', '"finger" or "cloth"', keeps);
  region.setStroke(from.x, from.y, to.x, to.y, width);
  region.effect = keeps === 'cloth' ? 'take' : 'push';
  region.who = BY_HAND;
}
