/** What a scene keeps in files of its own: rain, and the field of a wind. */
import type { SceneInput } from '../index.js';
import type { CommandContext } from './command.js';
import { readRainFiles } from './rain-files.js';
import { readWindFile } from './wind-file.js';

/** The scene with what its files hold; those lie where `folder` says if their path is not whole. @param beneath what it changes */
export async function readSceneFiles(
  scene: SceneInput,
  folder: string,
  context: CommandContext,
  beneath: string | SceneInput = {},
): Promise<SceneInput> {
  return readWindFile(await readRainFiles(scene, folder, context, beneath), folder, context);
}
