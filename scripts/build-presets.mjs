/** Gathers scenes/*.json into one module, so that the library needs no file system to know its presets. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDue, needs, ROOT, TaskError, writeWhole } from './tasks.mjs';

const SCENES = 'scenes';
const OUTPUT = 'src/scene/presets.generated.ts';

export function buildPresets(force) {
  needs(SCENES, 'the preset scenes stand there');
  if (!force && !isDue([SCENES, 'scripts/build-presets.mjs'], [OUTPUT])) return false;
  const files = readdirSync(join(ROOT, SCENES)).filter((name) => name.endsWith('.json'));
  if (files.length === 0) throw new TaskError('scenes/ holds no *.json.');
  const names = files.map((file) => file.slice(0, -'.json'.length)).sort();
  const presets = Object.fromEntries(names.map((name) => [name, readScene(`${SCENES}/${name}.json`)]));
  writeWhole(
    OUTPUT,
    '// Written by scripts/build-presets.mjs.\n' +
      '/** The scenes that come with the package, by name, as they stand in scenes/. */\n' +
      `export const PRESETS: Readonly<Record<string, unknown>> = ${JSON.stringify(presets, null, 2)};\n`,
  );
  return true;
}
buildPresets.title = 'presets';

function readScene(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  } catch (error) {
    throw new TaskError(`${path} is not JSON: ${error.message}`);
  }
}
