import { Chance, STREAM, uniformOf } from './chance.js';
import type { FineView } from './frame.js';
import { cbrt, cos, exp, log, sin } from './math.js';
import { WATER_DENSITY } from './units.js';

/**
 * The layer of fine drops as caps: which of them stand in a cell of the layer is a function of the seed, the cell, and
 * how often the cell was cleared, so nothing but the amount and that count has to be kept. Sizes follow Marshall and
 * Palmer's exponential below the largest diameter (NAK-12, NAK-O5).
 */

/** No cell holds more caps than this; scenes keep the mean far below it (`MOST_FINE_MEAN`). */
export const MOST_FINE_CAPS = 32;
/** Largest mean number of caps a cell: beyond `MOST_FINE_CAPS` lies less than a millionth of the cells. */
export const MOST_FINE_MEAN = 12;
/** Numbers a cap: x, y [mm on the chart], base radius [mm], outline c₂, s₂, diameter of the drop in the air [mm]. */
export const FINE_CAP_SIZE = 6;
/** Where the diameter stands among them. */
export const FINE_DIAMETER = 5;
/** No outline reaches further than this many base radii. */
export const FINE_CAP_REACH = 1.3;

/** Pinned on glass that is never clean, no cap is quite round: √(c₂² + s₂²) at most. */
const OVAL = 0.4;

/** Masses of caps are multiples of this [mg], so that sums of them are exact in any order. */
export const FINE_QUANTUM = 1 / 1048576;

/** What decides which caps a cell has. */
export type FineLaw = Pick<FineView, 'seed' | 'density' | 'sizeRate' | 'largest' | 'cellSize'> & {
  readonly amount: { readonly width: number };
};

/** Random numbers for each cap: its lot, its size and its place in the cell; the numbers before them are for the count. */
const FIRST_USE = 1000;
const USES = 4;
const FIRST_OUTLINE = 2000;

/** Writes the caps that stand in a cell to `out` and returns how many. A cap is there once the cell's amount passes its own lot. */
export function fineCaps(fine: FineView, col: number, row: number, out: Float64Array): number {
  const { amount, generation } = fine;
  const share = amount.data[row * amount.stride + col];
  if (!(share > 0)) return 0;
  const life = generation.data[row * generation.stride + col];
  const made = madeOf(fine);
  const common = made.chance.of(STREAM.fine, row * amount.width + col, life);
  const all = capCount(made, common);
  let count = 0;
  for (let n = 0; n < all; n++) {
    const use = FIRST_USE + USES * n;
    if (uniformOf(common, use) >= share) continue;
    const diameter = capDiameter(made, common, use);
    const at = FINE_CAP_SIZE * count;
    out[at] = (col + uniformOf(common, use + 2)) * fine.cellSize;
    out[at + 1] = (row + uniformOf(common, use + 3)) * fine.cellSize;
    out[at + 2] = fine.spread * diameter;
    writeOutline(common, FIRST_OUTLINE + USES * n, out, at + 2);
    out[at + FINE_DIAMETER] = diameter;
    count += 1;
  }
  return count;
}

/** Writes the outline behind the radius at `at`, as bodies have it (core/body.ts), and draws the radius in for the same water. */
function writeOutline(common: number, use: number, out: Float64Array, at: number): void {
  const oval = OVAL * uniformOf(common, use);
  const along = 2 * Math.PI * uniformOf(common, use + 1);
  // An ellipse q = (1 − c)x² + (1 + c)y² < 1 holds 1/√(1 − c²) of a circle's water.
  out[at] *= cbrt(Math.sqrt(1 - oval * oval));
  out[at + 1] = oval * cos(along);
  out[at + 2] = oval * sin(along);
}

/**
 * Lot of the first cap that comes after those that the last call of `fineWater` counted; 1 if there is none. It is in an
 * array because a variable of its own would be boxed.
 */
export const lotAfter = new Float64Array(1);

/** Mass [mg] of those caps of a cell in its `life`-th life that come while its amount grows from `from` to `to`. */
export function fineWater(fine: FineLaw, from: number, to: number, life: number, col: number, row: number): number {
  const made = madeOf(fine);
  const common = made.chance.of(STREAM.fine, row * fine.amount.width + col, life);
  const all = capCount(made, common);
  let mass = 0;
  let after = 1;
  for (let n = 0; n < all; n++) {
    const use = FIRST_USE + USES * n;
    const lot = uniformOf(common, use);
    if (lot >= to) after = Math.min(after, lot);
    else if (lot >= from) mass += fineCapMass(capDiameter(made, common, use));
  }
  lotAfter[0] = after;
  return mass;
}

/** Mass [mg] of a drop of this diameter in the air [mm], in whole quanta. */
export function fineCapMass(diameter: number): number {
  const mass = ((WATER_DENSITY * Math.PI) / 6) * diameter * diameter * diameter;
  return Math.floor(mass / FINE_QUANTUM + 0.5) * FINE_QUANTUM;
}

/** Values that follow from a law. The last ones are kept, since a layer needs the same ones for every cell. */
interface Made {
  readonly law: FineLaw;
  readonly chance: Chance;
  readonly mean: number;
  /** Probability of a cell without caps. */
  readonly none: number;
  /** Share of Marshall and Palmer's drops that are below the largest. */
  readonly below: number;
}

let last: Made | undefined;

function madeOf(law: FineLaw): Made {
  // A layer's law never changes: it is enough to see that it is the same layer.
  if (last?.law === law) return last;
  const mean = law.density * law.cellSize * law.cellSize;
  const below = 1 - exp(-law.sizeRate * law.largest);
  last = { law, chance: new Chance(law.seed), mean, none: exp(-mean), below };
  return last;
}

/** A Poisson number, as `Chance.poisson` has it; most cells are empty. */
function capCount({ mean, none }: Made, common: number): number {
  const u = uniformOf(common, 0);
  let count = 0;
  for (let term = none, sum = none; u > sum && count < MOST_FINE_CAPS; sum += term) term *= mean / ++count;
  return count;
}

/** Exponential, cut off at the largest diameter: the inverse of its distribution function [mm]. */
function capDiameter({ law, below }: Made, common: number, use: number): number {
  return -log(1 - below * uniformOf(common, use + 1)) / law.sizeRate;
}
