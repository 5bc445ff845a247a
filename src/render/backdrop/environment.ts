/** Environment maps as flat backdrops: what lies ahead of the window is laid onto a plane once, so that drops need one lookup. */
import { describeValue, RivuletError } from '../../core/errors.js';
import { cos, sin } from '../../core/math.js';
import { addBilinear, type LinearPicture } from '../picture/linear.js';
import { type BackdropImage, type EnvironmentBackdrop, readImage } from './create-backdrop.js';
import { decodeRadiance } from './radiance.js';

/** The six faces of a cube, as GL names and lays them: px, nx, py, ny, pz, nz, seen from inside. */
export interface EnvironmentFaces {
  readonly px: BackdropImage;
  readonly nx: BackdropImage;
  readonly py: BackdropImage;
  readonly ny: BackdropImage;
  readonly pz: BackdropImage;
  readonly nz: BackdropImage;
}

export const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'] as const;
const FLAT_WIDTH = 1536;
const FLAT_HEIGHT = 864;
/** Tolerance of the ratio 2 : 1 of a whole sphere: a few rows that a camera cut off do not show. */
const SHAPE_TOLERANCE = 0.02;

/** The part of an environment ahead, turned by `turn` [rad] and `field` [rad] across, and the slope of the rays to its edges. */
export function flattenEnvironment(
  image: EnvironmentBackdrop['image'],
  turn: number,
  field: number,
  path: string,
): LinearPicture & { slope: number } {
  if (typeof image !== 'object' || image === null) {
    const came = describeValue(image);
    throw new RivuletError(`${path}.image must be { data, width, height } or six faces; got ${came}.`, `${path}.image`);
  }
  const look = 'px' in image ? cubeLook(image, path) : sphereLook(image, path);
  const data = new Float32Array(3 * FLAT_WIDTH * FLAT_HEIGHT);
  const slope = sin(field / 2) / cos(field / 2);
  const [s, c] = [sin(turn), cos(turn)];
  const colour = new Float64Array(3);
  for (let row = 0, p = 0; row < FLAT_HEIGHT; row++) {
    const y = ((slope * FLAT_HEIGHT) / FLAT_WIDTH) * (1 - (2 * row + 1) / FLAT_HEIGHT);
    for (let col = 0; col < FLAT_WIDTH; col++, p += 3) {
      const x = slope * ((2 * col + 1) / FLAT_WIDTH - 1);
      colour.fill(0);
      look(x * c + s, y, c - x * s, colour);
      data.set(colour, p);
    }
  }
  return { data, width: FLAT_WIDTH, height: FLAT_HEIGHT, slope };
}

/** Adds the colour along a direction (x right, y up, z ahead). */
type Look = (x: number, y: number, z: number, out: Float64Array) => void;

function sphereLook(image: BackdropImage | Uint8Array, path: string): Look {
  const name = `${path}.image`;
  const picture = readImage(image instanceof Uint8Array ? decodeRadiance(image, name) : image, name);
  checkShape(picture, name);
  return (x, y, z, out) => {
    const u = 0.5 + angle(x, z) / (2 * Math.PI);
    const v = 0.5 - angle(y, Math.sqrt(x * x + z * z)) / Math.PI;
    // The left and right edges meet behind the viewer: between their last pixels the two are mixed.
    const half = 0.5 / picture.width;
    const beyond = Math.max(0, half - u, u - (1 - half)) * picture.width;
    addBilinear(picture, u, v, 1 - beyond, out);
    if (beyond > 0) addBilinear(picture, 1 - u, v, beyond, out);
  };
}

/** Any other picture holds less than the sphere, and would be drawn out of shape. */
export function checkShape({ width, height }: LinearPicture, path: string): void {
  if (Math.abs(width - 2 * height) <= SHAPE_TOLERANCE * 2 * height) return;
  const remedy = 'Crop it, or take it as a flat picture with kind "image".';
  throw new RivuletError(
    `${path} must be twice as wide as high, within 2 %; got ${width} × ${height} px. ${remedy}`,
    path,
  );
}

function cubeLook(faces: EnvironmentFaces, path: string): Look {
  const pictures = FACES.map((name) => readImage(faces[name], `${path}.image.${name}`));
  return (x, y, z, out) => {
    const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
    const most = Math.max(ax, ay, az);
    const axis = most === ax ? 0 : most === ay ? 1 : 2;
    const back = (axis === 0 ? x : axis === 1 ? y : z) < 0;
    const across = axis === 0 ? (back ? z : -z) : axis === 1 ? x : back ? -x : x;
    const down = axis === 1 ? (back ? -z : z) : -y;
    addBilinear(pictures[2 * axis + (back ? 1 : 0)], 0.5 + across / (2 * most), 0.5 + down / (2 * most), 1, out);
  };
}

/** The angle whose tangent is s/c [rad], −π to π: sums and products alone, to 1e−7. */
function angle(s: number, c: number): number {
  const [as, ac] = [Math.abs(s), Math.abs(c)];
  if (as === 0 && ac === 0) return 0;
  const steep = as > ac;
  let t = steep ? ac / as : as / ac;
  // Two halvings bring t below 0.2, where a few terms are enough.
  for (let n = 0; n < 2; n++) t = t / (1 + Math.sqrt(1 + t * t));
  const tt = t * t;
  let a = 4 * t * (1 - tt * (1 / 3 - tt * (1 / 5 - tt * (1 / 7 - tt / 9))));
  if (steep) a = Math.PI / 2 - a;
  if (c < 0) a = Math.PI - a;
  return s < 0 ? -a : a;
}
