/**
 * Reads the triangles of a binary glTF 2.0 file (.glb): positions, normals and indices of every mesh that the scene shows,
 * in the places where its nodes put them. Left out: materials, textures, skins, compression, buffers in other files.
 */
import { RivuletError } from '../../core/errors.js';
import { cornerNormals, type Mesh } from './mesh.js';

/** What is read of a glTF document. */
interface Gltf {
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[] }[];
  readonly accessors?: readonly Accessor[];
  readonly bufferViews?: readonly {
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
  }[];
}

interface GltfNode {
  readonly mesh?: number;
  readonly children?: readonly number[];
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}

interface Primitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly mode?: number;
}

interface Accessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: string;
}

const MAGIC = 0x46546c67;
const CHUNK = { json: 0x4e4f534a, binary: 0x004e4942 } as const;
const TRIANGLES = 4;
const FLOAT = 5126;
/** Bytes of the whole numbers that indices may be. */
const WHOLE: Readonly<Record<number, number>> = { 5121: 1, 5123: 2, 5125: 4 };
const PER: Readonly<Record<string, number>> = { SCALAR: 1, VEC3: 3 };
/** Nodes below nodes; more is a circle. */
const MOST_DEPTH = 64;

/** A matrix, column after column, as glTF has it. */
type Matrix = readonly number[];
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * The triangles of a .glb file as one mesh, enlarged or shrunk around its middle until it fits a box of `size` [mm].
 * What is broken or not read is said in one line that begins with `name`.
 */
export function readGlb(bytes: Uint8Array, size: number, name = 'the model'): Mesh {
  const { gltf, binary } = readChunks(bytes, name);
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  const reader = new Reader(gltf, binary, name);
  const place = (index: number, parent: Matrix, depth: number): void => {
    const node = gltf.nodes?.[index];
    if (!node || depth > MOST_DEPTH) throw broken(name, `it has no node ${index}`);
    const matrix = multiply(parent, matrixOf(node));
    const primitives = node.mesh === undefined ? [] : (gltf.meshes?.[node.mesh]?.primitives ?? []);
    for (const primitive of primitives) {
      if ((primitive.mode ?? TRIANGLES) !== TRIANGLES) continue;
      const { corners, ways, order } = reader.triangles(primitive);
      const first = positions.length / 3;
      for (let p = 0; p < corners.length; p += 3) {
        positions.push(...transform(matrix, corners, p, 1));
        normals.push(...transform(matrix, ways, p, 0));
      }
      for (const corner of order) indices.push(first + corner);
    }
    for (const child of node.children ?? []) place(child, matrix, depth + 1);
  };
  const roots = gltf.scenes?.[gltf.scene ?? 0]?.nodes ?? gltf.nodes?.map((_, n) => n) ?? [];
  for (const root of roots) place(root, IDENTITY, 0);
  if (indices.length === 0) throw broken(name, 'it holds no triangles');
  for (const index of indices) if (!(3 * index < positions.length)) throw broken(name, `it has no corner ${index}`);
  return fitted(Float32Array.from(positions), Float32Array.from(normals), Uint32Array.from(indices), size);
}

function broken(name: string, why: string): RivuletError {
  return new RivuletError(`${name} must be a binary glTF 2.0 file (.glb) with triangles; ${why}.`);
}

function readChunks(bytes: Uint8Array, name: string): { gltf: Gltf; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || view.getUint32(0, true) !== MAGIC) throw broken(name, 'it does not begin with "glTF"');
  if (view.getUint32(4, true) !== 2) throw broken(name, `it has version ${view.getUint32(4, true)}`);
  let gltf: Gltf | undefined;
  let binary = new Uint8Array(0);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (chunk.length < length) throw broken(name, 'it ends too early');
    if (kind === CHUNK.json) gltf = parseJson(chunk, name);
    else if (kind === CHUNK.binary) binary = new Uint8Array(chunk);
    at += 8 + length;
  }
  if (!gltf) throw broken(name, 'it has no description');
  return { gltf, binary };
}

/** The text of JSON; decoded by hand, since `TextDecoder` is not part of the language. Names beyond ASCII do not matter here. */
function parseJson(chunk: Uint8Array, name: string): Gltf {
  let text = '';
  for (const byte of chunk) text += String.fromCharCode(byte);
  try {
    return JSON.parse(text) as Gltf;
  } catch {
    throw broken(name, 'its description is no JSON');
  }
}

/** Reads accessors. */
class Reader {
  readonly #gltf: Gltf;
  readonly #view: DataView;
  readonly #name: string;

  constructor(gltf: Gltf, binary: Uint8Array, name: string) {
    this.#gltf = gltf;
    this.#view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
    this.#name = name;
  }

  triangles({ attributes, indices }: Primitive) {
    const corners = this.#numbers(attributes.POSITION, 'VEC3');
    const order =
      indices === undefined
        ? Uint32Array.from({ length: corners.length / 3 }, (_, n) => n)
        : Uint32Array.from(this.#numbers(indices, 'SCALAR'));
    const ways =
      attributes.NORMAL === undefined ? cornerNormals(corners, order) : this.#numbers(attributes.NORMAL, 'VEC3');
    if (ways.length !== corners.length) throw broken(this.#name, 'it has fewer normals than corners');
    return { corners, ways, order };
  }

  #numbers(index: number | undefined, type: string): Float32Array {
    const accessor = this.#gltf.accessors?.[index ?? -1];
    const from = this.#gltf.bufferViews?.[accessor?.bufferView ?? -1];
    if (!accessor || !from || accessor.type !== type) throw broken(this.#name, 'its numbers are missing or compressed');
    const isFloat = accessor.componentType === FLOAT;
    const bytes = isFloat ? 4 : WHOLE[accessor.componentType];
    if (!bytes || isFloat !== (type === 'VEC3')) throw broken(this.#name, 'its numbers have a form that is not read');
    const per = PER[type];
    const stride = from.byteStride ?? per * bytes;
    const start = (from.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const end = start + (accessor.count - 1) * stride + per * bytes;
    if (end > this.#view.byteLength) throw broken(this.#name, 'it ends too early');
    const out = new Float32Array(per * accessor.count);
    for (let n = 0; n < out.length; n++) {
      const at = start + Math.floor(n / per) * stride + (n % per) * bytes;
      out[n] = isFloat ? this.#view.getFloat32(at, true) : this.#whole(at, bytes);
    }
    return out;
  }

  #whole(at: number, bytes: number): number {
    if (bytes === 1) return this.#view.getUint8(at);
    return bytes === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true);
  }
}

function matrixOf({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }: GltfNode): Matrix {
  if (matrix) return matrix;
  const [x, y, z, w] = rotation;
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  return [...columns.flatMap((column, n) => [...column.map((value) => value * scale[n]), 0]), ...translation, 1];
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, n) => {
    const [row, col] = [n % 4, Math.floor(n / 4)];
    return (
      a[row] * b[4 * col] + a[4 + row] * b[4 * col + 1] + a[8 + row] * b[4 * col + 2] + a[12 + row] * b[4 * col + 3]
    );
  });
}

/** A point (`w` 1) or a direction (`w` 0) of three numbers at `p`. Directions keep right angles only under even scales. */
function transform(m: Matrix, from: Float32Array, p: number, w: number): number[] {
  return [0, 1, 2].map(
    (row) => m[row] * from[p] + m[4 + row] * from[p + 1] + m[8 + row] * from[p + 2] + m[12 + row] * w,
  );
}

/** The same mesh with its middle at 0, as large as fits a box of `size`; normals of length 1. */
function fitted(positions: Float32Array, normals: Float32Array, indices: Uint32Array, size: number): Mesh {
  const low = [0, 1, 2].map((axis) =>
    positions.reduce((least, value, p) => (p % 3 === axis && value < least ? value : least), Number.POSITIVE_INFINITY),
  );
  const high = [0, 1, 2].map((axis) =>
    positions.reduce((most, value, p) => (p % 3 === axis && value > most ? value : most), Number.NEGATIVE_INFINITY),
  );
  const scale = size / Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  for (let p = 0; p < positions.length; p++) positions[p] = (positions[p] - (low[p % 3] + high[p % 3]) / 2) * scale;
  for (let p = 0; p < normals.length; p += 3) {
    const length = Math.sqrt(
      normals[p] * normals[p] + normals[p + 1] * normals[p + 1] + normals[p + 2] * normals[p + 2],
    );
    for (let axis = 0; axis < 3; axis++) normals[p + axis] /= length > 0 ? length : 1;
  }
  return { positions, normals, indices };
}
