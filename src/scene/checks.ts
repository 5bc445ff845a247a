/** What no single field of a scene can know: how its parts fit together. Each check throws the one line of its error. */
import { checkNumber, describeRange, describeValue, RivuletError } from '../core/errors.js';
import { WATER_DENSITY } from '../core/units.js';
import { cellsIn, PANE_CELLS } from '../surface/pane.js';
import { checkLayers } from './layers-checks.js';
import { DROP_MASS, RAIN_RATE, RECEDING } from './limits.js';
import type { Scene, SceneCoating, SceneDrop, SceneModel, SceneRain, SceneSurface } from './scene.js';
import type { RainDraft, SceneDraft } from './schema.js';
import { rainMasses, staticLimit } from './static-limit.js';

/** The scene, once its parts are known to fit, with the rain in drops a second. */
export function finishScene(draft: SceneDraft): Scene {
  checkPairs(draft.model);
  const glass = checkCells(draft.surface);
  checkCoating(draft.coating);
  checkHolds(draft);
  checkLayers(draft, glass);
  const rain = finishRain(draft, glass);
  draft.drops.forEach((drop, index) => {
    checkInside(drop, glass, `scene.drops[${index}]`);
  });
  return { ...draft, rain };
}

/** Options of a model that are called …Min and …Max are the ends of a range. */
function checkPairs(model: SceneModel): void {
  for (const [option, max] of Object.entries(model)) {
    if (!option.endsWith('Max')) continue;
    const lower = `${option.slice(0, -'Max'.length)}Min`;
    const min = model[lower];
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) continue;
    fail(`scene.model.${lower}`, `must be at most ${option}, ${shorten(max)}; got ${shorten(min)}.`);
  }
}

/** The pane in whole cells, which may be a little larger than asked for [mm]. */
interface Glass {
  readonly width: number;
  readonly height: number;
}

function checkCells({ width, height, cellSize }: SceneSurface): Glass {
  const columns = cellsIn(width, cellSize);
  const rows = cellsIn(height, cellSize);
  const { side, most } = PANE_CELLS;
  if (columns * rows > most) {
    const came = `${columns * rows} (${columns} x ${rows})`;
    fail('scene.surface', `must have at most ${most} cells; got ${came}. Make the pane smaller or the cells larger.`);
  }
  if (Math.min(columns, rows) < side) {
    const came = `${columns} x ${rows}`;
    const remedy = 'Make the pane larger or the cells smaller.';
    fail('scene.surface', `must have at least ${side} x ${side} cells; got ${came}. ${remedy}`);
  }
  return { width: columns * cellSize, height: rows * cellSize };
}

function checkCoating({ advancing, receding }: SceneCoating): void {
  const range = { ...RECEDING, max: advancing };
  if (receding <= advancing) return;
  fail('scene.coating.receding', `must be ${describeRange(range)}, the advancing angle; got ${shorten(receding)}.`);
}

/** Residual droplets are as heavy as the static limit allows, so a coating that holds nothing leaves none. */
function checkHolds(draft: SceneDraft): void {
  const limit = staticLimit(draft);
  if (limit >= DROP_MASS.min) return;
  const remedy = 'Lower coating.receding, or set coating.critical.';
  fail('scene.coating', `must hold drops of at least ${DROP_MASS.min} mg; it holds ${shorten(limit)} mg. ${remedy}`);
}

function finishRain(draft: SceneDraft, glass: Glass): SceneRain {
  const { rain } = draft;
  if (rain.kind === 'none') return { kind: 'none' };
  const masses = rainMasses(draft.coating, rain);
  if (!rain.small) checkDerived(masses.small, 'small');
  if (!rain.large) checkDerived(masses.large, 'large');
  const { small, large, largeShare, max } = rain;
  return { kind: 'uniform', rate: dropsPerSecond(rain, glass, masses.mean), small, large, largeShare, max };
}

/** A coating that hardly holds a drop upright gives no masses for the rain, even if a level pane holds some. */
function checkDerived([min, max]: readonly [number, number], which: 'small' | 'large'): void {
  if (min >= DROP_MASS.min && max <= DROP_MASS.max) return;
  const came = `null, which the coating makes ${shorten(min)} to ${shorten(max)} mg`;
  const remedy = 'Write the masses as [min, max].';
  fail(`scene.rain.${which}`, `must be ${describeRange(DROP_MASS)}; got ${came}. ${remedy}`);
}

/** A depth of rain falls on the whole pane, in drops of the mean mass. */
function dropsPerSecond({ rate }: RainDraft, { width, height }: Glass, meanMass: number): number {
  if ('drops' in rate) return rate.drops;
  const drops = (rate.depth * width * height * WATER_DENSITY) / meanMass;
  checkNumber(drops, RAIN_RATE, 'scene.rain.rate', 'Let it rain less, or larger drops.');
  return drops;
}

function checkInside(drop: SceneDrop, { width, height }: Glass, path: string): void {
  checkNumber(drop.x, { min: 0, max: width, unit: 'mm' }, `${path}.x`, placeRemedy(drop.x));
  checkNumber(drop.y, { min: 0, max: height, unit: 'mm' }, `${path}.y`, placeRemedy(drop.y));
}

function placeRemedy(value: number): string {
  return Number.isFinite(value) ? 'That is outside the pane.' : '';
}

function fail(path: string, rest: string): never {
  throw new RivuletError(`${path} ${rest}`, path);
}

function shorten(value: number): string {
  return describeValue(Number(value.toPrecision(5)));
}
