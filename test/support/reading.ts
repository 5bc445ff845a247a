/** Short ways to read a simulation: maps without padding, drops as objects. */
import type { DropsView, MapView } from 'rivulet';

/** The cells of a map now, row after row, as a copy without padding. */
export function cellsOf<T extends Float32Array | Uint32Array>({ data, width, height, stride }: MapView<T>): T {
  const copy = new (data.constructor as new (length: number) => T)(width * height);
  for (let row = 0; row < height; row++) copy.set(data.subarray(row * stride, row * stride + width), row * width);
  return copy;
}

/** Everything one drop is, by name. */
export function dropAt(drops: DropsView, slot: number) {
  const { id, x, y, vx, vy, mass, moving, radius, lobes } = drops;
  const motion = { x: x[slot], y: y[slot], vx: vx[slot], vy: vy[slot], moving: moving[slot] };
  return { id: id[slot], ...motion, mass: mass[slot], radius: radius[slot], lobes: lobes[slot] };
}
