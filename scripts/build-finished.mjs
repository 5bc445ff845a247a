/**
 * Finishes a few presets: `parseScene` runs now instead of in the page, so that a lean page needs no schema. Runs from
 * the sources, since what is written here is compiled with them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDue, needs, ROOT, writeWhole } from './tasks.mjs';

const PRESETS = 'src/scene/presets.generated.ts';
const OUTPUT = 'src/scene/finished.generated.ts';
/** Presets that `leanParts` can run. */
const NAMES = ['window', 'window-beads'];

export async function buildFinished(force) {
  needs(PRESETS, 'the presets are gathered there');
  if (!force && !isDue(inputs(), [OUTPUT])) return false;
  const { loadScene, parseScene, MODELS } = await loadSources();
  const scenes = NAMES.map((name) => [name, parseScene({ ...loadScene(name), about: '' }, MODELS)]);
  writeWhole(
    OUTPUT,
    "// Written by scripts/build-finished.mjs.\nimport type { Scene } from './scene.js';\n\n" +
      scenes.map(([name, scene]) => `export const ${constantOf(name)}: Scene = ${JSON.stringify(scene)};\n`).join('\n'),
  );
  return true;
}
buildFinished.title = 'finished scenes';

/** The sources of options and their defaults. Of src/scene its files, since writing the output changes the folder's own time. */
function inputs() {
  const files = readdirSync(join(ROOT, 'src/scene')).filter((name) => !OUTPUT.endsWith(name));
  return [...files.map((name) => `src/scene/${name}`), 'src/models', 'src/weather', 'scripts/build-finished.mjs'];
}

function constantOf(name) {
  return name.toUpperCase().replaceAll('-', '_');
}

/** The parser of the library, bundled in memory. */
async function loadSources() {
  const { build } = await import('vite');
  const entry = join(ROOT, 'scripts/finished-entry.ts');
  const [{ output }] = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  });
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
