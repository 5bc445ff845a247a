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

export function moveWater({ f32, u32 }: Heap, header: number, count: number): void {
  const boxes = u32[header + WATER.boxes];
  for (let n = 0; n < count; n++) {
    const box = boxes + BOX.words * n;
    let isAbove = 0;
    for (let row = u32[box + BOX.row0]; row < u32[box + BOX.row1]; row++) {
      for (let col = u32[box + BOX.col0]; col < u32[box + BOX.col1]; col++) {
        const cell = row * u32[header + WATER.stride] + col;
        const water = f32[u32[header + WATER.water] + cell];
        const affinity = f32[u32[header + WATER.affinity] + cell];
        // High affinity holds more water (STUP-L4).
        const low = Math.fround(f32[header + WATER.low] + Math.fround(f32[header + WATER.hold] * affinity));
        if (!(water > low)) continue;
        isAbove = WATER.moved;
        moveCell({ f32, u32 }, header, row, col, Math.fround(water - low));
      }
    }
    u32[u32[header + WATER.found] + n] = isAbove;
  }
}

/** Lets water leave one cell that is `over` [mm] above its L. */
function moveCell(
  { f32, u32 }: Pick<Heap, 'f32' | 'u32'>,
  header: number,
  row: number,
  col: number,
  over: number,
): void {
  const cell = row * u32[header + WATER.stride] + col;
  const here = u32[header + WATER.water] + cell;
  const water = f32[here];
  const sharpness = f32[header + WATER.sharpness];
  const direction = u32[header + WATER.directions] + WATER.direction * (col >> 2);

  // What remains, by the amount of water (STUP-6), less where the noise is dark (STUP-7). White is white: all stays.
  const entry = Math.trunc(Math.fround(water * f32[header + WATER.remainderScale]));
  const remainder = f32[u32[header + WATER.remainder] + Math.min(WATER.remainders - 1, entry)];
  const side = u32[header + WATER.noiseSide];
  const noiseRow = (row + u32[header + WATER.noiseRow]) % side;
  const noiseCol = (col + u32[header + WATER.noiseCol]) % side;
  const noise = f32[u32[header + WATER.noise] + noiseRow * (side + 4) + noiseCol];
  const free = remainder < 1 ? Math.fround(1 - Math.fround(remainder * noise)) : 0;

  // The slope weighs what leaves (STUP-4). What is kept is rounded; what leaves is exact.
  const leaving = Math.fround(free * Math.fround(opening(over, sharpness) * f32[direction + WATER.speed]));
  const kept = rounded(water, Math.fround(1 - leaving));
  f32[here] = kept;

  // Towards the side of higher affinity (STUP-L5).
  const toLeft = u32[direction + WATER.left] | 0;
  const toRight = u32[direction + WATER.right] | 0;
  const affinity = u32[header + WATER.affinity] + cell;
  const across = Math.fround(f32[affinity + toLeft] - f32[affinity + toRight]);
  const lean = Math.fround(f32[direction + WATER.lean] + Math.fround(f32[header + WATER.swerve] * across));
  const leftward = Math.min(1, Math.max(0, lean));
  const rightward = Math.min(1, Math.max(0, -lean));

  // Of water above M the share r goes one cell further (STUP-8), and so on (STUP-L11).
  const ahead = u32[direction + WATER.ahead] | 0;
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
    part = further;
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
