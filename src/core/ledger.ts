/**
 * The two books (spec 0.4). Water is booked in milligrams and never made or lost; the field book follows the volume of
 * the picture, which stamping makes and the operators take away.
 */
export interface Ledger {
  /** All water that ever came, by rain or by hand [mg]. */
  readonly supplied: number;
  readonly onDrops: number;
  /** In the thin film that runners and wipers leave [mg]. */
  readonly film: number;
  /** In fine still drops [mg]. */
  readonly fine: number;
  /** On the glass as fog [mg]. */
  readonly fog: number;
  readonly inField: number;
  /** Ran off the edge [mg]. */
  readonly drained: number;
  readonly evaporated: number;
  readonly dripped: number;
  /** Taken off by a wiper, a finger, or `clear` [mg]. */
  readonly wiped: number;
  readonly field: FieldBook;
}

/**
 * Volumes of the height maps [mm³]; `stamped − smoothed − eroded = total`, exactly as sums of heights. Times the cell's
 * area each is rounded once.
 */
export interface FieldBook {
  /** Net volume that stamping put into the maps, less what was lifted out with a drop. */
  readonly stamped: number;
  readonly smoothed: number;
  readonly eroded: number;
  /** What the maps hold now: still shapes and trails, or the single map. */
  readonly total: number;
}

/** How far the water book is from closing, relative to the water supplied. */
export function imbalance(ledger: Ledger): number {
  const { supplied, onDrops, film, fine, fog, inField, drained, evaporated, dripped, wiped } = ledger;
  const found = onDrops + film + fine + fog + inField + drained + evaporated + dripped + wiped;
  return Math.abs(supplied - found) / Math.max(supplied, 1e-12);
}
