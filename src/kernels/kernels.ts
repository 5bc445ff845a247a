/**
 * The field kernels' contract. Two implementations keep it to the bit: `reference/`, which says what is meant, and
 * `assembly/`, the same in AssemblyScript SIMD. Maps are places in one heap, given as the word index of cell (0, 0);
 * a rectangle is row0 ≤ row < row1, col0 ≤ col < col1. Kernels read one cell beyond a rectangle (`flow` three) and write
 * only inside. Heights are multiples of 2⁻¹⁶ mm. Volumes come back as sums of heights [mm]; times ℓ² they are mm³.
 */
export interface Kernels {
  readonly kind: KernelKind;

  /** Copies cells of any kind. */
  copy(source: number, target: number, stride: number, row0: number, row1: number, col0: number, col1: number): void;

  /** Makes cells of any kind 0. */
  clear(target: number, stride: number, row0: number, row1: number, col0: number, col1: number): void;

  /**
   * Writes the ids of the next step into `target`: a dry cell has none, a wet one keeps its own, and an unowned one at
   * least `threshold` high takes that of its highest owned 4-neighbour, the first of up, left, right, down (CHIN-14, O5).
   */
  growIds(
    heights: number,
    ids: number,
    target: number,
    stride: number,
    row0: number,
    row1: number,
    col0: number,
    col1: number,
    threshold: number,
  ): void;

  /**
   * Smoothing, threshold and erosion in one go, for a list of boxes; either may be left out. Smoothing takes the 3×3 mean,
   * and what is below `threshold` becomes 0 (CHEN-10). Erosion (`EROSION`) shifts the two boundary cells of each wet run inward along rows or columns (CHEN-11, CHEN-O5): runs shorter
   * than three vanish, and the middle of a run of three keeps the higher of its neighbours; cells wet in `guard` stay as
   * they are, 0 for no guard. Cells that are dry then lose their id, and `wet`, the wet bits of `heights` (core/wet-bits.ts),
   * become those of the new ones, and `owners` (core/tile-owners.ts) those of the new ids. A box is four words: row0, row1, col0, col1. Its columns begin and end at multiples of
   * four or at the chart's end; it lies in one tile and holds all cells there that are wet or next to one that is. Boxes
   * come in the order of their tiles. The two losses go to `losses` as float64: smoothing's, then erosion's. What was found
   * goes to `found`, `FOUND.words` a box. `scratch` is left in disorder.
   */
  flow(
    heights: number,
    ids: number,
    guard: number,
    stride: number,
    rows: number,
    columns: number,
    wet: number,
    owners: number,
    scratch: number,
    rectangles: number,
    count: number,
    threshold: number,
    idThreshold: number,
    smoothing: number,
    erosion: number,
    losses: number,
    found: number,
  ): void;

  /**
   * Lets trails run thin, in a list of boxes that hold all that is wet in their tile by the bits of `wet`: each height loses
   * about `share` of itself, more where the glass does not like water. What is wet stays wet. `found` tells 1 for a box that
   * changed. Returns the loss.
   */
  drain(
    heights: number,
    affinity: number,
    stride: number,
    columns: number,
    wet: number,
    rectangles: number,
    count: number,
    share: number,
    found: number,
  ): number;

  /**
   * Lists who touches whom (CHEN-14) in a list of boxes: every owned cell of `ids` against its 8 (or 4) neighbours in
   * `ids`, and against them and itself in `stillIds`. Nobody owns cells that are dry by the bits of `wet`, nor cells of
   * `stillIds` without their bit in `stillBits`, 0 if there are none; `owners` knows who may be in a tile (core/tile-owners.ts). Entries
   * (id, other, cell) go to the contact list. Starts with row `row0` of the `first` box; a full list stops the scan, and
   * its `resume` and `box` say where.
   */
  scan(
    ids: number,
    stillIds: number,
    contacts: number,
    stride: number,
    columns: number,
    wet: number,
    stillBits: number,
    owners: number,
    rectangles: number,
    count: number,
    diagonal: number,
    first: number,
    row0: number,
  ): void;

  /**
   * Replaces ids by a table made with `enterLabel` (CHEN-O12), in a list of boxes that hold all that is wet in their tile by
   * the bits of `wet`. `found` tells 1 for a box that changed.
   */
  relabel(
    ids: number,
    table: number,
    mask: number,
    stride: number,
    columns: number,
    wet: number,
    rectangles: number,
    count: number,
    found: number,
  ): void;

  /** Raises `target` to `source` and lets the id follow (single-map mode). Returns the sum of what was added. */
  anchor(
    source: number,
    sourceIds: number,
    target: number,
    targetIds: number,
    stride: number,
    row0: number,
    row1: number,
    col0: number,
    col1: number,
  ): number;

  /**
   * Stamps hemispheres of radius `radius` as a running maximum (CHEN-9): a cell they win takes `id`. Their `count` places
   * stand at the word `way`, x and y [mm] in float64, and lie on a straight way, one after another. Every cell of the
   * footprint owned by another drop, in `ids` or `stillIds`, goes to the contact list. Starts at `row0` and stops before
   * a row for which the list has no room. Returns the sum of what was added.
   */
  stamp(
    heights: number,
    ids: number,
    stillIds: number,
    contacts: number,
    stride: number,
    rows: number,
    columns: number,
    cellSize: number,
    way: number,
    count: number,
    radius: number,
    id: number,
    row0: number,
  ): number;

  /** Stamps a hemisphere without ids or contacts, as `stamp` does. */
  cap(
    heights: number,
    stride: number,
    rows: number,
    columns: number,
    cellSize: number,
    x: number,
    y: number,
    radius: number,
  ): void;

  /**
   * Stamps the way of a head into a rectangle that holds it: of a body, `BODY.size` float64 at the word `body`, the cap of
   * the head's radius at all places from its head back along its length. It is lower by `sunk` mm, and where it ends by
   * that one quantum high. Who was listed last of a map is not listed again until another was, or, with `rowByRow` 1,
   * until the next row. Starts at `row0` and stops before a row for which the list has no room. Returns what was added.
   */
  stampCapsule(
    heights: number,
    ids: number,
    stillIds: number,
    contacts: number,
    stride: number,
    cellSize: number,
    body: number,
    row0: number,
    row1: number,
    col0: number,
    col1: number,
    id: number,
    sunk: number,
    rowByRow: number,
  ): number;

  /** Lays a body into the still map, in a rectangle that holds it, as `lay` does it with a bare shape; lists as `stampCapsule` does. */
  layBody(
    still: number,
    stillIds: number,
    ids: number,
    contacts: number,
    stride: number,
    cellSize: number,
    body: number,
    row0: number,
    row1: number,
    col0: number,
    col1: number,
    id: number,
    diagonal: number,
    rowByRow: number,
  ): number;

  /** Writes down in `stillBits` which cells of a rectangle somebody owns in the still map. */
  noteStill(
    stillIds: number,
    stillBits: number,
    stride: number,
    columns: number,
    row0: number,
    row1: number,
    col0: number,
    col1: number,
  ): void;

  /** Takes what `id` has out of the still map, to be laid anew. Returns the change of its sum. */
  erase(
    still: number,
    stillIds: number,
    stride: number,
    row0: number,
    row1: number,
    col0: number,
    col1: number,
    id: number,
  ): number;

  /**
   * Lays a shape prepared in `scratch` into the still map, smoothed once if `smoothed` is 1 (CHEN-12). Cells of the bare
   * shape take `id` where it wins; the one-cell rim that smoothing adds belongs to nobody. Contacts as in `scan`, for the
   * bare shape's cells. Returns the sum of what was added.
   */
  lay(
    scratch: number,
    still: number,
    stillIds: number,
    ids: number,
    contacts: number,
    stride: number,
    row0: number,
    row1: number,
    col0: number,
    col1: number,
    id: number,
    threshold: number,
    smoothed: number,
    diagonal: number,
  ): number;

  /** Moves what `id` has in the still map into the trail map (CHEN-18). Returns the net change of both sums. */
  lift(
    still: number,
    stillIds: number,
    heights: number,
    ids: number,
    stride: number,
    row0: number,
    row1: number,
    col0: number,
    col1: number,
    id: number,
  ): number;

  /**
   * Mean water height of the 3×3 region around a cell, the higher of both maps, leaving out cells off the chart and those
   * that `own` has (CHEN-7). Water that nobody owns does not count: it is the rim that smoothing lays around drops, first
   * of all around the one that looks. 0 if no cell is left; −1 if the whole region is off the chart.
   */
  regionHeight(
    still: number,
    stillIds: number,
    heights: number,
    ids: number,
    stride: number,
    rows: number,
    columns: number,
    row: number,
    col: number,
    own: number,
  ): number;

  /** Mean of `map` over the cells of the 3×3 region that lie on the chart; 0 if none does. */
  regionMean(map: number, stride: number, rows: number, columns: number, row: number, col: number): number;
}

export type KernelKind = 'simd' | 'reference';

/** Which way `flow` erodes. */
export const EROSION = { none: 0, alongRows: 1, alongColumns: 2 } as const;

/** What `flow` says of a box, and the bits of its first word. */
export const FOUND = {
  flags: 0,
  /** The smallest box around the wet cells; meaningless without `wet`. */
  row0: 1,
  row1: 2,
  col0: 3,
  col1: 4,
  words: 5,
  /** A cell is wet; a height changed; a cell of at least the threshold has no owner. */
  wet: 1,
  changed: 2,
  orphans: 4,
} as const;

/** Most entries one cell can give: 8 neighbours in two maps, and itself in the still one. */
export const ENTRIES_A_CELL = 17;

/** The contact list: its head's words, then three words an entry. */
export const CONTACTS = {
  /** Entries written. */
  count: 0,
  /** Entries there is room for. */
  capacity: 1,
  /** The row to go on from if the list was full, else `done`. */
  resume: 2,
  done: 0xffffffff,
  /** The place in the list of boxes to go on from. */
  box: 3,
  /** First entry. */
  first: 4,
  /** Words an entry: id, other id, cell. */
  entry: 3,
} as const;

/** One view a word type onto the memory the maps live in. */
export interface Heap {
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
  readonly f64: Float64Array;
}

/** Makes memory of at least so many bytes, all 0, and the kernels that work in it. */
export type OpenKernels = (bytes: number) => { readonly heap: Heap; readonly kernels: Kernels };

/** The views of one memory. */
export function heapOf(buffer: ArrayBuffer): Heap {
  return { f32: new Float32Array(buffer), u32: new Uint32Array(buffer), f64: new Float64Array(buffer) };
}
