/** Writes binary glTF files, to be read by what is tested. */
import type { Mesh } from 'rivulet/offline';

/** A .glb file of a document and its numbers. */
export function glbOf(gltf: object, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(gltf).padEnd(4 * Math.ceil(JSON.stringify(gltf).length / 4)));
  const bytes = new Uint8Array(28 + text.length + binary.length);
  const view = new DataView(bytes.buffer);
  const header = [0x46546c67, 2, bytes.length, text.length, 0x4e4f534a];
  for (const [n, word] of header.entries()) view.setUint32(4 * n, word, true);
  bytes.set(text, 20);
  view.setUint32(20 + text.length, binary.length, true);
  view.setUint32(24 + text.length, 0x004e4942, true);
  bytes.set(binary, 28 + text.length);
  return bytes;
}

/** A .glb file of a mesh. */
export function glbOfMesh({ positions, normals, indices }: Mesh): Uint8Array {
  const arrays = [positions, normals, indices];
  const bytes = arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  const starts = [0, bytes[0].length, bytes[0].length + bytes[1].length];
  const binary = new Uint8Array(starts[2] + bytes[2].length);
  bytes.forEach((part, n) => {
    binary.set(part, starts[n]);
  });
  const vectors = { componentType: 5126, count: positions.length / 3, type: 'VEC3' };
  const gltf = {
    asset: { version: '2.0' },
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2 }] }],
    accessors: [
      { bufferView: 0, ...vectors },
      { bufferView: 1, ...vectors },
      { bufferView: 2, componentType: 5125, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: bytes.map(({ length }, n) => ({ byteOffset: starts[n], byteLength: length })),
  };
  return glbOf(gltf, binary);
}
