/** Triangle models: what stands behind a wet surface, or inside a box of glass. */
import { checkNumber, RivuletError } from '../../core/errors.js';
import { cos, sin } from '../../core/math.js';
import { BOX_SIZE, Bvh, type Segment } from './bvh.js';

/** Triangles with normals at their corners. */
export interface Mesh {
  /** x, y, z of each corner [mm]. */
  readonly positions: Float32Array;
  /** Unit normals, as many. */
  readonly normals: Float32Array;
  /** Three corners a triangle. */
  readonly indices: Uint32Array;
}

/** Where a ray meets a mesh. */
export interface MeshHit {
  distance: number;
  triangle: number;
  /** Weights of the second and the third corner. */
  u: number;
  v: number;
}

/** Rays that run along a triangle meet it nowhere. */
const ALONG = 1e-12;

/** A mesh that rays can meet. */
export class MeshTree {
  readonly mesh: Mesh;
  readonly #bvh: Bvh;

  constructor(mesh: Mesh) {
    this.mesh = mesh;
    this.#bvh = new Bvh(triangleBounds(mesh));
  }

  /** Finds the first triangle that a ray meets before `limit`, from either side. False if there is none. */
  intersect(ray: Segment, limit: number, out: MeshHit): boolean {
    const before = limit;
    const { mesh } = this;
    return this.#bvh.visit(ray, limit, (triangle, nearest) => meetTriangle(mesh, triangle, ray, nearest, out)) < before;
  }
}

/** The box around each triangle. */
function triangleBounds({ positions, indices }: Mesh): Float64Array {
  const count = indices.length / 3;
  const bounds = new Float64Array(BOX_SIZE * count);
  for (let t = 0; t < count; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = (corner: number) => positions[3 * indices[3 * t + corner] + axis];
      bounds[BOX_SIZE * t + axis] = Math.min(at(0), at(1), at(2));
      bounds[BOX_SIZE * t + axis + 3] = Math.max(at(0), at(1), at(2));
    }
  }
  return bounds;
}

/** If a ray meets a triangle nearer than `limit`, writes where, and returns the distance; else `limit` (Möller and Trumbore 1997). */
export function meetTriangle(
  { positions, indices }: Mesh,
  triangle: number,
  { origin, direction, start }: Segment,
  limit: number,
  out: MeshHit,
): number {
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const [dx, dy, dz] = [direction[0], direction[1], direction[2]];
  const [ax, ay, az] = [positions[a], positions[a + 1], positions[a + 2]];
  const [ex, ey, ez] = [positions[b] - ax, positions[b + 1] - ay, positions[b + 2] - az];
  const [fx, fy, fz] = [positions[c] - ax, positions[c + 1] - ay, positions[c + 2] - az];
  const px = dy * fz - dz * fy;
  const py = dz * fx - dx * fz;
  const pz = dx * fy - dy * fx;
  const det = ex * px + ey * py + ez * pz;
  if (Math.abs(det) < ALONG) return limit;
  const per = 1 / det;
  const [sx, sy, sz] = [origin[0] - ax, origin[1] - ay, origin[2] - az];
  const u = (sx * px + sy * py + sz * pz) * per;
  if (!(u >= 0 && u <= 1)) return limit;
  const qx = sy * ez - sz * ey;
  const qy = sz * ex - sx * ez;
  const qz = sx * ey - sy * ex;
  const v = (dx * qx + dy * qy + dz * qz) * per;
  if (!(v >= 0 && u + v <= 1)) return limit;
  const distance = (fx * qx + fy * qy + fz * qz) * per;
  if (!(distance > start && distance < limit)) return limit;
  out.distance = distance;
  out.triangle = triangle;
  out.u = u;
  out.v = v;
  return distance;
}

/** Writes the unit normal where a ray met a mesh, between those of the corners. */
export function normalOn({ normals, indices }: Mesh, { triangle, u, v }: MeshHit, out: Float64Array): void {
  const at = (corner: number, axis: number) => normals[3 * indices[3 * triangle + corner] + axis];
  for (let axis = 0; axis < 3; axis++) out[axis] = (1 - u - v) * at(0, axis) + u * at(1, axis) + v * at(2, axis);
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (let axis = 0; axis < 3; axis++) out[axis] /= length > 0 ? length : 1;
}

/** A tube along a knot that winds around a torus. */
export interface KnotOptions {
  /** From the middle to the farthest point [mm]. Default 60. */
  radius?: number;
  /** Number of triangles, exactly: 64 to 2000000. Default 50000. */
  triangles?: number;
}

/** Turns of the knot around the torus's axis, and through its hole. */
const TURNS = { around: 2, through: 3 } as const;
/** Radius of the tube over that of the whole. */
const TUBE = 0.16;

/**
 * A torus knot, standing in for the scanned models of the papers, which are not free (spec 6.6): round everywhere, with
 * holes to look through, of any number of triangles.
 */
export function torusKnot({ radius = 60, triangles = 50_000 }: KnotOptions = {}): Mesh {
  checkNumber(radius, { min: 1, max: 1e5, unit: 'mm' }, 'radius');
  checkNumber(triangles, { min: 64, max: 2e6, integer: true }, 'triangles');
  // Two triangles a patch; patches are about square: the tube is some ten times as long as around.
  const around = Math.max(4, Math.round(Math.sqrt(triangles / 20)));
  const along = Math.floor(triangles / (2 * around));
  const path = (t: number): [number, number, number] => {
    const out = 2 + cos(TURNS.through * t);
    return [out * cos(TURNS.around * t), out * sin(TURNS.around * t), sin(TURNS.through * t)];
  };
  const tube = tubeMesh(path, { around, along, scale: (radius * (1 - TUBE)) / 3, tube: radius * TUBE });
  return withMore(tube, triangles - 2 * around * along);
}

/**
 * The mesh with so many more triangles: those of its first patches are halved where their diagonal has its middle. The new
 * corner is on the diagonal, so an odd number, which halves one side of a patch only, opens no gap.
 */
function withMore({ positions, normals, indices }: Mesh, more: number): Mesh {
  const patches = Math.ceil(more / 2);
  const first = positions.length / 3;
  const places = new Float32Array(positions.length + 3 * patches);
  const ways = new Float32Array(places.length);
  const order = new Uint32Array(indices.length + 3 * more);
  places.set(positions);
  ways.set(normals);
  order.set(indices);
  for (let n = 0; n < more; n++) {
    // Corners a, b, c of a patch's first triangle and c, b, d of its second: b and c are the ends of the diagonal.
    const patch = n >> 1;
    const [a, b, c] = indices.subarray(6 * patch, 6 * patch + 3);
    const d = indices[6 * patch + 5];
    const middle = first + patch;
    const mean = (of: Float32Array) => [0, 1, 2].map((axis) => (of[3 * b + axis] + of[3 * c + axis]) / 2);
    places.set(mean(positions), 3 * middle);
    ways.set(unit(mean(normals)), 3 * middle);
    const halves = n % 2 === 0 ? [a, b, middle, a, middle, c] : [c, middle, d, middle, b, d];
    order.set(halves.slice(0, 3), 6 * patch + 3 * (n % 2));
    order.set(halves.slice(3), indices.length + 3 * n);
  }
  return { positions: places, normals: ways, indices: order };
}

function tubeMesh(
  path: (t: number) => [number, number, number],
  { around, along, scale, tube }: { around: number; along: number; scale: number; tube: number },
): Mesh {
  const positions = new Float32Array(3 * around * along);
  const normals = new Float32Array(3 * around * along);
  const indices = new Uint32Array(6 * around * along);
  for (let i = 0, p = 0; i < along; i++) {
    const t = (2 * Math.PI * i) / along;
    const [here, before, after] = [path(t), path(t - 0.01), path(t + 0.01)];
    const ahead = unit(after.map((value, n) => value - before[n]));
    // The knot never comes near its axis, so the way out from the middle is never along the tube.
    const side = unit(cross(ahead, unit(here)));
    const up = cross(side, ahead);
    for (let j = 0; j < around; j++, p += 3) {
      const [c, s] = [cos((2 * Math.PI * j) / around), sin((2 * Math.PI * j) / around)];
      for (let axis = 0; axis < 3; axis++) {
        normals[p + axis] = c * up[axis] + s * side[axis];
        positions[p + axis] = scale * here[axis] + tube * normals[p + axis];
      }
      const corner = (di: number, dj: number) => ((i + di) % along) * around + ((j + dj) % around);
      indices.set([corner(0, 0), corner(1, 0), corner(0, 1), corner(0, 1), corner(1, 0), corner(1, 1)], 2 * p);
    }
  }
  return { positions, normals, indices };
}

function unit(v: readonly number[]): number[] {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return v.map((value) => value / length);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Normals of corners without any: the sum of the triangles around, by area. */
export function cornerNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < indices.length; t += 3) {
    const edge = (corner: number) =>
      [0, 1, 2].map((axis) => positions[3 * indices[t + corner] + axis] - positions[3 * indices[t] + axis]);
    const normal = cross(edge(1), edge(2));
    for (let corner = 0; corner < 3; corner++) {
      for (let axis = 0; axis < 3; axis++) normals[3 * indices[t + corner] + axis] += normal[axis];
    }
  }
  for (let p = 0; p < normals.length; p += 3) {
    const length = Math.sqrt(
      normals[p] * normals[p] + normals[p + 1] * normals[p + 1] + normals[p + 2] * normals[p + 2],
    );
    for (let axis = 0; axis < 3; axis++) normals[p + axis] /= length > 0 ? length : 1;
  }
  return normals;
}

/** Throws unless it is a mesh; `path` stands before the names. */
export function checkMesh(mesh: Mesh | undefined, path: string): asserts mesh is Mesh {
  const { positions, normals, indices } = mesh ?? {};
  if (!(positions instanceof Float32Array && normals instanceof Float32Array && indices instanceof Uint32Array)) {
    throw new RivuletError(
      `${path} must be { positions, normals, indices } as torusKnot and readGlb give; got something else.`,
      path,
    );
  }
  const corners = positions.length / 3;
  if (indices.length % 3 === 0 && normals.length === positions.length && indices.every((index) => index < corners)) {
    return;
  }
  throw new RivuletError(
    `${path}.indices must be three a triangle and below ${corners}, the number of corners; some are not.`,
    `${path}.indices`,
  );
}
