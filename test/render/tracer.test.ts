/** The tracer's parts: triangles, files, cameras, surroundings, seams and rows. */
import { cuboidOfBackdrop, readGlb, readWorldCamera, renderTraced, sphereOf, torusKnot } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { type Mesh, type MeshHit, MeshTree, meetTriangle } from '../../src/render/tracer/mesh.js';
import { RowTracer } from '../../src/render/tracer/render-traced.js';
import { makeStage, type TraceOptions } from '../../src/render/tracer/stage.js';
import { type Beam, lookAround } from '../../src/render/tracer/surroundings.js';
import { Box } from '../../src/surface/box.js';
import { Cylinder } from '../../src/surface/cylinder.js';
import { Pane } from '../../src/surface/pane.js';
import { glbOf } from '../support/glb.ts';
import { halves } from './beauty-lab.js';
import { scatter, surfaceFrame } from './tracer-lab.js';

const pane = new Pane({ width: 40, height: 30 });
const SIZE = { width: 96, height: 60 };
const around = cuboidOfBackdrop(halves());
const EYE = { position: [20, 10, 90] } as const;

/** Numbers from 0 to 1 that are the same in every run. */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

describe('the triangle tree', () => {
  test('finds what asking every triangle finds', () => {
    const random = randomNumbers(7);
    const count = 400;
    const positions = new Float32Array(9 * count).map(() => 20 * random() - 10);
    // Some lie flat in a plane of the axes, where boxes have no thickness.
    for (let t = 0; t < 40; t++) for (let corner = 0; corner < 3; corner++) positions[9 * t + 3 * corner + (t % 3)] = 2;
    const indices = Uint32Array.from({ length: 3 * count }, (_, n) => n);
    const mesh: Mesh = { positions, normals: positions, indices };
    const tree = new MeshTree(mesh);
    const hit: MeshHit = { distance: 0, triangle: -1, u: 0, v: 0 };
    let met = 0;
    for (let n = 0; n < 2000; n++) {
      const origin = Float64Array.from([0, 1, 2], () => 30 * random() - 15);
      const direction = Float64Array.from([0, 1, 2], () => random() - 0.5);
      // Some go along an axis.
      if (n % 5 === 0) direction.fill(0).fill(1, n % 3, (n % 3) + 1);
      const length = Math.hypot(...direction);
      const ray = { origin, direction: direction.map((value) => value / length), start: n % 7 };
      let [nearest, wanted] = [Number.POSITIVE_INFINITY, -1];
      for (let t = 0; t < count; t++) {
        const distance = meetTriangle(mesh, t, ray, nearest, hit);
        if (distance < nearest) [nearest, wanted] = [distance, t];
      }
      const found = tree.intersect(ray, Number.POSITIVE_INFINITY, hit);
      expect(found).toBe(wanted >= 0);
      if (!found) continue;
      met += 1;
      // Where triangles overlap in one plane, which of them is met does not matter.
      expect(hit.distance).toBe(nearest);
      expect(meetTriangle(mesh, hit.triangle, ray, Number.POSITIVE_INFINITY, hit)).toBe(nearest);
    }
    expect(met).toBeGreaterThan(500);
  });

  test('a torus knot has as many triangles as are asked for, closed and within its radius', () => {
    for (const triangles of [64, 100_000, 69_666, 50_801]) {
      const { positions, normals, indices } = torusKnot({ radius: 30, triangles });
      expect(indices.length / 3).toBe(triangles);
      expect(openEdges(indices)).toBe(triangles % 2 === 0 ? 0 : 3);
      let farthest = 0;
      for (let p = 0; p < positions.length; p += 3) {
        farthest = Math.max(farthest, Math.hypot(...positions.subarray(p, p + 3)));
        expect(Math.hypot(...normals.subarray(p, p + 3))).toBeCloseTo(1, 4);
      }
      expect(farthest).toBeLessThan(30.01);
      expect(farthest).toBeGreaterThan(triangles > 1000 ? 29 : 20);
    }
  });
});

/** Edges with a triangle on one side only. An odd number of triangles has a whole edge against its two halves. */
function openEdges(indices: Uint32Array): number {
  const open = new Set<string>();
  for (let n = 0; n < indices.length; n++) {
    const [a, b] = [indices[n], indices[n % 3 === 2 ? n - 2 : n + 1]];
    if (!open.delete(`${b} ${a}`)) open.add(`${a} ${b}`);
  }
  return open.size;
}

describe('a .glb file', () => {
  // A triangle, 2 wide and 4 high, that its node turns by a right angle about z and shifts.
  const binary = new Uint8Array(40);
  new Float32Array(binary.buffer, 0, 9).set([0, 0, 0, 2, 0, 0, 0, 4, 0]);
  new Uint8Array(binary.buffer, 36, 3).set([0, 1, 2]);
  const gltf = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation: [5, 6, 7], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5121, count: 3, type: 'SCALAR' },
    ],
    bufferViews: [{ byteLength: 36 }, { byteOffset: 36, byteLength: 3 }],
  };

  test('gives its triangles where its nodes put them, in the size asked for, with normals', () => {
    const { positions, normals, indices } = readGlb(glbOf(gltf, binary), 100);
    // 4 across after the turn becomes 100; the middle is at 0.
    const wanted = [50, -25, 0, 50, 25, 0, -50, -25, 0];
    expect([...positions]).toEqual(wanted.map((value) => expect.closeTo(value, 3)));
    expect([...normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1].map((value) => expect.closeTo(value, 5)));
    expect([...indices]).toEqual([0, 1, 2]);
  });

  test.each([
    ['no glTF', new Uint8Array(40), 'it does not begin with "glTF"'],
    ['cut off', glbOf(gltf, binary).subarray(0, 200), 'it ends too early'],
    ['without triangles', glbOf({ ...gltf, meshes: [] }, binary), 'it holds no triangles'],
    ['short of numbers', glbOf(gltf, binary.subarray(0, 20)), 'it ends too early'],
  ])('that is %s is refused in one line', (_what, bytes, why) => {
    expect(() => readGlb(bytes, 100, 'teapot.glb')).toThrow(
      `teapot.glb must be a binary glTF 2.0 file (.glb) with triangles; ${why}.`,
    );
  });
});

describe('bad input is refused in one line:', () => {
  const frame = surfaceFrame(pane, []);
  const options: TraceOptions = { surface: pane, surroundings: around, camera: EYE, ...SIZE };
  test.each<[string, Partial<TraceOptions> | { camera: unknown }, string]>([
    [
      'an eye inside the glass',
      { camera: { position: [3, 4, 2], target: [0, 0, -50] } },
      'camera.position must be outside the glass, which is 4 mm thick; it is 2 mm inside it. Move it, or make the glass thinner.',
    ],
    [
      'no position on a cylinder',
      { camera: {}, surface: new Cylinder({ radius: 50, width: 40, height: 40, cellSize: 0.5, wet: 'convex' }) },
      'camera.position must be [x, y, z] in mm; got nothing. Try [0, 0, 600].',
    ],
    [
      'an eye at its target',
      { camera: { position: [0, 0, 0] } },
      'camera.target must not be where camera.position is; both are [0,0,0]. Move one of them, or nothing says which way the eye looks.',
    ],
    ['a field in degrees', { camera: { ...EYE, field: 45 } }, 'camera.field must be 0.01 to 2.8 rad; got 45.'],
    [
      'an unknown word',
      { camera: { ...EYE, zoom: 2 } },
      'camera has no "zoom"; it has position, target, field, aperture, focus, backdropAperture, exposure, glow, tint, tone.',
    ],
    [
      'a mirror that is not there',
      { glass: { mirrors: ['front'] } },
      'glass.mirrors must be "all" or of pane; got "front".',
    ],
    ['mirrors that are no list', { glass: { mirrors: 5 as never } }, 'glass.mirrors must be "all" or of pane; got 5.'],
    ['glass of 80 mm', { glass: { thickness: 80 } }, 'glass.thickness must be 0 to 50 mm; got 80.'],
    [
      'no surroundings',
      { surroundings: undefined },
      'surroundings must be made with paneSurroundings, cuboidOfBackdrop, cuboidOfFaces, cuboidOfStreet or sphereOf; got something else.',
    ],
    [
      'a model without triangles',
      { models: [{ mesh: {} as Mesh }] },
      'models[0].mesh must be { positions, normals, indices } as torusKnot and readGlb give; got something else.',
    ],
  ])('%s', (_what, wrong, line) => {
    expect(() => renderTraced(frame, { ...options, ...wrong } as TraceOptions)).toThrow(line);
  });

  test('units are read as in scenes', () => {
    const { position, field } = readWorldCamera({ position: ['1m', 0, '5cm'], field: '45deg' });
    expect(position).toEqual([1000, 0, 50]);
    expect(field).toBeCloseTo(Math.PI / 4, 12);
  });
});

describe('surroundings', () => {
  const beam = (origin: number[], direction: number[]): Beam => {
    return { origin: Float64Array.from(origin), direction: Float64Array.from(direction), width: 0, spread: 0 };
  };
  const out = new Float64Array(3);

  test('of a cuboid depend on where a ray begins', () => {
    // Blue above, red below; the wall ahead is 8 m away and 9 m high.
    lookAround(around, beam([0, 0, 0], [0, 0.2, -Math.sqrt(0.96)]), out);
    expect(out[2]).toBeGreaterThan(10 * out[0]);
    lookAround(around, beam([0, -3000, 0], [0, 0.2, -Math.sqrt(0.96)]), out);
    expect(out[0]).toBeGreaterThan(10 * out[2]);
  });

  test('of a sphere depend on the direction alone, and turn', () => {
    // Each eighth of the horizon has a grey of its own.
    const data = new Float32Array(3 * 64 * 32).map((_, n) => 0.1 * Math.floor((Math.floor(n / 3) % 64) / 8));
    const greyAt = (turn: number, x: number, z: number) => {
      lookAround(sphereOf({ data, width: 64, height: 32 }, turn), beam([500, 0, 0], [x, 0, z]), out);
      return out[0];
    };
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    // Ahead is the picture's middle, and to the right of it is more of u.
    expect(greyAt(0, s, -c)).toBeCloseTo(0.4, 6);
    expect(greyAt(0, -s, -c)).toBeCloseTo(0.3, 6);
    expect(greyAt(0, c, s)).toBeCloseTo(0.6, 6);
    // The window has turned to the right by a right angle.
    expect(greyAt(Math.PI / 2, s, -c)).toBeCloseTo(0.6, 6);
  });
});

describe('rows', () => {
  const surfaces = { box: new Box({ width: 30, height: 30, depth: 30, cellSize: 0.5, open: [] }), pane };
  const cameras = { pinhole: EYE, lens: { ...EYE, aperture: 8 } };
  for (const [kind, surface] of Object.entries(surfaces)) {
    test.each(Object.entries(cameras))(`of a ${kind} through a %s are the same in any part`, (_name, camera) => {
      const frame = surfaceFrame(surface, scatter(surface, 60, 3));
      const stage = makeStage(frame, { surface, surroundings: around, camera, width: 40, height: 30 });
      const whole = new RowTracer(stage, frame).rows(0, 30);
      const parts = [
        [0, 1],
        [1, 13],
        [13, 29],
        [29, 30],
      ].flatMap(([from, to]) => [...new RowTracer(stage, frame).rows(from, to)]);
      expect(parts).toEqual([...whole]);
    });
  }

  test('a lens is sharp at its focus, and nowhere else', () => {
    const frame = surfaceFrame(pane, [{ x: 20, y: 15, radius: 4 }]);
    const options = { surface: pane, surroundings: around, glass: { thickness: 0 }, ...SIZE } as const;
    const camera = { position: [0, 0, 100], field: 0.3, glow: 0 } as const;
    const sharp = renderTraced(frame, { ...options, camera });
    const offBy = (focus: number) => {
      const seen = renderTraced(frame, { ...options, camera: { ...camera, aperture: 4, focus } });
      return seen.data.reduce((sum, value, n) => sum + Math.abs(value - sharp.data[n]), 0) / seen.data.length;
    };
    expect(offBy(100)).toBeLessThan(0.5 * offBy(40));
  });
});

test('a drop over the seam of a closed cylinder looks like one elsewhere', () => {
  const surface = new Cylinder({ radius: 20, width: null, height: 40, cellSize: 0.5, wet: 'convex' });
  const { width } = surface.charts[0];
  const drop = { y: 20, radius: 5, contactAngle: 1.2, headingX: 0, headingY: 1 };
  const look = (x: number, z: number) => {
    const frame = surfaceFrame(surface, [{ ...drop, x }]);
    const camera = { position: [0, 0, z], field: 0.35, glow: 0 } as const;
    return renderTraced(frame, { surface, surroundings: around, camera, ...SIZE });
  };
  // Both walls show the same; the middle of the sheet faces −Z and the seam +Z.
  const elsewhere = look(width / 2, -80);
  const seam = look(0, 80);
  expect(new Set(elsewhere.data).size).toBeGreaterThan(5);
  let off = 0;
  for (let n = 0; n < seam.data.length; n++) off = Math.max(off, Math.abs(seam.data[n] - elsewhere.data[n]));
  expect(off).toBeLessThan(12);
  expect(look(0.75 * width, 80).data).not.toEqual(seam.data);
});
