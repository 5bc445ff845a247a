/** The backdrop of a scene, with the pictures from its files. */
import { describeValue, RivuletError } from '../core/errors.js';
import type { Scene } from '../index.js';
import { type Backdrop, type BackdropOptions, createBackdrop } from '../render/offline/index.js';
import { isPlainObject } from '../scene/fields.js';
import type { CommandContext } from './command.js';
import { readPicture } from './pictures/read-picture.js';

const PATH = 'scene.backdrop';
const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];

/** Pictures are named by `src`: a file, from where the command was given; of an environment also one for each face of a cube. */
export async function readBackdrop(scene: Scene, context: CommandContext): Promise<Backdrop> {
  const { src, ...rest } = scene.backdrop;
  const pictured = rest.kind === 'image' || rest.kind === 'environment';
  if (!pictured) return createBackdrop(scene.backdrop as unknown as BackdropOptions, PATH);
  const image =
    rest.kind === 'environment' && isPlainObject(src)
      ? await readFaces(src, context)
      : await readFile(src, String(rest.kind), context);
  try {
    return createBackdrop({ ...rest, image } as unknown as BackdropOptions, PATH);
  } catch (error) {
    // A scene knows the picture as its src.
    if (!(error instanceof RivuletError)) throw error;
    const rename = (text: string) => text.replace(/^scene\.backdrop\.image\b/, `${PATH}.src`);
    throw new RivuletError(rename(error.message), rename(error.path));
  }
}

function readFile(src: unknown, kind: string, context: CommandContext) {
  if (typeof src === 'string' && src !== '') return readPicture(context, 'backdrop', src);
  const faces = kind === 'environment' ? `, or one for each of ${FACES.join(', ')}` : '';
  const must = `must be the name of a PNG, JPEG or Radiance HDR file${faces}`;
  const came = src === undefined ? 'nothing' : describeValue(src);
  throw new RivuletError(`${PATH}.src ${must}; got ${came}.`, `${PATH}.src`);
}

async function readFaces(src: Record<string, unknown>, context: CommandContext) {
  const stranger = Object.keys(src).find((name) => !FACES.includes(name));
  const missing = FACES.find((name) => typeof src[name] !== 'string' || src[name] === '');
  if (stranger ?? missing) {
    const came = stranger ? `it has "${stranger}"` : `it has no "${missing}"`;
    throw new RivuletError(`${PATH}.src must have a file for each of ${FACES.join(', ')}; ${came}.`, `${PATH}.src`);
  }
  const pictures: [string, unknown][] = [];
  for (const name of FACES) pictures.push([name, await readPicture(context, 'backdrop', src[name] as string)]);
  return Object.fromEntries(pictures);
}
