/** What no single field of a scene can know: how its parts fit together. Each check throws the one line of its error. */
import { describeRange, describeValue, RivuletError } from '../core/errors.js';
import { cellsIn, PANE_CELLS } from '../surface/pane.js';
import { checkLayers } from './layers-checks.js';
import { DROP_MASS, RECEDING } from './limits.js';
import type { SceneMotion } from './motion.js';
import { checkPlace, finishRain, type Glass } from './rain-checks.js';
import type { Scene, SceneCoating, SceneModel, SceneSurface } from './scene.js';
import type { SceneDraft } from './schema.js';
import { leastLimit } from './static-limit.js';

/** The scene, once its parts are known to fit, with the rain in drops a second. */
export function finishScene(draft: SceneDraft): Scene {
  checkPairs(draft.model);
  const glass = checkCells(draft.surface);
  checkCoating(draft.coating);
  checkHolds(draft);
  checkLayers(draft, glass);
  if (draft.motion) checkMotion(draft.motion);
  const rain = finishRain(draft.rain, { coating: draft.coating, glass, vehicle: draft.wind.vehicle });
  draft.drops.forEach(({ x, y }, n) => {
    checkPlace([x, y], glass, [`scene.drops[${n}].x`, `scene.drops[${n}].y`]);
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

/** Residual droplets are as heavy as the static limit allows, so contact angles that hold nothing leave none. */
function checkHolds(draft: SceneDraft): void {
  const limit = leastLimit(draft);
  if (draft.coating.critical !== null || limit >= DROP_MASS.min) return;
  const remedy = 'Lower coating.receding, or set coating.critical.';
  fail('scene.coating', `must hold drops of at least ${DROP_MASS.min} mg; it holds ${shorten(limit)} mg. ${remedy}`);
}

/** Keys in the order of their times, all of them before they start again. */
function checkMotion({ keys, repeat }: SceneMotion): void {
  keys.forEach(({ t }, n) => {
    const least = keys[n - 1]?.t ?? 0;
    const path = `scene.motion.keys[${n}].t`;
    if (t < least) fail(path, `must be at least ${shorten(least)} s, that of the key before; got ${shorten(t)}.`);
    if (repeat !== null && t > repeat)
      fail(path, `must be at most motion.repeat, ${shorten(repeat)} s; got ${shorten(t)}.`);
  });
}

function fail(path: string, rest: string): never {
  throw new RivuletError(`${path} ${rest}`, path);
}

function shorten(value: number): string {
  return describeValue(Number(value.toPrecision(5)));
}
