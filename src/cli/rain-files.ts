/** Rain from files: `{"kind": "script", "file": "rain.csv"}` in a scene becomes the list of its drops. */
import { resolve } from 'node:path';
import { describeValue, RivuletError } from '../core/errors.js';
import { loadScene, parseRainScript, type SceneInput } from '../index.js';
import { isPlainObject } from '../scene/fields.js';
import { DEFAULT_RAIN, rainOptions } from '../scene/rain.js';
import type { CommandContext } from './command.js';
import { FailureError, fileProblem, systemCode } from './errors.js';
import { readInput } from './input-files.js';
import { MAX_TEXT } from './read-stream.js';

type Part = Record<string, unknown>;

/**
 * The scene with the drops of its rain files, which lie where `folder` says if their path is not whole. Changes to a scene
 * may leave the kind of rain to the scene `beneath` them.
 */
export async function readRainFiles(
  scene: SceneInput,
  folder: string,
  context: CommandContext,
  beneath: string | SceneInput = {},
): Promise<SceneInput> {
  const rain = asPart(asPart(scene)?.rain);
  if (!rain) return scene;
  const read = await readRain(rain, 'scene.rain', folder, context, kindBeneath(beneath));
  if (!Array.isArray(read.rains)) return { ...scene, rain: read } as SceneInput;
  const rains: unknown[] = [];
  for (const [n, one] of read.rains.entries()) {
    const part = asPart(one);
    rains.push(part ? await readRain(part, `scene.rain.rains[${n}]`, folder, context) : one);
  }
  return { ...scene, rain: { ...read, rains } } as SceneInput;
}

/** Files are for scripts alone. */
async function readRain(
  rain: Part,
  path: string,
  folder: string,
  context: CommandContext,
  kindElse: unknown = DEFAULT_RAIN,
): Promise<Part> {
  const { file, ...rest } = rain;
  const kind = rest.kind ?? kindElse;
  // Rain that is switched off keeps what it has, unread, and a kind that nobody knows is refused by the scene's own check.
  const hasOptions = rainOptions(kind).length > 1;
  if (file === undefined || !hasOptions) return rain;
  if (kind !== 'script') {
    const came = `the kind is ${describeValue(kind)}`;
    throw new RivuletError(
      `${path}.file needs rain.kind=script; ${came}. Set it to script, or leave the file out.`,
      `${path}.file`,
    );
  }
  if (typeof file !== 'string' || file === '') {
    throw new RivuletError(
      `${path}.file must be the name of a CSV or JSON file; got ${describeValue(file)}.`,
      `${path}.file`,
    );
  }
  if (rest.drops !== undefined) throw new RivuletError(`${path} must have drops or a file; got both.`, path);
  try {
    const from = resolve(folder, file);
    const wish = { role: 'rain', file, from, label: file, what: 'rain', megabytes: MAX_TEXT } as const;
    const text = (await readInput(context, wish)).toString('utf8');
    return { ...rest, drops: parseRainScript(text, file) };
  } catch (error) {
    context.interrupt.check();
    if (!systemCode(error)) throw error;
    throw new FailureError(`cannot read the rain ${file}: ${fileProblem(error)}.`);
  }
}

function kindBeneath(scene: string | SceneInput): unknown {
  const input = typeof scene === 'string' ? loadScene(scene) : scene;
  return asPart(asPart(input)?.rain)?.kind;
}

function asPart(value: unknown): Part | undefined {
  return isPlainObject(value) ? value : undefined;
}
