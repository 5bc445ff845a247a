/** `--backdrop WHAT`: what stands behind the glass, in one word. */
import { existsSync } from 'node:fs';
import { loadScene, type SceneInput } from '../index.js';
import { isPlainObject } from '../scene/fields.js';
import { didYouMean } from '../scene/messages.js';
import { sentences } from './arguments.js';
import type { Arguments, Flag } from './command.js';
import { FailureError, UsageError } from './errors.js';

const PAINTED = ['street', 'night', 'garden'];

export const BACKDROP_FLAG: Flag = {
  value: 'WHAT',
  doc: `${PAINTED.join(', ')}, a PNG, JPEG or HDR file, or environment:FILE. Default: the scene's.`,
};

type BackdropJson = { kind: string; src?: string };

/** The scene before the backdrop that was asked for, of which nothing else is left; `--set` may still change it. */
export function withBackdrop(scene: string | SceneInput, given: Arguments): string | SceneInput {
  const word = given.value('backdrop');
  if (word === undefined) return scene;
  const backdrop = parseBackdrop(word);
  const input = typeof scene === 'string' ? loadScene(scene) : scene;
  // What is no scene is refused where scenes are.
  return isPlainObject(input) ? { ...input, backdrop } : input;
}

/** A file is a flat picture unless it is said to be an environment: whether it is one, its pixels do not tell. */
function parseBackdrop(word: string): BackdropJson {
  if (PAINTED.includes(word)) return { kind: word };
  const named = /^(image|environment)(?::(.*))?$/s.exec(word);
  const src = named ? named[2] : word;
  if (!src) {
    const forms = `${PAINTED.join(', ')}, FILE or environment:FILE`;
    throw new UsageError(`--backdrop must be ${forms}; got "${word}".`);
  }
  if (!named) checkMeant(word);
  return { kind: named?.[1] ?? 'image', src };
}

/** A bare word that is no file was most likely meant as a kind. */
function checkMeant(word: string): void {
  if (/[/\\.]/.test(word) || existsSync(word)) return;
  const remedy = didYouMean(word, PAINTED) || `Painted ones are ${PAINTED.join(', ')}.`;
  throw new FailureError(sentences(`there is no backdrop and no file "${word}".`, remedy));
}
