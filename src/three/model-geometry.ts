/** Triangles of the tracer's models as a geometry of three. */
import { BufferAttribute, BufferGeometry } from 'three';
import type { Mesh } from '../render/tracer/mesh.js';

/** The geometry of a mesh that `torusKnot` or `readGlb` of `rivulet/offline` made. It shares the mesh's arrays. */
export function modelGeometry({ positions, normals, indices }: Mesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}
