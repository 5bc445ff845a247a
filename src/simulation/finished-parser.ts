import { checkNumber, describeValue, RivuletError } from '../core/errors.js';
import type { UniformRain } from '../scene/rain.js';
import { dropsPerSecond, readRainRate } from '../scene/rain-rate.js';
import { DIRECTION, SEED, TILT, WIND_SPEED } from '../scene/ranges.js';
import { type Fault, readWithin } from '../scene/read-within.js';
import type { Scene, SceneInput } from '../scene/scene.js';
import { rainMasses } from '../scene/static-limit.js';
import type { ScenePane } from '../scene/surface.js';
import { cellsIn } from '../surface/pane.js';
import type { ReadScene, SceneParser } from './parts.js';

/** The values of a finished scene that can change, and how each is read. */
const OPEN: Readonly<Record<string, (given: unknown, scene: Scene) => unknown>> = {
  'scene.rain.kind': (given) => (given === 'uniform' || given === 'none' ? given : ONLY_UNIFORM),
  'scene.rain.rate': readRate,
  'scene.wind.speed': (given) => readWithin(given, WIND_SPEED, 'speed'),
  'scene.wind.direction': (given) => readWithin(given, DIRECTION, 'angle'),
  'scene.surface.tilt': (given) => readWithin(given, TILT, 'angle'),
};

const ONLY_UNIFORM: Fault = { fault: 'must be "uniform" or "none" in the lean build. rivulet/element has every rain.' };

/**
 * The parser of a build that contains its scenes finished, as `parseScene` returned them. They were checked then, so this
 * parser only checks the few values that attributes can change, with the same messages. The first scene is the default.
 */
export function finishedParser(scenes: Readonly<Record<string, Scene>>): SceneParser {
  return {
    read(name = Object.keys(scenes)[0], overrides) {
      if (typeof name !== 'string' || !Object.hasOwn(scenes, name)) {
        const names = Object.keys(scenes).map((one) => `"${one}"`);
        const remedy = 'Other scenes need rivulet/element.';
        throw new RivuletError(`scene must be ${names.join(' or ')}; got ${describeValue(name)}. ${remedy}`, 'scene');
      }
      const { seed = scenes[name].seed, ...rest } = overrides;
      checkNumber(seed, SEED, 'scene.seed');
      return changed({ ...scenes[name], seed }, rest);
    },
    patch: ({ input }, patch) => changed(input as Scene, patch),
  };
}

/** The input keeps the options of rain that is switched off, for when it is switched on again. */
function changed(input: Scene, patch: SceneInput): ReadScene {
  const changedInput = changedPart(input, patch, 'scene', input) as unknown as Scene;
  const { rain } = changedInput;
  const scene = rain.kind === 'none' ? { ...changedInput, rain: { kind: rain.kind } } : changedInput;
  return { input: changedInput as unknown as SceneInput, scene };
}

function changedPart(part: object, patch: object, path: string, scene: Scene): Record<string, unknown> {
  const result = { ...part } as Record<string, unknown>;
  for (const [key, given] of Object.entries(patch)) {
    const at = `${path}.${key}`;
    const before = result[key];
    if (given === undefined || JSON.stringify(given) === JSON.stringify(before)) continue;
    const read = OPEN[at];
    if (read) result[key] = orThrow(read(given, scene), at);
    // The renderer checks its own part.
    else if (path === 'scene.camera') result[key] = given;
    else if (isObject(before) && isObject(given)) result[key] = changedPart(before, given, at, scene);
    else throw closed(at, before, given);
  }
  return result;
}

function readRate(given: unknown, { coating, rain, surface }: Scene): number | Fault {
  const rate = readRainRate(given);
  if ('fault' in rate) return rate;
  // Finished scenes are panes.
  const { width, height, cellSize } = surface as ScenePane;
  const glass = { width: cellsIn(width, cellSize) * cellSize, height: cellsIn(height, cellSize) * cellSize };
  return dropsPerSecond(rate, [glass], rainMasses(coating, rain as UniformRain).mean, 'scene.rain.rate');
}

function orThrow(value: unknown, path: string): unknown {
  if (isObject(value)) throw new RivuletError(`${path} ${(value as unknown as Fault).fault}`, path);
  return value;
}

function closed(path: string, before: unknown, given: unknown): RivuletError {
  const came = `got ${describeValue(given)}. rivulet/element can change it.`;
  return new RivuletError(`${path} must stay ${describeValue(before)} in the lean build; ${came}`, path);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
