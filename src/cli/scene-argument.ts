/** SCENE on the command line (a preset's name, a file, or `-` for standard input) with all that the flags change. */

import { fstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { loadScene, parseSceneText, type SceneInput, sceneNames } from '../index.js';
import { didYouMean } from '../scene/messages.js';
import { withBackdrop } from './backdrop.js';
import type { CommandContext } from './command.js';
import { FailureError, fileProblem, systemCode } from './errors.js';
import { MAX_TEXT, readInput } from './input-files.js';
import { fillLists } from './overrides.js';
import { readSceneFiles } from './scene-files.js';

/** The scene and what is laid over it, as `createSimulation` takes them. */
export async function openScene(
  context: CommandContext,
  changes: SceneInput,
): Promise<[scene: string | SceneInput, overrides: SceneInput]> {
  const { arguments: given } = context;
  const scene = withBackdrop(await readScene(given.operands[0], context), given, changes);
  const whole = fillLists(changes, typeof scene === 'string' ? loadScene(scene) : scene);
  return [scene, await readSceneFiles(whole, '.', context, scene)];
}

/** A preset's name as it is, otherwise the scene read from a file or from standard input. */
export async function readScene(argument: string, context: CommandContext): Promise<string | SceneInput> {
  if (sceneNames.includes(argument)) return argument;
  const fromStdin = argument === '-';
  const label = fromStdin ? 'standard input' : argument;
  const from = fromStdin ? (context.console.stdin as Readable) : argument;
  let text: string;
  try {
    if (typeof from !== 'string') checkStdin(from);
    const wish = { role: 'scene', file: argument, from, label, what: 'scene', megabytes: MAX_TEXT } as const;
    text = (await readInput(context, wish)).toString('utf8');
  } catch (error) {
    context.interrupt.check();
    if (error instanceof FailureError) throw error;
    throw notReadable(argument, error);
  }
  const folder = fromStdin ? '.' : dirname(argument);
  return readSceneFiles(parseSceneText(text, label), folder, context);
}

/** A file that is not there was most likely meant as a preset's name. */
function notReadable(argument: string, error: unknown): FailureError {
  if (systemCode(error) !== 'ENOENT' || /[/\\]|\.json$/i.test(argument)) {
    return new FailureError(`cannot read the scene ${argument}: ${fileProblem(error)}.`);
  }
  const remedy = didYouMean(argument, sceneNames) || 'See rivulet scenes.';
  return new FailureError(`there is no scene and no file "${argument}". ${remedy}`);
}

/** Node takes a folder as standard input for an empty one. */
function checkStdin(stream: Readable): void {
  const fd = 'fd' in stream && typeof stream.fd === 'number' ? stream.fd : undefined;
  if (fd === undefined || !fstatSync(fd).isDirectory()) return;
  throw new FailureError('cannot read the scene from standard input: it is a folder.');
}
