/** What stands behind the glass: `--backdrop WHAT` in one word, and the pictures from the files that a scene names. */

import { existsSync } from 'node:fs';
import { describeValue, RivuletError } from '../core/errors.js';
import { withoutUnit } from '../core/units.js';
import { loadScene, type Scene, type SceneInput } from '../index.js';
import { SPAN } from '../render/backdrop/create-backdrop.js';
import {
  type Backdrop,
  type BackdropImage,
  type BackdropOptions,
  createBackdrop,
  cuboidOfBackdrop,
  cuboidOfFaces,
  cuboidOfStreet,
  type EnvironmentFaces,
  type PaintedBackdrop,
  type Surroundings,
  sphereOf,
} from '../render/offline/index.js';
import { isPlainObject } from '../scene/fields.js';
import { didYouMean } from '../scene/messages.js';
import { sentences } from './arguments.js';
import type { Arguments, CommandContext, Flag } from './command.js';
import { FailureError, UsageError } from './errors.js';
import { readPicture } from './pictures/read-picture.js';

const PAINTED = ['street', 'night', 'garden'];

export const BACKDROP_FLAG: Flag = {
  value: 'WHAT',
  doc: `${PAINTED.join(', ')}, a PNG, JPEG or HDR file, or environment:FILE. Default: the scene's.`,
};

type BackdropJson = { kind: string; src?: string; span?: number };

/** The scene with the backdrop of `--backdrop` in place of its own; the `changes` of `--set` come on top. */
export function withBackdrop(scene: string | SceneInput, given: Arguments, changes: SceneInput): string | SceneInput {
  const word = given.value('backdrop');
  if (word === undefined) return scene;
  const backdrop = parseBackdrop(word);
  const input = typeof scene === 'string' ? loadScene(scene) : scene;
  // What is no scene is refused by the parser of scenes.
  if (!isPlainObject(input)) return input;
  const span = backdrop.kind === 'image' ? spanInView(input.camera, changes.camera) : 1;
  return {
    ...input,
    backdrop: { ...backdrop, ...streetOf(input.backdrop, backdrop.kind), ...(span !== 1 && { span }) },
  };
}

/** A scene whose street goes all around or comes nearer, as from inside a car, keeps that at another time of day. */
function streetOf(own: unknown, kind: string): Record<string, unknown> {
  if ((kind !== 'street' && kind !== 'night') || !isPlainObject(own)) return {};
  return Object.fromEntries(['around', 'speed', 'time'].flatMap((key) => (key in own ? [[key, own[key]]] : [])));
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
export function spanInView(camera: unknown, change: unknown): number {
  const moved = isPlainObject(change) && ('zoom' in change || 'centre' in change);
  if (moved || !isPlainObject(camera) || (camera.centre ?? null) !== null) return 1;
  const { zoom } = camera;
  return typeof zoom === 'number' && zoom > 0 ? Math.min(SPAN.max, Math.max(SPAN.min, 1 / zoom)) : 1;
}

/** A file is a flat picture unless the options call it an environment: its pixels do not show whether it is one. */
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

const PATH = 'scene.backdrop';
const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];

/** Does the scene's street move on, so that each picture has another backdrop? */
export function isDriven({ backdrop }: Scene): boolean {
  return (withoutUnit(backdrop.speed ?? 0, 'speed') as number) > 0;
}

/** The street of a scene that has run for so long [s]; other backdrops as they are. */
function backdropAt(scene: Scene, elapsed: number): Scene['backdrop'] {
  const { time, ...rest } = scene.backdrop;
  if (elapsed === 0 || !isDriven(scene)) return scene.backdrop;
  return { ...rest, time: elapsed + (withoutUnit(time ?? 0, 'time') as number) };
}

/**
 * What stands around a surface in space, when its scene has run for so long [s]: a room of the backdrop's picture, or an
 * environment as it is.
 */
export async function readSurroundings(scene: Scene, context: CommandContext, elapsed = 0): Promise<Surroundings> {
  const { src, turn = 0, away = 8000, kind } = scene.backdrop;
  if ((scene.backdrop.around ?? 'picture') !== 'picture')
    return cuboidOfStreet(backdropAt(scene, elapsed) as unknown as PaintedBackdrop, PATH);
  if (kind !== 'environment') return cuboidOfBackdrop(await readBackdrop(scene, context, elapsed));
  if (!isPlainObject(src)) {
    const image = (await readFile(src, kind, context)) as BackdropImage;
    return sphereOf(image, withoutUnit(turn, 'angle') as number, PATH);
  }
  const side = 2 * (withoutUnit(away, 'length') as number);
  return cuboidOfFaces((await readFaces(src, context)) as unknown as EnvironmentFaces, [side, side, side], PATH);
}

/**
 * What stands behind the glass, when the scene has run for so long [s]. Pictures are named by `src`: a file, from where the command
 * was given; of an environment also one for each face of a cube.
 */
export async function readBackdrop(scene: Scene, context: CommandContext, elapsed = 0): Promise<Backdrop> {
  const { src, ...rest } = scene.backdrop;
  const pictured = rest.kind === 'image' || rest.kind === 'environment';
  if (!pictured) return createBackdrop(backdropAt(scene, elapsed) as unknown as BackdropOptions, PATH);
  const image =
    rest.kind === 'environment' && isPlainObject(src)
      ? await readFaces(src, context)
      : await readFile(src, String(rest.kind), context);
  try {
    return createBackdrop({ ...rest, image } as unknown as BackdropOptions, PATH);
  } catch (error) {
    // In errors the picture has the name that the scene gave it, its src.
    if (!(error instanceof RivuletError)) throw error;
    const rename = (text: string) => text.replace(/^scene\.backdrop\.image\b/, `${PATH}.src`);
    throw new RivuletError(rename(error.message), rename(error.path));
  }
}

function readFile(src: unknown, kind: string, context: CommandContext) {
  if (typeof src === 'string' && src !== '') return readPicture(context, 'backdrop', src);
  const faces = kind === 'environment' ? `, or one for each of ${FACES.join(', ')}` : '';
  const must = `must be the name of a PNG, JPEG or Radiance HDR file${faces}`;
  const came = src === undefined ? 'nothing' : describeValue(src);
  throw new RivuletError(`${PATH}.src ${must}; got ${came}.`, `${PATH}.src`);
}

async function readFaces(src: Record<string, unknown>, context: CommandContext) {
  const stranger = Object.keys(src).find((name) => !FACES.includes(name));
  const missing = FACES.find((name) => typeof src[name] !== 'string' || src[name] === '');
  if (stranger ?? missing) {
    const came = stranger ? `it has "${stranger}"` : `it has no "${missing}"`;
    throw new RivuletError(`${PATH}.src must have a file for each of ${FACES.join(', ')}; ${came}.`, `${PATH}.src`);
  }
  const pictures: [string, unknown][] = [];
  for (const name of FACES) pictures.push([name, await readPicture(context, 'backdrop', src[name] as string)]);
  return Object.fromEntries(pictures);
}
