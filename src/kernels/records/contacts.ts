/**
 * A contact list: a head and then its entries, in words. Both compilers read this file, so it holds nothing but integers.
 */

/** Entries written. */
export const count = 0;
/** Entries for which there is room. */
export const capacity = 1;
/** Row from which to continue if the list was full, else `done`. */
export const resume = 2;
/** Number of the box from which to continue, in the list of boxes. */
export const box = 3;
/** First entry. */
export const first = 4;
/** Words in an entry: id, id of the other drop, cell. */
export const entry = 3;

/** Value of `resume` when the kernel has finished. */
export const done = 0xffffffff;
/** Most entries that one cell can give: 8 neighbours in two maps, and the cell itself in the still map. */
export const entriesPerCell = 17;
