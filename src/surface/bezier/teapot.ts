/**
 * The Utah teapot: 32 patches by Martin Newell, University of Utah, 1975. The control points are public data, as printed in
 * F. Crow, "The Origins of the Teapot", IEEE Computer Graphics and Applications 7(1), 1987, with the bottom that was added
 * later. The numbers are in Newell's own units, z up; symmetry gives the rest of them.
 */
import { PATCH_SIZE } from './patch.js';

/** Newell's unit [mm]: a pot 160 mm wide without spout and handle, and 126 mm high. */
const UNIT = 40;

/** Middle of the box around the pot in Newell's units: x between handle and spout, z between bottom and knob. */
const MIDDLE_X = 0.217;
const MIDDLE_Z = 1.575;

/** The tangent points of a quarter circle, over its radius; the knob has another one by rounding. */
const CIRCLE = 0.56;
const KNOB_CIRCLE = 0.5625;

/** A profile that is turned around the axis: radius, height, and the factor of its circles where it is not `CIRCLE`. */
type Profile = readonly (readonly [radius: number, z: number, circle?: number])[];

const RIM: Profile = [
  [1.4, 2.4],
  [1.3375, 2.53125],
  [1.4375, 2.53125],
  [1.5, 2.4],
];
const UPPER_BODY: Profile = [
  [1.5, 2.4],
  [1.75, 1.875],
  [2, 1.35],
  [2, 0.9],
];
const LOWER_BODY: Profile = [
  [2, 0.9],
  [2, 0.45],
  [1.5, 0.225],
  [1.5, 0.15],
];
const BOTTOM: Profile = [
  [1.5, 0.15],
  [1.5, 0.075],
  [1.425, 0],
  [0, 0],
];
const KNOB: Profile = [
  [0, 3.15],
  [0.8, 3.15, KNOB_CIRCLE],
  [0, 2.85],
  [0.2, 2.7],
];
const LID: Profile = [
  [0.2, 2.7],
  [0.4, 2.55],
  [1.3, 2.55],
  [1.3, 2.4],
];

/** One half of a tube: four cross-sections, each from its inner point to its outer one, x and z; and their half width. */
type Tube = readonly (readonly [inner: readonly [number, number], outer: readonly [number, number], half: number])[];

const UPPER_HANDLE: Tube = [
  [[-1.6, 2.025], [-1.5, 2.25], 0.3],
  [[-2.3, 2.025], [-2.5, 2.25], 0.3],
  [[-2.7, 2.025], [-3, 2.25], 0.3],
  [[-2.7, 1.8], [-3, 1.8], 0.3],
];
const LOWER_HANDLE: Tube = [
  [[-2.7, 1.8], [-3, 1.8], 0.3],
  [[-2.7, 1.575], [-3, 1.35], 0.3],
  [[-2.5, 1.125], [-2.65, 0.9375], 0.3],
  [[-2, 0.9], [-1.9, 0.6], 0.3],
];
const SPOUT: Tube = [
  [[1.7, 1.425], [1.7, 0.6], 0.66],
  [[2.6, 1.425], [3.1, 0.825], 0.66],
  [[2.3, 2.1], [2.4, 2.025], 0.25],
  [[2.7, 2.4], [3.3, 2.4], 0.25],
];
const SPOUT_TIP: Tube = [
  [[2.7, 2.4], [3.3, 2.4], 0.25],
  [[2.8, 2.475], [3.525, 2.49375], 0.25],
  [[2.9, 2.475], [3.45, 2.5125], 0.15],
  [[2.8, 2.4], [3.2, 2.4], 0.15],
];

/** The teapot's patches [mm], Y up, the origin in the middle, wet outside. */
export function teapotPatches(): Float64Array[] {
  return [
    ...[RIM, UPPER_BODY, LOWER_BODY, BOTTOM].flatMap(turned),
    ...[UPPER_HANDLE, LOWER_HANDLE, SPOUT, SPOUT_TIP].flatMap(halves),
    ...[KNOB, LID].flatMap(turned),
  ];
}

/** Four patches around the axis, rows down the profile. Seen from outside u goes to the left, as on every wet side. */
function turned(profile: Profile): Float64Array[] {
  return [0, 1, 2, 3].map((quarter) =>
    patchOf((row, col) => {
      const [radius, z, circle = CIRCLE] = profile[row];
      const x = [1, 1, circle, 0][col] * radius;
      const y = -[0, circle, 1, 1][col] * radius;
      const [c, s] = [[1, 0, -1, 0][quarter], [0, 1, 0, -1][quarter]];
      return [c * x + s * y, c * y - s * x, z];
    }),
  );
}

/** Both halves of a tube, rows along it. */
function halves(tube: Tube): Float64Array[] {
  return [-1, 1].map((side) =>
    patchOf((row, col) => {
      const [inner, outer, half] = tube[row];
      // The second half runs the other way round, so that both have their normal outside.
      const at = side < 0 ? col : 3 - col;
      const [x, z] = at < 2 ? inner : outer;
      return [x, side * (at === 0 || at === 3 ? 0 : half), z];
    }),
  );
}

/** A patch from points in Newell's axes, in ours: x stays, z is up, y points to the back. */
function patchOf(point: (row: number, col: number) => readonly [x: number, y: number, z: number]): Float64Array {
  const patch = new Float64Array(PATCH_SIZE);
  for (let row = 0; row < 4; row++) {
    for (let col = 0; col < 4; col++) {
      const [x, y, z] = point(row, col);
      patch.set([(x - MIDDLE_X) * UNIT, (z - MIDDLE_Z) * UNIT, -y * UNIT], 3 * (4 * row + col));
    }
  }
  return patch;
}
