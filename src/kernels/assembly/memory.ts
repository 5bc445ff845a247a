// Reading the heap: fields of records (../records) by their names, and whole boxes into the cache. Kernels read a chart header
// once, into local variables. A field is a constant, so that each of these is a single load.

/** A word of the chart header at the byte address `chart`. */
// @ts-ignore: decorator
@inline
export function wordOf(chart: usize, field: usize): i32 {
  return load<i32>(chart + (field << 2));
}

/** Byte address of the map or list whose word index stands in a chart header. */
// @ts-ignore: decorator
@inline
export function addressOf(chart: usize, field: usize): usize {
  return load<usize>(chart + (field << 2)) << 2;
}

/** A float64 of a record of float64, such as a body. */
// @ts-ignore: decorator
@inline
export function numberOf(record: usize, field: usize): f64 {
  return load<f64>(record + (field << 3));
}

/** Keeps the compiler from leaving out the loads of `fetch`. */
let fetched: u32 = 0;

/**
 * Brings a box into the cache. Its rows lie a pane's width apart, where no processor looks ahead by itself. Loads with nothing
 * between them are waited for together; the loads of the work itself then need not wait.
 */
export function fetch(map: usize, pitch: usize, row0: i32, row1: i32, col0: i32, col1: i32): void {
  if (col0 >= col1) return;
  let from = map + <usize>row0 * pitch + (<usize>col0 << 2);
  const last = (<usize>(col1 - col0) << 2) - 4;
  let seen: u32 = 0;
  for (let row = row0; row < row1; row++, from += pitch) {
    seen |= load<u32>(from) | load<u32>(from + last);
    // Lines of the cache are 64 bytes long; a box has 160 at most.
    if (last > 64) seen |= load<u32>(from + 64);
    if (last > 128) seen |= load<u32>(from + 128);
  }
  fetched = seen;
}
