/** SCENE with all that the command line changes: `--set`, `--seed`, `--backdrop`, and the files that they name. */
import { createSimulation, type SceneInput } from '../index.js';
import { withBackdrop } from './backdrop-argument.js';
import type { CommandContext } from './command.js';
import { changesLists, fillLists, withoutLists } from './overrides.js';
import { readScene } from './scene-argument.js';
import { readSceneFiles } from './scene-files.js';

/** The scene and what is laid over it, as `createSimulation` takes them. */
export async function openScene(
  context: CommandContext,
  changes: SceneInput,
): Promise<[scene: string | SceneInput, overrides: SceneInput]> {
  const { arguments: given } = context;
  const scene = withBackdrop(await readScene(given.operands[0], context), given, changes);
  if (!changesLists(changes)) return [scene, await readSceneFiles(changes, '.', context, scene)];
  // Lists that the scene leaves out have defaults, so the whole scene is asked for them.
  const beneath = await readSceneFiles(withoutLists(changes), '.', context, scene);
  const whole = createSimulation(scene, beneath).scene;
  return [scene, await readSceneFiles(fillLists(changes, whole), '.', context, scene)];
}
