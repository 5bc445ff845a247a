/** The rectangle around a drop, as close as its outline. */
import { BODY, bodyCount, writeLobe } from '../../core/body.js';
import type { DropsView } from '../../core/frame.js';
import { cos, sin } from '../../core/math.js';

/** Points of the outline that are looked at; between two of them it bulges by less than a thousandth of the radius. */
const POINTS = 64;

/** [mm] on the pane. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The box of the drop in `slot` where it will be in `lag` [s]. */
export function dropBox(drops: DropsView, slot: number, cellSize: number, lag: number): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const body = new Float64Array(BODY.size);
  for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
    writeLobe(drops, slot, lobe, cellSize, lag, body);
    for (let n = 0; n < POINTS; n++) includeRim(box, body, COSINES[n], SINES[n]);
  }
  return box;
}

const COSINES = Array.from({ length: POINTS }, (_, n) => cos((2 * Math.PI * n) / POINTS));
const SINES = Array.from({ length: POINTS }, (_, n) => sin((2 * Math.PI * n) / POINTS));

/** Widens a box by the point of the rim in the direction (c, s) of the body's own axes: ahead on the head, back on the tail. */
function includeRim(box: Box, body: Float64Array, c: number, s: number): void {
  const reach = rimAt(body, c, s);
  const ahead = c >= 0 || body[BODY.length] === 0;
  const radius = ahead ? body[BODY.head] : body[BODY.tail];
  const along = reach * c * radius - (ahead ? 0 : body[BODY.length]);
  const across = reach * s * radius;
  const x = body[BODY.x] + along * body[BODY.ux] - across * body[BODY.uy];
  const y = body[BODY.y] + along * body[BODY.uy] + across * body[BODY.ux];
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y);
}

/** How far the rim, q = 1 (core/body.ts), lies in a direction, in local radii: a cubic, which Newton solves from the circle. */
function rimAt(body: Float64Array, c: number, s: number): number {
  const second = 1 - body[BODY.c2] * (c * c - s * s) - body[BODY.s2] * 2 * c * s;
  const third = body[BODY.c3] * c * (c * c - 3 * s * s) + body[BODY.s3] * s * (3 * c * c - s * s);
  let r = 1;
  for (let n = 0; n < 6; n++) {
    const q = r * r * (second - r * third);
    r -= (q - 1) / (r * (2 * second - 3 * r * third));
  }
  return r;
}
