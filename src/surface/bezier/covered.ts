/**
 * Cells inside another part of the surface: a teapot's handle and spout begin inside the body. They are found by the winding
 * number, the solid angle of the other part over 4π: about 1 inside, 0 outside, and in between at an opening.
 */
import { atan2 } from '../../core/math.js';
import { dot3, length3 } from '../vectors.js';
import { createPatchPoint, evaluatePatch } from './patch.js';
import type { SewnPatches } from './patch-seams.js';

/** A place with a larger winding number is inside. */
const INSIDE = 0.5;
/** A part is cut by another only if some of it is as deep inside: a lid in its opening is not. */
const DEEP = 0.7;
/** Quadrilaterals along each side of a patch that stand for it. */
const PIECES = 8;
/** The winding number is found at every so many cells, and at all cells in between where it changes. */
const COARSE = 4;

/** One byte a cell and chart, 1 where the cell's middle is inside another part; null if there is no such cell. */
export function coveredCells(sewn: SewnPatches): Uint8Array[] | null {
  const { parts, charts } = sewn;
  const count = Math.max(...parts) + 1;
  if (count < 2) return null;
  const covered = charts.map(({ columns, rows }) => new Uint8Array(columns * rows));
  let isAny = false;
  for (let other = 0; other < count; other++) {
    const shell = new Shell(sewn, other);
    for (let part = 0; part < count; part++) {
      if (part === other) continue;
      const cut = cutBy(shell, sewn, part);
      for (const { chart, cells } of cut) {
        isAny = true;
        cells.forEach((is, cell) => {
          if (is) covered[chart][cell] = 1;
        });
      }
    }
  }
  return isAny ? covered : null;
}

/** The cells of a part inside a shell, chart by chart; none if the part is nowhere deep inside. */
function cutBy(shell: Shell, sewn: SewnPatches, part: number): { chart: number; cells: Uint8Array }[] {
  const found: { chart: number; cells: Uint8Array }[] = [];
  let deepest = 0;
  sewn.charts.forEach((chart, number) => {
    if (sewn.parts[number] !== part || !shell.meets(sewn.patches[number])) return;
    const { columns, rows } = chart;
    const cells = new Uint8Array(columns * rows);
    const wound = (row: number, col: number) => {
      const winding = shell.winding(sewn.patches[number], (col + 0.5) / columns, (row + 0.5) / rows);
      deepest = Math.max(deepest, winding);
      return winding > INSIDE ? 1 : 0;
    };
    fillBlocks(cells, columns, rows, wound);
    if (cells.includes(1)) found.push({ chart: number, cells });
  });
  return deepest > DEEP ? found : [];
}

/** Fills a grid of answers: blocks whose corners agree are filled with their answer, others cell by cell. */
function fillBlocks(
  cells: Uint8Array,
  columns: number,
  rows: number,
  answer: (row: number, col: number) => number,
): void {
  // No answer yet is 2. What blocks are filled with is written last: corners belong to several of them.
  const known = new Uint8Array(columns * rows).fill(2);
  const ask = (row: number, col: number) => {
    const cell = row * columns + col;
    if (known[cell] === 2) known[cell] = answer(row, col);
    return known[cell];
  };
  for (let row = 0; row < rows; row += COARSE) {
    const last = Math.min(rows - 1, row + COARSE);
    for (let col = 0; col < columns; col += COARSE) {
      const right = Math.min(columns - 1, col + COARSE);
      const sum = ask(row, col) + ask(row, right) + ask(last, col) + ask(last, right);
      for (let r = row; r < Math.min(rows, row + COARSE); r++) {
        for (let c = col; c < Math.min(columns, col + COARSE); c++) {
          cells[r * columns + c] = sum === 0 ? 0 : sum === 4 ? 1 : ask(r, c);
        }
      }
    }
  }
}

const AT = createPatchPoint();

/** Column and row of the corners of both triangles of a quadrilateral; seen from the wet side both run the same way. */
const TRIANGLES = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
  [1, 1],
  [0, 1],
] as const;

/** A part of the surface as triangles, which gives the winding number of points. */
class Shell {
  /** Corners of the triangles, nine numbers each. */
  readonly #triangles: Float64Array;
  readonly #low = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  readonly #high = new Float64Array(3).fill(Number.NEGATIVE_INFINITY);

  constructor({ patches, parts }: SewnPatches, part: number) {
    const own = patches.filter((_, n) => parts[n] === part);
    this.#triangles = new Float64Array(own.length * PIECES * PIECES * 18);
    let at = 0;
    for (const patch of own) {
      for (let row = 0; row < PIECES; row++) {
        for (let col = 0; col < PIECES; col++) {
          for (const [c, r] of TRIANGLES) {
            evaluatePatch(patch, (col + c) / PIECES, (row + r) / PIECES, AT);
            this.#triangles.set(AT.position, at);
            at += 3;
            for (let n = 0; n < 3; n++) {
              this.#low[n] = Math.min(this.#low[n], AT.position[n]);
              this.#high[n] = Math.max(this.#high[n], AT.position[n]);
            }
          }
        }
      }
    }
  }

  /** Can a point of this patch be inside? */
  meets(patch: Float64Array): boolean {
    for (let n = 0; n < 3; n++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let at = n; at < patch.length; at += 3) {
        low = Math.min(low, patch[at]);
        high = Math.max(high, patch[at]);
      }
      if (low > this.#high[n] || high < this.#low[n]) return false;
    }
    return true;
  }

  /** The winding number of the shell around a point of a patch; 0 outside the box around the shell. */
  winding(patch: Float64Array, u: number, v: number): number {
    evaluatePatch(patch, u, v, AT);
    const [x, y, z] = AT.position;
    for (let n = 0; n < 3; n++) if (AT.position[n] < this.#low[n] || AT.position[n] > this.#high[n]) return 0;
    let angle = 0;
    for (let at = 0; at < this.#triangles.length; at += 9) angle += this.#solidAngle(at, x, y, z);
    return angle / (4 * Math.PI);
  }

  /** Solid angle of a triangle (van Oosterom & Strackee 1983), above 0 if its dry side is seen. */
  #solidAngle(at: number, x: number, y: number, z: number): number {
    const t = this.#triangles;
    for (let k = 0; k < 3; k++) {
      CORNERS[k][0] = t[at + 3 * k] - x;
      CORNERS[k][1] = t[at + 3 * k + 1] - y;
      CORNERS[k][2] = t[at + 3 * k + 2] - z;
    }
    const [a, b, c] = CORNERS;
    const [la, lb, lc] = [length3(a), length3(b), length3(c)];
    const determinant =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    return 2 * atan2(determinant, la * lb * lc + dot3(a, b) * lc + dot3(b, c) * la + dot3(c, a) * lb);
  }
}

const CORNERS = [new Float64Array(3), new Float64Array(3), new Float64Array(3)] as const;
