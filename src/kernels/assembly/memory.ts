// Reading the heap: fields of records (../records) by their names. Kernels read a chart header once, into local variables. A field
// is a constant, so that each of these is a single load.

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
