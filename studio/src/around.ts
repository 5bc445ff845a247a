/** What stands around a surface in space, as the pixels of a texture. */
import {
  type BackdropOptions,
  createBackdrop,
  cuboidOfBackdrop,
  cuboidOfStreet,
  pictureAround,
  type Surroundings,
} from 'rivulet/offline';
import { DataUtils } from 'three';

/** The picture all around, `width` × `width`/2 half floats of red, green, blue, alpha, from below to above. */
export function pixelsAround(backdrop: BackdropOptions, width: number): Uint16Array<ArrayBuffer> {
  const { data, height } = pictureAround(roomOf(backdrop), width);
  const pixels = new Uint16Array(4 * width * height).fill(DataUtils.toHalfFloat(1));
  for (let p = 0; p < width * height; p++) {
    // Textures begin below, pictures above.
    const row = height - 1 - Math.floor(p / width);
    const to = 4 * (row * width + (p % width));
    for (let c = 0; c < 3; c++) pixels[to + c] = DataUtils.toHalfFloat(Math.min(6e4, data[3 * p + c]));
  }
  return pixels;
}

/** What stands around: the scene's street on all walls, or a room of its picture. */
function roomOf(backdrop: BackdropOptions): Surroundings {
  if ('around' in backdrop && (backdrop.around ?? 'picture') !== 'picture') {
    return cuboidOfStreet(backdrop, 'scene.backdrop');
  }
  return cuboidOfBackdrop(createBackdrop(backdrop, 'scene.backdrop'));
}
