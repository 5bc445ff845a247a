/** What stands around a surface as one equirectangular picture, for renderers that take such environments. */
import { checkNumber } from '../../core/errors.js';
import { cos, sin } from '../../core/math.js';
import type { LinearPicture } from '../picture/linear.js';
import { lookAround, type Surroundings } from './surroundings.js';

/**
 * The picture of `width` × `width`/2 pixels that an eye at the origin sees all around, linear, three floats a pixel. Rows go from
 * above to below, columns as three.js reads environments: u = ½ + atan2(z, x)/2π, so +X is in the middle.
 */
export function pictureAround(surroundings: Surroundings, width = 1024): LinearPicture {
  checkNumber(width, { min: 2, max: 16384, integer: true, unit: 'px' }, 'width');
  const height = Math.max(1, Math.floor(width / 2));
  const data = new Float32Array(3 * width * height);
  const light = new Float64Array(3);
  const direction = new Float64Array(3);
  const beam = { origin: new Float64Array(3), direction, width: 0, spread: (2 * Math.PI) / width };
  for (let row = 0, p = 0; row < height; row++) {
    const up = Math.PI * (0.5 - (row + 0.5) / height);
    for (let col = 0; col < width; col++, p += 3) {
      const around = 2 * Math.PI * ((col + 0.5) / width - 0.5);
      direction[0] = cos(up) * cos(around);
      direction[1] = sin(up);
      direction[2] = cos(up) * sin(around);
      lookAround(surroundings, beam, light);
      data.set(light, p);
    }
  }
  return { data, width, height };
}
