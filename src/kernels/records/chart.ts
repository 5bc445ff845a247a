/**
 * The header of a chart: its size, its edges, and the word indices of its maps and lists in the heap. `createFieldMemory`
 * writes it once; kernels take its word index. A map's index is that of its cell (0, 0). Both compilers read this file, so
 * it holds nothing but integers.
 */

/** Words from one row of a map to the next. */
export const stride = 0;
export const rows = 1;
export const columns = 2;
/** Words from one row of the tiles of the wet bits to the next, in tiles: those of the chart and one on either side. */
export const ring = 3;

/** Side of a cell [mm], a float64. */
export const cellSize = 4;

/**
 * Where cells exist, as signed words: firstRow ≤ row < endRow and firstCol ≤ col < endCol. At an open edge that is the edge of
 * the chart; at a seam it is the far side of the halo, whose cells belong to the next chart. Kernels read there, but
 * change only cells of the chart itself.
 */
export const firstRow = 6;
export const endRow = 7;
export const firstCol = 8;
export const endCol = 9;

/** Heights of still shapes and of running drops and their trails [mm], float32. */
export const still = 10;
export const trail = 11;
/** Ids of the drops that own the cells of either map; 0 is none. */
export const stillIds = 12;
export const trailIds = 13;
/** A map for intermediate results. No kernel expects anything there, but `lay`: a shape that `cap` has prepared. */
export const scratch = 14;
/** Wettability of the glass, float32. */
export const affinity = 15;

/** One bit a cell, halo included: may the trail map be wet there (core/tiles.ts)? */
export const wetBits = 16;
/** One bit a cell, halo included: has the still map an owner there? */
export const stillBits = 17;
/**
 * Lowest and highest id that may be in each tile of the trail map (core/tiles.ts). At a seam, those of the halo cells next
 * to a tile count as well.
 */
export const owners = 18;

/** The contact list; see `CONTACTS`. */
export const contacts = 19;

/** A list of boxes, at most one a tile; see `BOX`. */
export const rectangles = 20;
/** Room for a report on each box; see `FOUND`. */
export const found = 21;
/** The box to be filled by `lay`, `layBody` and `stampCapsule`. */
export const box = 22;
/** Sums of heights that smoothing and erosion have taken away [mm], two float64. */
export const losses = 23;

/** Places of hemispheres to be stamped, pairs of x and y [mm] in float64. */
export const way = 24;
/** The body to be stamped or laid; see `BODY`. */
export const body = 25;
/** Table of new ids, pairs of words: an id and its new one. Unused entries are 0. */
export const labels = 26;

/** Words in a header. */
export const words = 27;
