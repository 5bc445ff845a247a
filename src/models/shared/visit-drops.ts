import { lobeCount, MAX_LOBES } from '../../core/body.js';
import type { Drops } from '../../core/drops.js';
import type { StateVisitor } from '../../core/state-visitor.js';
import type { Surface } from '../../surface/surface.js';

/** Visits the drops of a surface, with the columns that only bodies have or without them. */
export function visitDrops(visitor: StateVisitor, drops: Drops, bodies: boolean, surface: Surface): void {
  const count = visitor.number(drops.count);
  const movingCount = visitor.number(drops.movingCount, 0, count);
  const nextId = visitor.number(drops.nextId, 1, LAST_ID);
  const all = bodies ? [...drops.columns(), ...drops.bodyColumns()] : drops.columns();
  const columns = all.map((column) => visitor.array(column.subarray(0, drops.count)));
  visitor.check(columns.every(({ length }) => length === count));
  visitor.check(Number.isInteger(movingCount) && Number.isInteger(nextId));
  drops.takeOver(count, movingCount, nextId, columns);
  if (!visitor.loads) return;
  for (let slot = 0; slot < count; slot++) {
    visitor.check(isInPlace(drops, slot, surface) && isOfWater(drops, slot) && hasShape(drops, slot));
  }
}

/** Largest next id of a saved state: sixteen million ids are left after it. */
const LAST_ID = 0xff000000;
/** Bounds of a saved drop: speed [mm/s], smallest and largest mass [mg], time since its last residual [s]. */
const FASTEST = 1e7;
const LIGHTEST = 1e-100;
const HEAVIEST = 1e9;
const LONGEST = 1e13;
/** What `relaxing` may be (`models/rivulet/relaxing.ts`). */
const MOST_RELAXING = 6;

/** Is the drop in `slot` found by its id, on the right side of `movingCount`, and on the surface? */
function isInPlace(drops: Drops, slot: number, { charts }: Surface): boolean {
  const { id, nextId, movingCount, moving, chart, x, y } = drops;
  const isKnown = id[slot] > 0 && id[slot] < nextId && drops.slotOf(id[slot]) === slot;
  const isSorted = moving[slot] === (slot < movingCount ? 1 : 0);
  if (!isKnown || !isSorted || chart[slot] >= charts.length) return false;
  const { width, height } = charts[chart[slot]];
  return isWithin(x[slot], 0, width) && isWithin(y[slot], 0, height);
}

/** Are its mass, velocity, time and flags within their bounds? */
function isOfWater({ mass, vx, vy, tau, laid, crowded, relaxing }: Drops, slot: number): boolean {
  return (
    isWithin(mass[slot], LIGHTEST, HEAVIEST) &&
    isWithin(vx[slot], -FASTEST, FASTEST) &&
    isWithin(vy[slot], -FASTEST, FASTEST) &&
    isWithin(tau[slot], 0, LONGEST) &&
    laid[slot] <= 1 &&
    crowded[slot] <= 1 &&
    relaxing[slot] <= MOST_RELAXING
  );
}

/** Largest error of a drop's radius over that which holds its mass: rounding. */
const ROUNDING = 1e-9;

/** Is its body one that core/body.ts can draw, and as large as its mass? */
function hasShape(drops: Drops, slot: number): boolean {
  const { contactAngle, stretch, tail, sag, waist, headingX, headingY, lobes, radius } = drops;
  const heading = headingX[slot] * headingX[slot] + headingY[slot] * headingY[slot];
  const outline =
    Math.abs(drops.outlineC2[slot]) +
    Math.abs(drops.outlineS2[slot]) +
    Math.abs(drops.outlineC3[slot]) +
    Math.abs(drops.outlineS3[slot]);
  return (
    isWithin(contactAngle[slot], 1e-4, Math.PI - 1e-4) &&
    isWithin(stretch[slot], 0, 100) &&
    isWithin(tail[slot], 0.1, 10) &&
    isWithin(waist[slot], 0, 0.4 * (1 + tail[slot])) &&
    isWithin(sag[slot], -1, 1) &&
    isWithin(heading, 1 - 1e-6, 1 + 1e-6) &&
    isWithin(outline, 0, 0.6) &&
    isWithin(lobeCount(lobes[slot]), 1, MAX_LOBES) &&
    isWithin(radius[slot] / drops.fittingRadius(slot), 1 - ROUNDING, 1 + ROUNDING)
  );
}

/** Is a number in a range? NaN is in none. */
function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
