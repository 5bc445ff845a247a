/** From the drops of a frame to the bodies that are drawn. */
import { BODY, profileK, profileScale } from '../../core/body.js';
import type { DropsView } from '../../core/frame.js';
import { lobeOffsets, MAX_LOBES } from '../../core/shape.js';

const offsets = new Float64Array(2 * MAX_LOBES);

/** Writes the bodies of a drop's lobes one after another to `out` and returns how many. `cellSize` [mm] is that of its chart. */
export function writeBodies(drops: DropsView, slot: number, cellSize: number, out: Float64Array): number {
  const count = lobeOffsets(drops.lobes[slot], cellSize, offsets);
  const radius = drops.radius[slot];
  const length = drops.stretch[slot] * radius;
  for (let n = 0; n < count; n++) {
    const at = BODY.size * n;
    const ux = drops.headingX[slot];
    const uy = drops.headingY[slot];
    out[at + BODY.x] = drops.x[slot] + offsets[2 * n] + (ux * length) / 2;
    out[at + BODY.y] = drops.y[slot] + offsets[2 * n + 1] + (uy * length) / 2;
    out[at + BODY.ux] = ux;
    out[at + BODY.uy] = uy;
    out[at + BODY.length] = length;
    out[at + BODY.head] = radius;
    out[at + BODY.tail] = radius * drops.tail[slot];
    out[at + BODY.k] = profileK(drops.contactAngle[slot]);
    out[at + BODY.e] = profileScale(drops.contactAngle[slot]);
    out[at + BODY.sag] = drops.sag[slot];
    out[at + BODY.c2] = drops.outlineC2[slot];
    out[at + BODY.s2] = drops.outlineS2[slot];
    out[at + BODY.c3] = drops.outlineC3[slot];
    out[at + BODY.s3] = drops.outlineS3[slot];
  }
  return count;
}
