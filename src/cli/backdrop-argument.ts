/** `--backdrop WHAT`: what stands behind the glass, in one word. */
import { existsSync } from 'node:fs';
import { loadScene, type SceneInput } from '../index.js';
import { SPAN } from '../render/backdrop/create-backdrop.js';
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

type BackdropJson = { kind: string; src?: string; span?: number };

/** The scene before the backdrop that was asked for, of which nothing else is left; the `changes` of `--set` may still change it. */
export function withBackdrop(scene: string | SceneInput, given: Arguments, changes: SceneInput): string | SceneInput {
  const word = given.value('backdrop');
  if (word === undefined) return scene;
  const backdrop = parseBackdrop(word);
  const input = typeof scene === 'string' ? loadScene(scene) : scene;
  // What is no scene is refused where scenes are.
  if (!isPlainObject(input)) return input;
  const span = backdrop.kind === 'image' ? spanInView(input.camera, changes.camera) : 1;
  return { ...input, backdrop: span === 1 ? backdrop : { ...backdrop, span } };
}

/** The file of a flat picture that `--backdrop` names, if it does. */
export function flatBackdrop(given: Arguments): string | undefined {
  const word = given.value('backdrop');
  const backdrop = word === undefined ? undefined : parseBackdrop(word);
  return backdrop?.kind === 'image' ? backdrop.src : undefined;
}

/**
 * How much a flat picture spans so that all of it is seen. A scene's camera comes near to the glass by its zoom and would cut off
 * the picture as well; where it looks at a certain place, or `--set` moves it, it is to show a part.
 */
function spanInView(camera: unknown, change: unknown): number {
  const moved = isPlainObject(change) && ('zoom' in change || 'centre' in change);
  if (moved || !isPlainObject(camera) || (camera.centre ?? null) !== null) return 1;
  const { zoom } = camera;
  return typeof zoom === 'number' && zoom > 0 ? Math.min(SPAN.max, Math.max(SPAN.min, 1 / zoom)) : 1;
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
  if (/^https?:/i.test(src)) {
    throw new UsageError(`--backdrop must be a file of this machine; got "${src}". Download it first.`);
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
