/**
 * What a scene keeps in files of its own. `{"kind": "script", "file": "rain.csv"}` as its rain becomes the list of the drops,
 * `{"kind": "bezier", "file": "patches.json"}` as its surface becomes the control points,
 * a picture as `noiseMap` or `remainderMap` of the model becomes its grey values, and
 * `{"kind": "map", "file": "wind.png"}` as the field of its wind becomes the multipliers in the picture's pixels.
 */

import { resolve } from 'node:path';
import { describeValue, RivuletError } from '../core/errors.js';
import { loadScene, parseRainScript, type SceneInput } from '../index.js';
import type { BackdropImage } from '../render/offline/index.js';
import { isPlainObject } from '../scene/fields.js';
import { DEFAULT_RAIN, rainOptions } from '../scene/rain.js';
import { WIND_FIELD } from '../scene/wind.js';
import type { CommandContext } from './command.js';
import { FailureError, fileProblem, systemCode } from './errors.js';
import { MAX_TEXT, readInput } from './input-files.js';
import { readPicture } from './pictures/read-picture.js';

/** The scene with what its files hold; relative paths start at `folder`. @param beneath what it changes */
export async function readSceneFiles(
  scene: SceneInput,
  folder: string,
  context: CommandContext,
  beneath: string | SceneInput = {},
): Promise<SceneInput> {
  const rained = await readRainFiles(scene, folder, context, beneath);
  const patched = await readPatchFile(rained, folder, context);
  return readWindFile(await readMapFiles(patched, folder, context), folder, context);
}

/** The maps of `stuppacher2007` that may be pictures, and which sizes they may have [px]. */
const MODEL_MAPS = {
  noiseMap: { size: 'a square of 4 to 512 px', fits: (w: number, h: number) => w === h && w >= 4 && w <= 512 },
  remainderMap: { size: 'one row of 2 to 1024 px', fits: (w: number, h: number) => h === 1 && w >= 2 && w <= 1024 },
} as const;

/** The scene with the grey values of pictures that its model names; other texts are left to the parser of scenes. */
async function readMapFiles(scene: SceneInput, folder: string, context: CommandContext): Promise<SceneInput> {
  const model = asPart(asPart(scene)?.model);
  if (!model) return scene;
  const read: Part = { ...model };
  for (const [option, { size, fits }] of Object.entries(MODEL_MAPS)) {
    const file = model[option];
    if (typeof file !== 'string' || !/\.[a-z]+$/i.test(file)) continue;
    const { data, width, height } = await readPicture(context, option as keyof typeof MODEL_MAPS, file, folder);
    if (data instanceof Float32Array) throw new FailureError(`the ${option} ${file} must be a PNG or JPEG; it is HDR.`);
    if (!fits(width, height)) {
      throw new FailureError(
        `the ${option} ${file} must be ${size}; it is ${width} x ${height}. Make it another size.`,
      );
    }
    read[option] = Array.from({ length: width * height }, (_, n) => greyDigits(data, 4 * n)).join('');
  }
  return { ...scene, model: read } as SceneInput;
}

/** The mean of red, green and blue as two hex digits. */
function greyDigits(data: Uint8Array | Uint8ClampedArray, at: number): string {
  return Math.round((data[at] + data[at + 1] + data[at + 2]) / 3)
    .toString(16)
    .padStart(2, '0');
}

type Part = Record<string, unknown>;

/**
 * The scene with the drops of its rain files; relative paths start at `folder`. Changes to a scene
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
  // Rain that is switched off keeps what it has, unread, and an unknown kind is refused by the parser of scenes.
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

/** The scene with the control points in its surface's file: a list of numbers, or a list of such lists, as deep as you like. */
async function readPatchFile(scene: SceneInput, folder: string, context: CommandContext): Promise<SceneInput> {
  const surface = asPart(asPart(scene)?.surface);
  if (surface?.kind !== 'bezier' || surface.file === undefined) return scene;
  const { file, ...rest } = surface;
  const path = 'scene.surface.file';
  if (typeof file !== 'string' || file === '') {
    throw new RivuletError(`${path} must be the name of a JSON file; got ${describeValue(file)}.`, path);
  }
  if (rest.patches) throw new RivuletError('scene.surface must have patches or a file; got both.', 'scene.surface');
  try {
    const from = resolve(folder, file);
    const wish = { role: 'surface', file, from, label: file, what: 'surface', megabytes: MAX_TEXT } as const;
    const given: unknown = JSON.parse((await readInput(context, wish)).toString('utf8'));
    if (!Array.isArray(given)) throw new SyntaxError('it is no list');
    return { ...scene, surface: { ...rest, patches: given.flat(Number.POSITIVE_INFINITY) } } as SceneInput;
  } catch (error) {
    context.interrupt.check();
    if (error instanceof SyntaxError) {
      throw new FailureError(`the surface ${file} must be a JSON list of control points: ${error.message}.`);
    }
    if (!systemCode(error)) throw error;
    throw new FailureError(`cannot read the surface ${file}: ${fileProblem(error)}.`);
  }
}

const PATH = 'scene.wind.field';

/** The scene with the field in its picture; a relative path starts at `folder`. */
export async function readWindFile(scene: SceneInput, folder: string, context: CommandContext): Promise<SceneInput> {
  const wind: unknown = isPlainObject(scene) ? scene.wind : undefined;
  const field = isPlainObject(wind) ? wind.field : undefined;
  if (!isPlainObject(wind) || !isPlainObject(field) || field.file === undefined) return scene;
  const { file, white, ...rest } = checked(field);
  const image = await readPicture(context, 'wind', file, folder);
  const { width, height } = image;
  if (Math.max(width, height) > WIND_FIELD.width.max) {
    const most = `${WIND_FIELD.width.max} x ${WIND_FIELD.width.max}`;
    throw new FailureError(`the wind ${file} must be at most ${most} px; it is ${width} x ${height}. Make it smaller.`);
  }
  const map = { ...rest, width, height, values: multipliers(image, white) };
  return { ...scene, wind: { ...wind, field: map } } as SceneInput;
}

/** A field of which all that concerns its picture will do. */
function checked({ file, white = 1, kind = 'map', ...rest }: Record<string, unknown>) {
  if (kind !== 'map') {
    const came = `the kind is ${describeValue(kind)}`;
    throw new RivuletError(
      `${PATH}.file needs kind=map; ${came}. Set it to map, or leave the file out.`,
      `${PATH}.file`,
    );
  }
  if (typeof file !== 'string' || file === '') {
    throw new RivuletError(`${PATH}.file must be the name of a picture; got ${describeValue(file)}.`, `${PATH}.file`);
  }
  const { min, max } = WIND_FIELD.values;
  if (typeof white !== 'number' || !(white >= min && white <= max)) {
    const range = `${min} to ${max}, the multiplier of white`;
    throw new RivuletError(`${PATH}.white must be ${range}; got ${describeValue(white)}.`, `${PATH}.white`);
  }
  const other = ['width', 'height', 'values'].find((name) => rest[name] !== undefined);
  if (other) throw new RivuletError(`${PATH} must have ${other} or a file; got both.`, PATH);
  return { ...rest, kind, file, white };
}

/** Grey of every pixel as it is written in the file, black 0 and white `white`; of colours the mean. */
function multipliers({ data, width, height }: BackdropImage, white: number): number[] {
  const whole = data instanceof Float32Array ? 3 : 3 * 255;
  const channels = data.length / (width * height);
  return Array.from({ length: width * height }, (_, n) => {
    const at = channels * n;
    return (white * (data[at] + data[at + 1] + data[at + 2])) / whole;
  });
}
