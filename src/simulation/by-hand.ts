/** What users do to the water by hand: put drops on the glass, and wipe over it. Both are checked here. */
import { ALL_SCENES } from '../core/build-flags.js';
import { checkNumber, refuse } from '../core/errors.js';
import { DROP_MASS, DROP_VELOCITY } from '../scene/ranges.js';
import { wayAround } from '../surface/seams.js';
import type { Chart, Surface } from '../surface/surface.js';
import type { Arrival } from '../weather/rain.js';
import type { SweptRegion } from '../weather/swept-region.js';

/** A drop to put on the surface. */
export interface NewDrop {
  /** Place on the chart [mm]. */
  readonly x: number;
  readonly y: number;
  /** [mg], 0.001 to 5000. */
  readonly mass: number;
  /** Velocity [mm/s], −10000 to 10000. Default 0. */
  readonly vx?: number;
  readonly vy?: number;
  /** Which chart. Default 0, the only one a pane has. */
  readonly chart?: number;
}

/** Checks a drop and fills in its defaults. */
export function readDrop(drop: NewDrop, surface: Surface): Arrival {
  if (typeof drop !== 'object' || drop === null) refuse('drop', 'an object with x, y [mm] and mass [mg]', drop);
  const { x, y, mass, vx = 0, vy = 0, chart = 0 } = drop;
  const { width, height } = readChart(chart, surface, 'drop.chart');
  checkNumber(x, { min: 0, max: width, unit: 'mm' }, 'drop.x');
  checkNumber(y, { min: 0, max: height, unit: 'mm' }, 'drop.y');
  checkNumber(mass, DROP_MASS, 'drop.mass');
  checkNumber(vx, DROP_VELOCITY, 'drop.vx');
  checkNumber(vy, DROP_VELOCITY, 'drop.vy');
  return { chart, x, y, mass, vx, vy };
}

/** A stroke over the glass with a finger or a cloth. */
export interface Stroke {
  /** Where it begins and ends [mm]; both may lie off the pane, within 10 m. */
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  /** How wide it is [mm], 0.1 to 1000. */
  readonly width: number;
  /** What becomes of the water: a 'finger' pushes it on over the glass, a 'cloth' takes it off. Default 'finger'. */
  readonly keeps?: 'finger' | 'cloth';
  /** Which chart. Default 0, the only one a pane has. */
  readonly chart?: number;
}

const STROKE_PLACE = { min: -10_000, max: 10_000, unit: 'mm' } as const;
const STROKE_WIDTH = { min: 0.1, max: 1000, unit: 'mm' } as const;

/** The number of a stroke by hand where wipers have theirs, for random numbers: behind those of all wipers. */
const BY_HAND = 999;

/** Checks a stroke and writes it to `region`. */
export function readStroke(stroke: Stroke, surface: Surface, region: SweptRegion): void {
  if (typeof stroke !== 'object' || stroke === null) refuse('stroke', 'an object with from, to and width', stroke);
  const { from, to, width, keeps = 'finger', chart = 0 } = stroke;
  for (const [name, place] of [['from', from] as const, ['to', to] as const]) {
    if (typeof place !== 'object' || place === null)
      refuse(`stroke.${name}`, 'a place such as { x: 10, y: 20 }', place);
    checkNumber(place.x, STROKE_PLACE, `stroke.${name}.x`);
    checkNumber(place.y, STROKE_PLACE, `stroke.${name}.y`);
  }
  checkNumber(width, STROKE_WIDTH, 'stroke.width');
  if (keeps !== 'finger' && keeps !== 'cloth') refuse('stroke.keeps', '"finger" or "cloth"', keeps);
  readChart(chart, surface, 'stroke.chart');
  region.setStroke(from.x, from.y, to.x, to.y, width);
  region.chart = chart;
  region.around = ALL_SCENES ? wayAround(surface, chart) : 0;
  region.effect = keeps === 'cloth' ? 'take' : 'push';
  region.wiper = BY_HAND;
}

/** Checks the number of a chart and answers the chart. */
export function readChart(chart: number, { kind, charts }: Surface, path: string): Chart {
  const names = charts.map(({ name }) => name).join(', ');
  const remedy = charts.length > 1 ? `The charts of a ${kind} are ${names}.` : '';
  checkNumber(chart, { min: 0, max: charts.length - 1, integer: true }, path, remedy);
  return charts[chart];
}
