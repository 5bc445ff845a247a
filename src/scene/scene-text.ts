/** Scenes from files. */
import { RivuletError } from '../core/errors.js';
import { findJsonFault } from './json-fault.js';
import type { SceneInput } from './scene.js';

/**
 * The scene in a file's text; `name` is the file's name for the error line. Only the JSON is checked here, the scene by
 * whoever uses it. A byte order mark, as some editors write it, is passed over.
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
