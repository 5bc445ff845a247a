/** Scenes by name, which come with the package (scenes/*.json), and scenes from the text of a file. */
import { describeValue, RivuletError } from '../core/errors.js';
import { findJsonFault } from './json-fault.js';
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

/**
 * The scene in a file's text; `name` is the file's name for the error line. Only the JSON is checked here, the scene where it is
 * used. A byte order mark, as some editors write it, is skipped.
 */
export function parseSceneText(text: string, name: string): SceneInput {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch {
    // The engine's own message differs from version to version and often names no place.
    const { line, column, reason } = findJsonFault(json);
    throw new RivuletError(`scene file ${name} is not JSON: line ${line}, column ${column}: ${reason}.`);
  }
}
