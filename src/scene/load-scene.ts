/** The scenes that come with the package: those of scenes/*.json. */
import { describeValue, RivuletError } from '../core/errors.js';
import { didYouMean } from './messages.js';
import { PRESETS } from './presets.generated.js';
import type { SceneInput } from './scene.js';

/** The names of all preset scenes. */
export const sceneNames: readonly string[] = Object.freeze(Object.keys(PRESETS));

/** A preset scene by its name, as plain JSON: a copy, free to be changed. */
export function loadScene(name: string): SceneInput {
  if (typeof name === 'string' && Object.hasOwn(PRESETS, name)) return JSON.parse(JSON.stringify(PRESETS[name]));
  const meant = didYouMean(name, sceneNames) || `The scenes are ${sceneNames.join(', ')}.`;
  throw new RivuletError(`scene must be the name of a preset; got ${describeValue(name)}. ${meant}`, 'scene');
}
