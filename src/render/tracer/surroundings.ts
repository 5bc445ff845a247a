/**
 * What a traced picture has around its surface: where the light comes from along any ray that leaves. Plain data, so that
 * workers can have it. Ahead of the usual viewer is −Z, as in `WorldCameraOptions`.
 */
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import { atan2, cos, sin } from '../../core/math.js';
import { type Backdrop, backdropOf } from '../backdrop/backdrop.js';
import type { BackdropImage, PaintedBackdrop } from '../backdrop/create-backdrop.js';
import { checkBackdrop, readImage, travelOf } from '../backdrop/create-backdrop.js';
import { checkShape, type EnvironmentFaces, FACES } from '../backdrop/environment.js';
import { decodeRadiance } from '../backdrop/radiance.js';
import { paintStreetRoom } from '../backdrop/street-room.js';
import type { Viewport } from '../picture/camera.js';
import { addBilinear, type LinearPicture, levelOf, lookUp, type Pyramid } from '../picture/linear.js';
import { LOOK } from '../picture/look.js';
import { placeBackdrop } from '../picture/place.js';

type Colour = readonly [red: number, green: number, blue: number];

interface Common {
  /** Mean colour, linear. */
  readonly mean: Colour;
  /** Is anything brighter than white? */
  readonly hdr: boolean;
}

/** A flat picture upright behind the surface, mirrored beyond its edges; towards +Z there is a dark room. */
export interface PlaneSurroundings extends Common {
  readonly kind: 'plane';
  readonly pyramid: Pyramid;
  /** The plane is z = −away [mm]. */
  readonly away: number;
  /** What the picture covers of it [mm]; its middle is at x = y = 0. */
  readonly width: number;
  readonly height: number;
}

/** A room with a picture on each wall. What is seen of it depends on where a ray begins. */
export interface CuboidSurroundings extends Common {
  readonly kind: 'cuboid';
  /** Half its sides along X, Y, Z [mm]; its middle is the origin. */
  readonly half: readonly [x: number, y: number, z: number];
  /** In the order of `FACES`: right, left, up, down, ahead (−Z), behind. */
  readonly faces: readonly Pyramid[];
}

/** An environment all around, infinitely far away. */
export interface SphereSurroundings extends Common {
  readonly kind: 'sphere';
  /** Twice as wide as high. Its middle lies ahead, or at `turn` [rad] to the right of it. */
  readonly pyramid: Pyramid;
  readonly turn: number;
}

export type Surroundings = PlaneSurroundings | CuboidSurroundings | SphereSurroundings;

/** A ray with the cone of what one sample sees. */
export interface Beam {
  /** [mm] */
  readonly origin: Float64Array;
  /** Unit vector. */
  readonly direction: Float64Array;
  /** Width of the cone where the ray begins [mm], and by how much it grows on its way [mm a mm]. */
  width: number;
  spread: number;
}

/** The backdrop of a pane where the pane renderer puts it (render/picture/place.ts): the same plane, in mm of the world. */
export function paneSurroundings(view: Viewport, backdrop: Backdrop): PlaneSurroundings {
  const { perU, perV, reach } = placeBackdrop({ ...view, refraction: 1 }, backdrop);
  // reach = away·distance/(away + distance), solved for away; all on that plane is larger than on the pane by 1 + away/distance.
  const away = (reach * view.distance) / (view.distance - reach);
  const larger = 1 + away / view.distance;
  const { pyramid, mean, hdr } = backdrop;
  return { kind: 'plane', pyramid, mean, hdr, away, width: larger / perU, height: larger / perV };
}

/**
 * A room of which a flat picture is every wall: as it is ahead and behind, mirrored on the sides, so that walls meet without
 * a seam. Its ceiling and floor go on from the edges of the walls. The wall ahead is as far away as the backdrop.
 */
export function cuboidOfBackdrop({ pyramid, mean, hdr, away }: Backdrop): CuboidSurroundings {
  const wall = pyramid[0];
  const mirrored = backdropOf(mirrorAcross(wall), away, 1).pyramid;
  const half = [away, (away * wall.height) / wall.width, away] as const;
  const cover = (row: number) => backdropOf(coverOf(wall, row), away, 1).pyramid;
  const faces = [mirrored, mirrored, cover(0), cover(wall.height - 1), pyramid, pyramid];
  return { kind: 'cuboid', half, faces, mean, hdr };
}

function mirrorAcross({ data, width, height }: LinearPicture): LinearPicture {
  const out = new Float32Array(data.length);
  for (let p = 0; p < width * height; p++) {
    const col = p % width;
    out.set(data.subarray(3 * (p - col + width - 1 - col), 3 * (p - col + width - col)), 3 * p);
  }
  return { data: out, width, height };
}

/** Pixels a side of a ceiling or floor, and how many of the wall's rows and columns make one of their edges' pixels. */
const COVER_SIDE = 128;
const EDGE_ROWS = 8;

/** A square that has the colours of a wall's first or last row along all four edges, and their mean in the middle. */
function coverOf(wall: LinearPicture, row: number): LinearPicture {
  const edge = new Float64Array(3 * COVER_SIDE);
  const mean = [0, 0, 0];
  for (let n = 0; n < COVER_SIDE; n++) {
    const from = Math.floor((n * wall.width) / COVER_SIDE);
    const to = Math.max(from + 1, Math.floor(((n + 1) * wall.width) / COVER_SIDE));
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let col = from; col < to; col++) {
        for (let k = 0; k < EDGE_ROWS; k++) {
          const line = Math.min(wall.height - 1, row === 0 ? k : Math.max(0, row - k));
          sum += wall.data[3 * (line * wall.width + col) + c];
        }
      }
      edge[3 * n + c] = sum / ((to - from) * EDGE_ROWS);
      mean[c] += edge[3 * n + c] / COVER_SIDE;
    }
  }
  const data = new Float32Array(3 * COVER_SIDE * COVER_SIDE);
  for (let p = 0; p < COVER_SIDE * COVER_SIDE; p++) {
    const [col, line] = [p % COVER_SIDE, Math.floor(p / COVER_SIDE)];
    const [x, y] = [(2 * col + 1) / COVER_SIDE - 1, (2 * line + 1) / COVER_SIDE - 1];
    // The nearer an edge, the more it counts; walls are mirrored in turn, so both ends of a row have the same edge colours.
    const [nearX, nearY] = [x * x * x * x, y * y * y * y];
    const most = Math.max(nearX, nearY);
    const along = nearX > nearY ? line : col;
    const flip = nearX > nearY ? COVER_SIDE - 1 - along : along;
    for (let c = 0; c < 3; c++) {
      data[3 * p + c] = mean[c] + (edge[3 * flip + c] - mean[c]) * most;
    }
  }
  return { data, width: COVER_SIDE, height: COVER_SIDE };
}

/** A room of given pictures; `size` are its sides along X, Y, Z [mm]. */
export function cuboidOfFaces(
  faces: EnvironmentFaces,
  size: readonly number[],
  path = 'surroundings',
): CuboidSurroundings {
  for (let n = 0; n < 3; n++) checkNumber(size[n], { min: 1, max: 1e7, unit: 'mm' }, `${path}.size[${n}]`);
  const missing = FACES.filter((name) => !faces?.[name]);
  if (missing.length > 0) {
    const line = `${path}.image must have six faces, ${FACES.join(', ')}; it has no ${missing.join(', ')}.`;
    throw new RivuletError(line, `${path}.image`);
  }
  const pictures = FACES.map((name) => backdropOf(readImage(faces[name], `${path}.image.${name}`), 1, 1));
  const mean = [0, 1, 2].map((c) => pictures.reduce((sum, { mean: one }) => sum + one[c] / 6, 0));
  return {
    kind: 'cuboid',
    half: [size[0] / 2, size[1] / 2, size[2] / 2],
    faces: pictures.map(({ pyramid }) => pyramid),
    mean: mean as unknown as Colour,
    hdr: pictures.some(({ hdr }) => hdr),
  };
}

/**
 * The street or the night on the six walls of a room, painted from one street in three dimensions; with `around: 'cabin'` a car's
 * inside lies behind. Walls are `away` from the middle.
 */
export function cuboidOfStreet(options: PaintedBackdrop, path = 'backdrop'): CuboidSurroundings {
  const { kind } = options;
  if (kind !== 'street' && kind !== 'night')
    throw new RivuletError(`${path}.kind must be "street" or "night"; got ${describeValue(kind)}.`, `${path}.kind`);
  const { away, seed, resolution, speed, time, around } = checkBackdrop(options, path);
  const travel = travelOf(speed, time);
  const faces = paintStreetRoom({ kind, seed, resolution, travel, cabin: around === 'cabin' });
  return cuboidOfFaces(faces, [2 * away, 2 * away, 2 * away], path);
}

/** The sphere of an environment map, as linear or sRGB pixels or as the bytes of a Radiance file. */
export function sphereOf(image: BackdropImage | Uint8Array, turn = 0, path = 'surroundings'): SphereSurroundings {
  checkNumber(turn, { min: -2 * Math.PI, max: 2 * Math.PI, unit: 'rad' }, `${path}.turn`);
  const name = `${path}.image`;
  const picture = readImage(image instanceof Uint8Array ? decodeRadiance(image, name) : image, name);
  checkShape(picture, name);
  const { pyramid, mean, hdr } = backdropOf(picture, 1, 1);
  return { kind: 'sphere', pyramid, mean, hdr, turn };
}

/** Throws unless it is one of the three. */
export function checkSurroundings(given: Surroundings | undefined): asserts given is Surroundings {
  if (given && ['plane', 'cuboid', 'sphere'].includes(given.kind)) return;
  const made = 'paneSurroundings, cuboidOfBackdrop, cuboidOfFaces, cuboidOfStreet or sphereOf';
  throw new RivuletError(`surroundings must be made with ${made}; got something else.`, 'surroundings');
}

/** Writes the light that comes against a beam to `out[0…2]`. */
export function lookAround(surroundings: Surroundings, beam: Beam, out: Float64Array): void {
  if (surroundings.kind === 'plane') lookAtPlane(surroundings, beam, out);
  else if (surroundings.kind === 'cuboid') lookAtCuboid(surroundings, beam, out);
  else lookAtSphere(surroundings, beam, out);
}

/** Light of the room behind the viewer: dark, and darker above. */
export function roomAround({ mean }: Surroundings, up: number, out: Float64Array): void {
  for (let c = 0; c < 3; c++) out[c] = mean[c] * LOOK.roomShare * (1 - LOOK.roomGrade * up);
}

/** Slopes at which a ray still reaches a plane; beyond, it has run into the room's walls. */
const LEAST_FALL = 1e-3;

function lookAtPlane(plane: PlaneSurroundings, { origin, direction, width, spread }: Beam, out: Float64Array): void {
  const fall = -direction[2];
  if (fall < LEAST_FALL) {
    roomAround(plane, direction[1], out);
    return;
  }
  const way = (origin[2] + plane.away) / fall;
  const u = (origin[0] + way * direction[0]) / plane.width + 0.5;
  const v = 0.5 - (origin[1] + way * direction[1]) / plane.height;
  // What lies aslant is seen longer one way; the mean of both ways is taken.
  const texels = ((width + spread * way) / Math.sqrt(fall)) * (plane.pyramid[0].width / plane.width);
  lookUp(plane.pyramid, u, v, levelOf(texels), out);
}

function lookAtCuboid({ half, faces }: CuboidSurroundings, beam: Beam, out: Float64Array): void {
  const { origin, direction, width, spread } = beam;
  // The nearest wall ahead of the ray; a ray that begins outside the room sees it as if from its middle.
  let way = Number.POSITIVE_INFINITY;
  let inside = true;
  for (let n = 0; n < 3; n++) {
    if (Math.abs(origin[n]) >= half[n]) inside = false;
  }
  for (let n = 0; n < 3; n++) {
    if (direction[n] === 0) continue;
    const at = inside ? origin[n] : 0;
    way = Math.min(way, ((direction[n] > 0 ? half[n] : -half[n]) - at) / direction[n]);
  }
  const at = (n: number) => ((inside ? origin[n] : 0) + way * direction[n]) / half[n];
  // As GL has cubes: x right, y up, z ahead.
  const [x, y, z] = [at(0), at(1), -at(2)];
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
  const most = axis === 0 ? ax : axis === 1 ? ay : az;
  const back = (axis === 0 ? x : axis === 1 ? y : z) < 0;
  const across = axis === 0 ? (back ? z : -z) : axis === 1 ? x : back ? -x : x;
  const down = axis === 1 ? (back ? -z : z) : -y;
  const face = faces[2 * axis + (back ? 1 : 0)];
  const side = 2 * half[axis === 0 ? 2 : 0];
  const slant = Math.abs(direction[axis]);
  const texels = ((width + spread * way) / Math.sqrt(slant)) * (face[0].width / side);
  // Edges are held within a face, so the smallest levels would show where faces meet.
  const level = Math.min(levelOf(texels), Math.max(0, face.length - 4));
  lookUp(face, 0.5 + across / (2 * most), 0.5 + down / (2 * most), level, out);
}

function lookAtSphere({ pyramid, turn }: SphereSurroundings, { direction, spread }: Beam, out: Float64Array): void {
  const [c, s] = [cos(turn), sin(turn)];
  const x = direction[0] * c - direction[2] * s;
  const z = -direction[2] * c - direction[0] * s;
  const u = 0.5 + atan2(x, z) / (2 * Math.PI);
  const v = 0.5 - atan2(direction[1], Math.sqrt(x * x + z * z)) / Math.PI;
  const deepest = pyramid.length - 1;
  const level = Math.min(deepest, levelOf((spread * pyramid[0].height) / Math.PI));
  const low = Math.floor(level);
  const share = level - low;
  out.fill(0, 0, 3);
  addAround(pyramid[low], u, v, 1 - share, out);
  if (share > 0) addAround(pyramid[Math.min(deepest, low + 1)], u, v, share, out);
}

/** `addBilinear` of a picture whose left and right edge meet: between their last pixels both count. */
function addAround(picture: LinearPicture, u: number, v: number, weight: number, out: Float64Array): void {
  const half = 0.5 / picture.width;
  const beyond = Math.max(0, half - u, u - (1 - half)) * picture.width;
  addBilinear(picture, u, v, weight * (1 - beyond), out);
  if (beyond > 0) addBilinear(picture, 1 - u, v, weight * beyond, out);
}
