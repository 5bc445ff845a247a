/** A round table top, for what stands on a table: a teapot without one floats. */
import { checkNumber } from '../../core/errors.js';
import { cos, sin } from '../../core/math.js';
import type { Mesh } from './mesh.js';

export interface TableOptions {
  /** From the middle to the rim [mm]. Default 300. */
  radius?: number;
  /** [mm]. Default 20. */
  thickness?: number;
}

/** Straight parts of the rim. */
const PARTS = 128;
/** Rings of corners from the middle of the upper face over the rounded rim to the lower face. */
const ROUND = 8;

/** A disc with a rounded rim, level, its middle at the origin. */
export function tableTop({ radius = 300, thickness = 20 }: TableOptions = {}): Mesh {
  checkNumber(radius, { min: 1, max: 1e5, unit: 'mm' }, 'radius');
  checkNumber(thickness, { min: 0.1, max: radius, unit: 'mm' }, 'thickness');
  const half = thickness / 2;
  // Distance from the axis, height, and both of the normal, for each ring.
  const rings: [out: number, up: number, normalOut: number, normalUp: number][] = [[0, half, 0, 1]];
  for (let n = 0; n <= ROUND; n++) {
    const turn = Math.PI * (0.5 - n / ROUND);
    rings.push([radius - half + half * cos(turn), half * sin(turn), cos(turn), sin(turn)]);
  }
  rings.push([0, -half, 0, -1]);
  const positions = new Float32Array(3 * PARTS * rings.length);
  const normals = new Float32Array(positions.length);
  const indices: number[] = [];
  rings.forEach(([out, up, normalOut, normalUp], ring) => {
    for (let part = 0; part < PARTS; part++) {
      const angle = (2 * Math.PI * part) / PARTS;
      const corner = ring * PARTS + part;
      positions.set([out * cos(angle), up, out * sin(angle)], 3 * corner);
      normals.set([normalOut * cos(angle), normalUp, normalOut * sin(angle)], 3 * corner);
      if (ring === 0) continue;
      const beside = ring * PARTS + ((part + 1) % PARTS);
      indices.push(corner - PARTS, beside - PARTS, corner, beside - PARTS, beside, corner);
    }
  });
  return { positions, normals, indices: Uint32Array.from(indices) };
}
