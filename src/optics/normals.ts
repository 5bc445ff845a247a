/**
 * Normals of the water's surface from its heights (CHEN-16): the cross product of the two central differences,
 *
 *     n = (2ℓ, 0, ΔxH) × (0, 2ℓ, ΔyH)  ∝  (−ΔxH, −ΔyH, 2ℓ),   ΔxH = H(x+1, y) − H(x−1, y)
 *
 * in chart coordinates: x with columns, y with rows, z out of the glass. Beyond the chart's edge the glass counts as
 * dry, so that water which ends at the edge has a rim there like any other.
 */
import type { MapView } from '../core/frame.js';

/** Anything three numbers can be written into. */
export type NormalTarget = Float32Array | Float64Array;

/**
 * Writes the unit normal of the differences `dx` and `dy` [mm], taken over two cells of side `cellSize` [mm], into
 * `out[offset…offset + 2]`.
 */
export function normalFromDifferences(dx: number, dy: number, cellSize: number, out: NormalTarget, offset = 0): void {
  const z = 2 * cellSize;
  const scale = 1 / Math.sqrt(dx * dx + dy * dy + z * z);
  // 0 − d instead of −d: level water must give 0, not −0.
  out[offset] = (0 - dx) * scale;
  out[offset + 1] = (0 - dy) * scale;
  out[offset + 2] = z * scale;
}

/** Writes the unit normal at the centre of cell (row, col) into `out[offset…offset + 2]`; `cellSize` in mm. */
export function normalAt(
  height: MapView<Float32Array>,
  cellSize: number,
  row: number,
  col: number,
  out: NormalTarget,
  offset = 0,
): void {
  const { data, stride } = height;
  const i = row * stride + col;
  // The cells past a row's end are padding and those before the first cell do not exist: test the column, do not read.
  const left = col > 0 ? data[i - 1] : 0;
  const right = col < height.width - 1 ? data[i + 1] : 0;
  const above = row > 0 ? data[i - stride] : 0;
  const below = row < height.height - 1 ? data[i + stride] : 0;
  normalFromDifferences(right - left, below - above, cellSize, out, offset);
}

/**
 * The normals of a whole chart, three numbers a cell, row after row without padding. `out` must hold
 * 3 · width · height numbers; `cellSize` in mm.
 */
export function normalMap(height: MapView<Float32Array>, cellSize: number, out: NormalTarget): NormalTarget {
  let offset = 0;
  for (let row = 0; row < height.height; row++) {
    for (let col = 0; col < height.width; col++, offset += 3) normalAt(height, cellSize, row, col, out, offset);
  }
  return out;
}
