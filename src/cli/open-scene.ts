/** SCENE with all that the command line changes: `--set`, `--seed`, `--backdrop`, and the files that they name. */
import { loadScene, type SceneInput } from '../index.js';
import { withBackdrop } from './backdrop-argument.js';
import type { CommandContext } from './command.js';
import { fillLists } from './overrides.js';
import { readScene } from './scene-argument.js';
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
