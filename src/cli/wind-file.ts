/** A wind's field from a picture: `{"kind": "map", "file": "wind.png"}` in a scene becomes the multipliers in its pixels. */
import { describeValue, RivuletError } from '../core/errors.js';
import type { SceneInput } from '../index.js';
import type { BackdropImage } from '../render/offline/index.js';
import { isPlainObject } from '../scene/fields.js';
import { WIND_FIELD } from '../scene/wind.js';
import type { CommandContext } from './command.js';
import { FailureError } from './errors.js';
import { readPicture } from './pictures/read-picture.js';

const PATH = 'scene.wind.field';

/** The scene with the field in its picture, which lies where `folder` says if its path is not whole. */
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
