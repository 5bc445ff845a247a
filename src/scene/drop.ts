/** A drop of a scene, wherever one may stand. */
import { checkNumber, refuse } from '../core/errors.js';
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { DROP_MASS, DROP_VELOCITY } from './ranges.js';
import type { Glass } from './surface.js';

/** A drop needs a place and a mass; it is at rest unless it has a velocity. */
export const DROP = {
  /** Number of the chart that it lies on; a pane has only 0. */
  chart: { type: 'number', min: 0, max: 65_535, integer: true, default: 0 },
  /** Position of its centre, on the surface. */
  x: { type: 'coordinate' },
  /** Position of its centre, on the surface; grows with rows. */
  y: { type: 'coordinate' },
  /** Its mass. */
  mass: DROP_MASS,
  /** Velocity along the glass, across. */
  vx: { ...DROP_VELOCITY, default: 0 },
  /** Velocity along the glass, down. */
  vy: { ...DROP_VELOCITY, default: 0 },
} as const satisfies OptionTable;

/** A drop with every option filled in. */
export type SceneDrop = OptionsOf<typeof DROP>;

export type SceneDropInput = OptionsInput<typeof DROP>;

/** Throws unless a drop lies on the glass, on a chart that there is. `path` is that of the drop. */
export function checkPlace({ chart, x, y }: Pick<SceneDrop, 'chart' | 'x' | 'y'>, glass: Glass, path: string): void {
  checkChart(chart, glass, `${path}.chart`);
  checkOnChart([x, y], glass, chart, [`${path}.x`, `${path}.y`]);
}

/** Throws unless there is a chart of this number; `path` names it. */
export function checkChart(chart: number, { kind, charts }: Glass, path: string): void {
  const most = charts.length - 1;
  if (chart <= most) return;
  const names = charts.map(({ name }) => name).join(', ');
  refuse(path, most === 0 ? `0, the only chart of a ${kind}` : `0 to ${most}, one of the charts ${names}`, chart);
}

/** Throws unless a place lies on a chart; `paths` name its x and y. */
export function checkOnChart(
  [x, y]: readonly [number, number],
  { kind, charts }: Glass,
  chart: number,
  paths: readonly [string, string],
): void {
  const { width, height, name } = charts[chart];
  const where = charts.length === 1 ? `the ${kind}` : `the ${kind}'s ${name}`;
  const remedy = (value: number) => (Number.isFinite(value) ? `That is outside ${where}.` : '');
  checkNumber(x, { min: 0, max: width, unit: 'mm' }, paths[0], remedy(x));
  checkNumber(y, { min: 0, max: height, unit: 'mm' }, paths[1], remedy(y));
}
