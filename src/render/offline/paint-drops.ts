/** The drops themselves, drawn from their shapes: sharp at any size, however coarse the maps are. */

import { lobeOffsets, MAX_LOBES } from '../../core/body.js';
import type { ChartFrame, DropsView } from '../../core/frame.js';
import { blendPixel, DIM_WATER_RAMP } from './colours.js';
import { paintHeight } from './paint-map.js';
import type { Canvas } from './picture.js';

const STILL_COLOUR = 0x66d9e8;
const MOVING_COLOUR = 0xffb454;
const TICK_COLOUR = 0xffffff;

/** Opacity of a drop's inside; its rim is opaque. */
const FILL = 0.4;
/** Width of rims and ticks [px]. */
const LINE = 1.25;
/** A tick is the way of this time [s]: 50 mm/s, a usual run, gives 5 mm. */
const TICK_TIME = 0.1;
/** Longest tick [mm]; drops in free fall would otherwise cross the pane. */
const TICK_MAX = 25;

/**
 * Still drops and running ones in two colours over a dim height map; running ones carry a tick that points where they
 * go. `maxHeight` [mm] is the scale of the height map, `chart` the number of the chart.
 */
export function paintDrops(
  canvas: Canvas,
  { height, cellSize }: ChartFrame,
  drops: DropsView,
  chart: number,
  maxHeight: number,
): void {
  paintHeight(canvas, height, DIM_WATER_RAMP, maxHeight);
  const lobes = new Float64Array(2 * MAX_LOBES);
  // Running drops over still ones, and ticks over all: they are few, and what the eye looks for.
  for (const moving of [0, 1]) {
    for (let k = 0; k < drops.count; k++) {
      if (drops.chart[k] === chart && drops.moving[k] === moving) paintDrop(canvas, drops, k, cellSize, lobes);
    }
  }
  for (let k = 0; k < drops.count; k++) {
    if (drops.chart[k] === chart && drops.moving[k]) paintTick(canvas, drops, k, cellSize);
  }
}

/** One drop: the union of its lobes, each a disc, or a capsule along the motion if the drop is stretched. */
function paintDrop(canvas: Canvas, drops: DropsView, k: number, cellSize: number, lobes: Float64Array): void {
  const { data, width, height } = canvas;
  const perMm = 1 / (cellSize * canvas.scale);
  const radius = drops.radius[k] * perMm;
  const colour = drops.moving[k] ? MOVING_COLOUR : STILL_COLOUR;
  const count = toPixels(lobes, lobeOffsets(drops.lobes[k], cellSize, lobes), canvas, drops, k, perMm);

  // Half the cylinder part of a stretched drop, as a vector [px].
  const speed = Math.sqrt(drops.vx[k] * drops.vx[k] + drops.vy[k] * drops.vy[k]);
  const half = speed > 0 ? (0.5 * drops.stretch[k] * radius) / speed : 0;
  const sx = half * drops.vx[k];
  const sy = half * drops.vy[k];

  const reachX = radius + Math.abs(sx) + 1;
  const reachY = radius + Math.abs(sy) + 1;
  const firstX = Math.max(0, Math.floor(least(lobes, 0, count) - reachX));
  const firstY = Math.max(0, Math.floor(least(lobes, 1, count) - reachY));
  const endX = Math.min(width, Math.ceil(greatest(lobes, 0, count) + reachX));
  const endY = Math.min(height, Math.ceil(greatest(lobes, 1, count) + reachY));
  for (let py = firstY; py < endY; py++) {
    for (let px = firstX; px < endX; px++) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let j = 0; j < count; j++) {
        const dx = px + 0.5 - lobes[2 * j];
        const dy = py + 0.5 - lobes[2 * j + 1];
        nearest = Math.min(nearest, toSegment(dx + sx, dy + sy, 2 * sx, 2 * sy));
      }
      // Distance from the rim inwards [px]. A pixel is covered in full half a pixel inside; the rim is `LINE` wide.
      const inside = radius - nearest;
      const cover = clip(inside + 0.5);
      if (cover > 0)
        blendPixel(data, 4 * (py * width + px), colour, cover * (FILL + (1 - FILL) * clip(LINE + 0.5 - inside)));
    }
  }
}

/** A line from the drop's centre along its velocity. */
function paintTick(canvas: Canvas, drops: DropsView, k: number, cellSize: number): void {
  const { data, width, height, scale } = canvas;
  const perMm = 1 / (cellSize * scale);
  const speed = Math.sqrt(drops.vx[k] * drops.vx[k] + drops.vy[k] * drops.vy[k]);
  if (speed === 0) return;
  const time = Math.min(TICK_TIME, TICK_MAX / speed);
  const x = drops.x[k] * perMm - canvas.left / scale;
  const y = drops.y[k] * perMm - canvas.top / scale;
  const tx = drops.vx[k] * time * perMm;
  const ty = drops.vy[k] * time * perMm;
  const firstX = Math.max(0, Math.floor(Math.min(x, x + tx) - LINE));
  const firstY = Math.max(0, Math.floor(Math.min(y, y + ty) - LINE));
  const endX = Math.min(width, Math.ceil(Math.max(x, x + tx) + LINE));
  const endY = Math.min(height, Math.ceil(Math.max(y, y + ty) + LINE));
  for (let py = firstY; py < endY; py++) {
    for (let px = firstX; px < endX; px++) {
      const cover = clip(0.5 + LINE / 2 - toSegment(px + 0.5 - x, py + 0.5 - y, tx, ty));
      if (cover > 0) blendPixel(data, 4 * (py * width + px), TICK_COLOUR, cover);
    }
  }
}

/** Turns lobe offsets [mm] into the lobes' centres [px], in place. */
function toPixels(lobes: Float64Array, count: number, canvas: Canvas, drops: DropsView, k: number, perMm: number) {
  for (let j = 0; j < count; j++) {
    lobes[2 * j] = (drops.x[k] + lobes[2 * j]) * perMm - canvas.left / canvas.scale;
    lobes[2 * j + 1] = (drops.y[k] + lobes[2 * j + 1]) * perMm - canvas.top / canvas.scale;
  }
  return count;
}

/** Distance of (x, y) from the segment (0, 0) to (tx, ty). */
function toSegment(x: number, y: number, tx: number, ty: number): number {
  const length2 = tx * tx + ty * ty;
  const share = length2 > 0 ? clip((x * tx + y * ty) / length2) : 0;
  const dx = x - share * tx;
  const dy = y - share * ty;
  return Math.sqrt(dx * dx + dy * dy);
}

/** The least x (`axis` 0) or y (1) of the lobes. */
function least(lobes: Float64Array, axis: number, count: number): number {
  let value = lobes[axis];
  for (let j = 1; j < count; j++) value = Math.min(value, lobes[2 * j + axis]);
  return value;
}

/** The greatest x (`axis` 0) or y (1) of the lobes. */
function greatest(lobes: Float64Array, axis: number, count: number): number {
  let value = lobes[axis];
  for (let j = 1; j < count; j++) value = Math.max(value, lobes[2 * j + axis]);
  return value;
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value));
}
