/** Bezier surfaces that come with the package. */
import { RivuletError } from '../../core/errors.js';
import type { BezierOptions } from './bezier.js';
import { PATCH_SIZE } from './patch.js';
import { teapotPatches } from './teapot.js';
import { windshieldPatch } from './windshield.js';

export interface BezierPreset {
  patches(): Float64Array[];
  /** Side of a cell [mm] that gives the lattice of the paper. */
  readonly cellSize: number;
}

export const BEZIER_PRESETS = {
  /** Kaneda 1996, Fig. 6: 650 × 300 cells. */
  windshield: { patches: () => [windshieldPatch()], cellSize: 2 },
  /** Kaneda 1996, Fig. 8: about 160,000 cells. */
  teapot: { patches: teapotPatches, cellSize: 0.74 },
} as const satisfies Readonly<Record<string, BezierPreset>>;

export type BezierPresetName = keyof typeof BEZIER_PRESETS;

/** What a Bezier surface is made from: a preset, or patches of one's own. */
export interface BezierChoice {
  readonly preset: BezierPresetName;
  /** Control points instead of the preset's: 48 numbers a patch [mm], or null. */
  readonly patches: readonly number[] | null;
  /** Side of a cell [mm]; null: that of the preset. */
  readonly cellSize: number | null;
}

/** The patches and cells of a choice. */
export function chosenPatches({ preset, patches, cellSize }: BezierChoice): BezierOptions {
  const { patches: made, cellSize: own } = BEZIER_PRESETS[preset];
  if (!patches) return { patches: made(), cellSize: cellSize ?? own };
  if (patches.length === 0 || patches.length % PATCH_SIZE !== 0) {
    throw new RivuletError(
      `scene.surface.patches must be 48 numbers a patch, four rows of four points x, y, z [mm]; got ${patches.length} numbers.`,
      'scene.surface.patches',
    );
  }
  const count = patches.length / PATCH_SIZE;
  const each = Array.from({ length: count }, (_, n) => patches.slice(n * PATCH_SIZE, (n + 1) * PATCH_SIZE));
  return { patches: each, cellSize: cellSize ?? own };
}
