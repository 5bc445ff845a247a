import { HEIGHT_LIMIT } from '../../core/grid.js';
import { BOX, type Heap, WATER } from '../kernels.js';
import { ROUNDER_32 } from './heights.js';

/** A product of float32 rounded to a multiple of 2⁻¹⁶. */
function rounded(a: number, b: number): number {
  return Math.fround(Math.fround(Math.fround(a * b) + ROUNDER_32) - ROUNDER_32);
}

/** How far a threshold has opened for water above it, 0 to 1 (STUP-L12). */
function opening(over: number, sharpness: number): number {
  const open = Math.fround(over * sharpness);
  return open < 1 ? open : 1;
}

/** The momentum around a cell over L, along rows and columns, and how strongly it sweeps that cell along, 0 to 1 (STUP-L6). */
interface Swept {
  row: number;
  col: number;
  drag: number;
}

const SWEPT: Swept = { row: 0, col: 0, drag: 0 };

/** Sums the momentum of 3 × 3 cells; along the way of the water, times the option, it is what sweeps the one in the middle along. */
function sweepOf({ f32, u32 }: Pick<Heap, 'f32' | 'u32'>, header: number, cell: number, direction: number): Swept {
  const stride = u32[header + WATER.stride];
  let row = 0;
  let col = 0;
  for (let dr = -1; dr <= 1; dr++) {
    for (let dc = -1; dc <= 1; dc++) {
      const at = cell + dr * stride + dc;
      row = Math.fround(row + f32[u32[header + WATER.rowMomentum] + at]);
      col = Math.fround(col + f32[u32[header + WATER.colMomentum] + at]);
    }
  }
  const onwards = Math.fround(
    Math.fround(row * f32[direction + WATER.steps]) + Math.fround(col * f32[direction + WATER.steps + 1]),
  );
  const most = Math.min(1, Math.max(0, Math.fround(onwards * f32[header + WATER.sweepScale])));
  SWEPT.row = row;
  SWEPT.col = col;
  SWEPT.drag = Math.fround(f32[header + WATER.sweep] * most);
  return SWEPT;
}

/** Nothing has moved around the cell. */
const STILL: Swept = { row: 0, col: 0, drag: 0 };

export function moveWater({ f32, u32 }: Heap, header: number, count: number): void {
  const boxes = u32[header + WATER.boxes];
  const sweeps = f32[header + WATER.sweep] > 0;
  for (let n = 0; n < count; n++) {
    const box = boxes + BOX.words * n;
    let found = 0;
    for (let row = u32[box + BOX.row0]; row < u32[box + BOX.row1]; row++) {
      for (let col = u32[box + BOX.col0]; col < u32[box + BOX.col1]; col++) {
        const cell = row * u32[header + WATER.stride] + col;
        const water = f32[u32[header + WATER.water] + cell];
        const affinity = f32[u32[header + WATER.affinity] + cell];
        // High affinity holds more water (STUP-L4).
        let low = Math.fround(f32[header + WATER.low] + Math.fround(f32[header + WATER.hold] * affinity));
        let swept = STILL;
        if (sweeps) {
          swept = sweepOf({ f32, u32 }, header, cell, u32[header + WATER.directions] + WATER.direction * (col >> 2));
          low = Math.fround(low * Math.fround(1 - swept.drag));
          f32[u32[header + WATER.nextRowMomentum] + cell] = 0;
          f32[u32[header + WATER.nextColMomentum] + cell] = 0;
          const [rowWay, colWay] = [u32[header + WATER.rowMomentum] + cell, u32[header + WATER.colMomentum] + cell];
          if (f32[rowWay] !== 0 || f32[colWay] !== 0) found |= WATER.stirred;
        }
        if (!(water > low)) continue;
        found |= WATER.moved;
        moveCell({ f32, u32 }, header, row, col, Math.fround(water - low), swept);
      }
    }
    u32[u32[header + WATER.found] + n] = found;
  }
}

/** Lets water leave one cell that is `over` [mm] above its L, and that its neighbours sweep along. */
function moveCell(
  { f32, u32 }: Pick<Heap, 'f32' | 'u32'>,
  header: number,
  row: number,
  col: number,
  over: number,
  swept: Swept,
): void {
  const cell = row * u32[header + WATER.stride] + col;
  const here = u32[header + WATER.water] + cell;
  const water = f32[here];
  const sharpness = f32[header + WATER.sharpness];
  const direction = u32[header + WATER.directions] + WATER.direction * (col >> 2);

  // What remains, by the amount of water (STUP-6), less where the noise is dark (STUP-7). At white all of it stays.
  const entry = Math.trunc(Math.fround(water * f32[header + WATER.remainderScale]));
  const remainder = f32[u32[header + WATER.remainder] + Math.min(WATER.remainders - 1, entry)];
  const side = u32[header + WATER.noiseSide];
  const noiseRow = (row + u32[header + WATER.noiseRow]) % side;
  const noiseCol = (col + u32[header + WATER.noiseCol]) % side;
  const noise = f32[u32[header + WATER.noise] + noiseRow * (side + 4) + noiseCol];
  const loose = remainder < 1 ? Math.fround(1 - Math.fround(remainder * noise)) : 0;
  // Neighbours that move take at least their share along (STUP-L6).
  const free = Math.max(loose, swept.drag);

  // The slope weighs what leaves (STUP-4). What is kept is rounded; what leaves is exact.
  const leaving = Math.fround(free * Math.fround(opening(over, sharpness) * f32[direction + WATER.speed]));
  const kept = rounded(water, Math.fround(1 - leaving));
  f32[here] = kept;

  // Towards the side of higher affinity (STUP-L5).
  const toLeft = u32[direction + WATER.left] | 0;
  const toRight = u32[direction + WATER.right] | 0;
  const affinity = u32[header + WATER.affinity] + cell;
  const across = Math.fround(f32[affinity + toLeft] - f32[affinity + toRight]);
  const own = Math.fround(f32[direction + WATER.lean] + Math.fround(f32[header + WATER.swerve] * across));
  const lean = swept.drag > 0 ? sweptLean(f32, direction, own, swept) : own;
  const leftward = Math.min(1, Math.max(0, lean));
  const rightward = Math.min(1, Math.max(0, -lean));

  // Of water above M the share r goes one cell further (STUP-8), and so on (STUP-L11).
  const ahead = u32[direction + WATER.ahead] | 0;
  const sweeps = f32[header + WATER.sweep] > 0;
  const gain = u32[header + WATER.gain] + cell;
  let part = Math.fround(water - kept);
  for (let far = 1; part > 0; far++) {
    const above = Math.fround(water - Math.fround(f32[header + WATER.high] * far));
    const goesOn = far < u32[header + WATER.reach] && above > 0;
    const further = goesOn ? rounded(part, Math.fround(f32[header + WATER.share] * opening(above, sharpness))) : 0;
    const stops = part - further;
    const left = rounded(stops, leftward);
    const right = rounded(stops, rightward);
    f32[gain + far * ahead] += stops - left - right;
    f32[gain + far * toLeft] += left;
    f32[gain + far * toRight] += right;
    if (sweeps) remember({ f32, u32 }, header, cell, direction, [far, stops, left, right]);
    part = further;
  }
}

/** The lean of water, drawn towards that of the momentum around it: across the way over along the way. */
function sweptLean(f32: Float32Array, direction: number, own: number, { row, col, drag }: Swept): number {
  const rowAhead = f32[direction + WATER.steps];
  const colAhead = f32[direction + WATER.steps + 1];
  const across = Math.fround(Math.fround(rowAhead * col) - Math.fround(colAhead * row));
  const onwards = Math.fround(Math.fround(row * rowAhead) + Math.fround(col * colAhead));
  const theirs = Math.min(1, Math.max(-1, Math.fround(across / onwards)));
  return Math.fround(own + Math.fround(drag * Math.fround(theirs - own)));
}

/** Adds water that stops `far` cells away to the momentum of the cell that it left: straight on, to the left and to the right. */
function remember(
  { f32, u32 }: Pick<Heap, 'f32' | 'u32'>,
  header: number,
  cell: number,
  direction: number,
  [far, stops, left, right]: readonly [far: number, stops: number, left: number, right: number],
): void {
  const straight = stops - left - right;
  for (const [axis, map] of [WATER.nextRowMomentum, WATER.nextColMomentum].entries()) {
    const steps = direction + WATER.steps + axis;
    const ahead = Math.fround(straight * f32[steps]);
    const sides = Math.fround(Math.fround(left * f32[steps + 2]) + Math.fround(right * f32[steps + 4]));
    const at = u32[header + map] + cell;
    f32[at] = Math.fround(f32[at] + Math.fround(far * Math.fround(ahead + sides)));
  }
}

export function settleWater({ f32, u32 }: Heap, header: number, count: number): void {
  const stride = u32[header + WATER.stride];
  const boxes = u32[header + WATER.boxes];
  const low = f32[header + WATER.low];
  for (let n = 0; n < count; n++) {
    const box = boxes + BOX.words * n;
    let found = 0;
    for (let row = u32[box + BOX.row0]; row < u32[box + BOX.row1]; row++) {
      for (let col = u32[box + BOX.col0]; col < u32[box + BOX.col1]; col++) {
        const water = u32[header + WATER.water] + row * stride + col;
        const gain = u32[header + WATER.gain] + row * stride + col;
        if (f32[gain] > 0) found |= WATER.arrived;
        f32[water] += f32[gain];
        f32[gain] = 0;
        if (f32[water] > low) found |= WATER.above;
        if (f32[water] >= HEIGHT_LIMIT) found |= WATER.full;
      }
    }
    u32[u32[header + WATER.found] + n] = found;
  }
}
