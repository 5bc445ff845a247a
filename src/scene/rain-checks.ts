/** How the rain fits the rest of the scene. Each check throws the one line of its error. */
import { checkNumber, describeRange, RivuletError, refuse } from '../core/errors.js';
import { MarshallPalmerRain as Falling } from '../weather/marshall-palmer.js';
import type { SceneCoating } from './coating.js';
import { checkChart, checkOnChart, checkPlace } from './drop.js';
import { shorten } from './messages.js';
import type {
  DripsRain,
  MarshallPalmerRain,
  MassRange,
  RainDraft,
  SceneRain,
  SceneSingleRain,
  ScriptRain,
  SingleRainDraft,
  UniformDraft,
  UniformRain,
} from './rain.js';
import { dropsOf, dropsPerSecond } from './rain-rate.js';
import { DROP_MASS, RAIN_RATE } from './ranges.js';
import { rainMasses } from './static-limit.js';
import type { Glass } from './surface.js';

/** What the rain has to fit. */
export interface RainContext {
  readonly coating: SceneCoating;
  readonly glass: Glass;
  /** Speed of the vehicle whose glass it is [mm/s]. */
  readonly vehicle: number;
}

/** The rain, once it is known to fit glass and coating, with uniform rain in drops a second. */
export function finishRain(rain: RainDraft, context: RainContext): SceneRain {
  if (rain.kind !== 'several') return finishSingle(rain, context, 'scene.rain');
  const rains = rain.rains.map((one, n) => finishSingle(one, context, `scene.rain.rains[${n}]`));
  return { kind: 'several', rains };
}

function finishSingle(rain: SingleRainDraft, { coating, glass, vehicle }: RainContext, path: string): SceneSingleRain {
  if (rain.kind === 'uniform') return finishUniform(rain, coating, glass, path);
  if (rain.kind === 'marshall-palmer') checkFlood(rain, glass, vehicle, path);
  if (rain.kind === 'script') checkScript(rain, glass, path);
  if (rain.kind === 'drips') checkDrips(rain, coating, glass, path);
  return rain;
}

function finishUniform(rain: UniformDraft, coating: SceneCoating, glass: Glass, path: string): UniformRain {
  const masses = rainMasses(coating, rain);
  if (!rain.small) checkDerived(masses.small, `${path}.small`);
  if (!rain.large) checkDerived(masses.large, `${path}.large`);
  return { ...rain, rate: dropsPerSecond(rain.rate, glass.charts, masses.mean, `${path}.rate`) };
}

/** A coating that hardly holds a drop upright gives no masses for the rain, even if a level pane holds some. */
function checkDerived([min, max]: MassRange, path: string): void {
  if (min >= DROP_MASS.min && max <= DROP_MASS.max) return;
  const came = `null, which the coating makes ${shorten(min)} to ${shorten(max)} mg`;
  throw new RivuletError(
    `${path} must be ${describeRange(DROP_MASS)}; got ${came}. Write the masses as [min, max].`,
    path,
  );
}

/** Drift and fall each at their worst, since the pane may turn while it rains. */
function checkFlood(rain: MarshallPalmerRain, glass: Glass, vehicle: number, path: string): void {
  if (rain.rate === 0) return;
  const drift = Math.abs(rain.drift) + vehicle;
  const falling = new Falling(
    { ...rain, drift, max: 0 },
    { surface: { charts: glass.charts, sample: () => {} }, index: 0 },
  );
  const level = falling.dropRate;
  falling.aim(Math.PI / 2);
  const remedy = 'Let it rain less, or raise rain.smallest.';
  const drops = level + falling.dropRate;
  checkNumber(drops, RAIN_RATE, `${path}.rate`, remedy, dropsOf(rain.rate, drops));
}

function checkScript({ drops, repeat }: ScriptRain, glass: Glass, path: string): void {
  drops.forEach((drop, n) => {
    const { t } = drop;
    checkPlace(drop, glass, `${path}.drops[${n}]`);
    if (repeat === null || t < repeat) return;
    const range = `0 to ${shorten(repeat)} s, before rain.repeat`;
    const where = `${path}.drops[${n}].t`;
    refuse(where, range, Number(t.toPrecision(5)));
  });
}

function checkDrips({ chart, from, to, mass }: DripsRain, coating: SceneCoating, glass: Glass, path: string): void {
  checkChart(chart, glass, `${path}.chart`);
  if (from) checkOnChart(from, glass, chart, [`${path}.from[0]`, `${path}.from[1]`]);
  if (to) checkOnChart(to, glass, chart, [`${path}.to[0]`, `${path}.to[1]`]);
  if (!mass) checkDerived(rainMasses(coating, { small: null, large: null, largeShare: 1 }).large, `${path}.mass`);
}
