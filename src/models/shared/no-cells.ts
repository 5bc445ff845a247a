import type { MapView } from '../../core/frame.js';

/** A map without a cell, for what a model does not have. */
export function noCells<T extends Float32Array | Uint32Array>(data: T): MapView<T> {
  return { data, width: 0, height: 0, stride: 0, version: 0, changedSince: () => new Int32Array(0) };
}
