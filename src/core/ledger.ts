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
  /** In the height field of a model whose field is the water [mg]. */
  readonly inField: number;
  /** In drops that have come off the surface and may land on it again [mg]. */
  readonly falling: number;
  /** Ran off an edge [mg]. */
  readonly drained: number;
  readonly evaporated: number;
  /** Came off an underside and left [mg]. */
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

/** A model's part of the ledger: all but the layers. */
export type ModelBook = Omit<Ledger, 'film' | 'fine' | 'fog'>;

/** The book of a model with no water and no maps; models start from it. */
export const EMPTY_BOOK: ModelBook = {
  supplied: 0,
  onDrops: 0,
  inField: 0,
  falling: 0,
  drained: 0,
  evaporated: 0,
  dripped: 0,
  wiped: 0,
  field: { stamped: 0, smoothed: 0, eroded: 0, total: 0 },
};

/** How far the water book is from closing, relative to the water supplied. */
export function imbalance(ledger: Ledger): number {
  const { supplied, onDrops, film, fine, fog, inField, falling, drained, evaporated, dripped, wiped } = ledger;
  const found = onDrops + film + fine + fog + inField + falling + drained + evaporated + dripped + wiped;
  return Math.abs(supplied - found) / Math.max(supplied, 1e-12);
}
