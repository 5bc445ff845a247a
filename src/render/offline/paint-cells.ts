/** Views of water that cells hold (Kaneda 1996): the drops' caps at every pixel, wet cells, and roulettes. */
import type { ChartFrame, DropsView, Frame } from '../../core/frame.js';
import { ChartWater, SAMPLE } from '../water/water-map.js';
import { blendPixel, RAMP_SIZE, type Ramp, setPixel, WATER_RAMP } from './colours.js';
import type { Canvas } from './picture.js';

/** Dry cells, and cells whose water runs. */
const DRY = 0x05080f;
const RUNNING = 0xffb454;
const LINE_COLOUR = 0xffffff;
/** The least wet cell is this far up the ramp; one of this mass [mg] is at its end. */
const LEAST = 0.3;
const FULL = 60;
/** How bright wet cells are under roulettes. */
const DIMMED = 0.4;
/** Width of a roulette's lines, of a cell; not below 1.25 px. */
const LINE = 0.12;

/** Heights of the drops' shapes, evaluated at the middle of every pixel, with the colours of the view `height`. */
export function paintShapes(canvas: Canvas, frame: Frame, chart: number, maxHeight: number): void {
  const { scale, left, top, width, data, firstX, endX, firstY, endY } = canvas;
  const { cellSize } = frame.charts[chart];
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  const water = new ChartWater(frame, chart);
  const sample = new Float64Array(SAMPLE.size);
  for (let py = firstY; py < endY; py++) {
    const y = (top + (py + 0.5) * scale) * cellSize;
    for (let px = firstX; px < endX; px++) {
      const x = (left + (px + 0.5) * scale) * cellSize;
      const height = water.at(x, y, scale * cellSize, sample) ? sample[SAMPLE.height] : 0;
      pixels[py * width + px] = shade(WATER_RAMP, Math.sqrt(Math.min(1, Math.max(0, height) / maxHeight)));
    }
  }
}

/** Wet cells, the one under the middle of a pixel. `light`, 0 to 1, dims them. */
export function paintWet(canvas: Canvas, maps: ChartFrame, drops: DropsView, chart: number, light: number): void {
  const { scale, left, top, width, data, firstX, endX, firstY, endY } = canvas;
  const { cellWater, id, columns, rows } = maps;
  const isRunning = runningCells(maps, drops, chart);
  const wetness = (row: number, col: number): number => {
    if (cellWater) return cellWater.data[row * cellWater.stride + col];
    return id.width > 0 && id.data[row * id.stride + col] !== 0 ? FULL / 4 : 0;
  };
  const opaque = new Uint8ClampedArray(4);
  const packed = new Uint32Array(opaque.buffer);
  for (let py = firstY; py < endY; py++) {
    const row = Math.min(rows - 1, Math.max(0, Math.floor(top + (py + 0.5) * scale)));
    for (let px = firstX, p = 4 * (py * width + px); px < endX; px++, p += 4) {
      const col = Math.min(columns - 1, Math.max(0, Math.floor(left + (px + 0.5) * scale)));
      const water = wetness(row, col);
      if (water === 0) setPixel(data, p, DRY);
      else if (isRunning[row * columns + col]) setPixel(data, p, RUNNING);
      else {
        packed[0] = shade(WATER_RAMP, LEAST + (1 - LEAST) * Math.sqrt(Math.min(1, water / FULL)));
        data.set(opaque, p);
      }
      if (light < 1) blendPixel(data, p, 0, 1 - light);
    }
  }
}

/**
 * The roulette of every cell whose droplet runs, over dim wet cells: from the middle of the cell a line towards each
 * neighbour, as long as the way to it times its probability.
 */
export function paintRoulettes(canvas: Canvas, maps: ChartFrame, drops: DropsView, chart: number): void {
  paintWet(canvas, maps, drops, chart, DIMMED);
  const { roulettes, cellSize } = maps;
  if (!roulettes) return;
  const perMm = 1 / (cellSize * canvas.scale);
  for (let n = 0; n < roulettes.count; n++) {
    const x = roulettes.x[n] * perMm - canvas.left / canvas.scale;
    const y = roulettes.y[n] * perMm - canvas.top / canvas.scale;
    for (let k = roulettes.first[n]; k < roulettes.first[n + 1]; k++) {
      const share = roulettes.share[k] * perMm;
      paintLine(canvas, x, y, roulettes.wayX[k] * share, roulettes.wayY[k] * share);
    }
  }
}

/** A line from (x, y) by (tx, ty) [px], with round ends. */
function paintLine(canvas: Canvas, x: number, y: number, tx: number, ty: number): void {
  const { data, width, firstX, endX, firstY, endY } = canvas;
  const line = Math.max(1.25, LINE / canvas.scale);
  const square = tx * tx + ty * ty;
  const right = Math.min(endX, Math.ceil(Math.max(x, x + tx) + line));
  const bottom = Math.min(endY, Math.ceil(Math.max(y, y + ty) + line));
  for (let py = Math.max(firstY, Math.floor(Math.min(y, y + ty) - line)); py < bottom; py++) {
    for (let px = Math.max(firstX, Math.floor(Math.min(x, x + tx) - line)); px < right; px++) {
      const [dx, dy] = [px + 0.5 - x, py + 0.5 - y];
      const along = square > 0 ? Math.min(1, Math.max(0, (dx * tx + dy * ty) / square)) : 0;
      const [ax, ay] = [dx - along * tx, dy - along * ty];
      const cover = Math.min(1, Math.max(0, 0.5 + line / 2 - Math.sqrt(ax * ax + ay * ay)));
      if (cover > 0) blendPixel(data, 4 * (py * width + px), LINE_COLOUR, cover);
    }
  }
}

/** 1 for every cell that has the middle of a running drop. */
function runningCells({ columns, rows, cellSize }: ChartFrame, drops: DropsView, chart: number): Uint8Array {
  const cells = new Uint8Array(columns * rows);
  for (let slot = 0; slot < drops.count; slot++) {
    if (drops.chart[slot] !== chart || !drops.moving[slot]) continue;
    const col = Math.min(columns - 1, Math.max(0, Math.floor(drops.x[slot] / cellSize)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor(drops.y[slot] / cellSize)));
    cells[row * columns + col] = 1;
  }
  return cells;
}

function shade(ramp: Ramp, share: number): number {
  return ramp[(share * (RAMP_SIZE - 1) + 0.5) | 0];
}
