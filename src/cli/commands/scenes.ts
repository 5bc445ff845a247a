/** `rivulet scenes`: the presets. */
import { loadScene, sceneNames } from '../../index.js';
import type { Command } from '../command.js';
import { table } from '../table.js';

export const scenesCommand: Command = {
  name: 'scenes',
  summary: 'Lists the preset scenes.',
  operands: '[--json]',
  count: [0, 0],
  flags: { json: { doc: 'Prints a list of {name, title, about, scene} as JSON; save a scene to change it.' } },
  examples: ['rivulet scenes', 'rivulet scenes --json'],
  async run({ arguments: given, console }) {
    const scenes = sceneNames.map((name) => ({ name, scene: loadScene(name) }));
    if (given.has('json')) {
      const list = scenes.map(({ name, scene }) => ({
        name,
        title: scene.title ?? '',
        about: scene.about ?? '',
        scene,
      }));
      console.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
    } else {
      console.stdout.write(table(scenes.map(({ name, scene }) => [name, scene.title ?? ''])));
    }
  },
};
