import { AROUND } from '../../core/water-law.js';
import { WATER } from '../../kernels/kernels.js';
import type { Place } from '../../surface/surface.js';
import type { World } from '../model.js';
import type { StuppacherOptions } from './options.js';
import type { WaterChart } from './water-charts.js';

/** What pulls water on upright glass on the ground [mm/s²]: there it moves at full speed. */
const FULL_PULL = 9810;
/** A smaller share than this of the water going aside is rounding. */
const STRAIGHT = 1e-9;
/** tan 22.5°: beyond it a diagonal is nearer than an axis. */
const DIAGONAL = Math.SQRT2 - 1;

const PULL = new Float64Array(2);
const PLACE: Place = { chart: 0, x: 0, y: 0 };

/**
 * Sets where the water of a chart flows: gravity in tangent space (STUP-2), with the neighbours derived from it (STUP-3) and the
 * share that moves from its length, cos α (STUP-4). One direction for every four columns, so that sheets that are curved
 * across the columns have their own at each place.
 */
export function aimChart(chart: WaterChart, world: World, { directions }: StuppacherOptions): void {
  const { grid, heap } = chart;
  const { columns, rows, cellSize, stride } = grid;
  PLACE.chart = chart.number;
  PLACE.y = (rows * cellSize) / 2;
  chart.isLevel = true;
  chart.forgetReach();
  for (let col = 0; col < columns; col += 4) {
    PLACE.x = (Math.min(columns, col + 4) + col) * 0.5 * cellSize;
    world.pull(PLACE, PULL);
    const { around, speed, lean } = directions === 'split' ? between(PULL[0], PULL[1]) : nearest(PULL[0], PULL[1]);
    const at = chart.directions + WATER.direction * (col >> 2);
    const towards = (n: number): number => AROUND[n & 7][0] * stride + AROUND[n & 7][1];
    heap.i32[at + WATER.ahead] = towards(around);
    heap.i32[at + WATER.left] = towards(around + 1);
    heap.i32[at + WATER.right] = towards(around - 1);
    heap.f32[at + WATER.speed] = speed;
    heap.f32[at + WATER.lean] = lean;
    for (const [n, side] of [0, 1, -1].entries()) heap.f32.set(AROUND[(around + side) & 7], at + WATER.steps + 2 * n);
    if (speed > 0) chart.isLevel = false;
    for (let n = around - 1; n <= around + 1; n++) chart.mayReach(AROUND[n & 7][0], AROUND[n & 7][1]);
    chart.flowsAcross = Math.abs(PULL[0]) > Math.abs(PULL[1]);
  }
}

/** Number of the neighbour straight on, share of the water that moves, and how much of it leans to the left (+) or right (−). */
interface Direction {
  readonly around: number;
  readonly speed: number;
  readonly lean: number;
}

/**
 * Between an axis and a diagonal, so that the mean displacement of what leaves is the projection of gravity itself, direction
 * and length (STUP-O2): (|major| − |minor|) of it along the axis and |minor| along the diagonal.
 */
function between(pullX: number, pullY: number): Direction {
  const length = Math.sqrt(pullX * pullX + pullY * pullY);
  const scale = length > FULL_PULL ? 1 / length : 1 / FULL_PULL;
  const [x, y] = [Math.abs(pullX), Math.abs(pullY)];
  // On a diagonal it is the one to the left, so that a turned chart has the same law.
  const isUpright = y > x || (y === x && pullX * pullY >= 0);
  const [major, minor] = isUpright ? [y, x] : [x, y];
  const around = isUpright ? (pullY >= 0 ? 0 : 4) : pullX >= 0 ? 2 : 6;
  // Down and right is left of down, but right of going right.
  const isLeft = isUpright ? pullX * pullY > 0 : pullX * pullY < 0;
  const lean = major > 0 && minor / major > STRAIGHT ? minor / major : 0;
  return { around, speed: major * scale, lean: isLeft ? lean : -lean };
}

/** To the nearest of the eight neighbours (STUP-O1). */
function nearest(pullX: number, pullY: number): Direction {
  const length = Math.sqrt(pullX * pullX + pullY * pullY);
  const [x, y] = [Math.abs(pullX), Math.abs(pullY)];
  const row = y > x * DIAGONAL ? Math.sign(pullY) : 0;
  const col = x > y * DIAGONAL ? Math.sign(pullX) : 0;
  const around = Math.max(
    0,
    AROUND.findIndex(([r, c]) => r === row && c === col),
  );
  return { around, speed: Math.min(1, length / FULL_PULL), lean: 0 };
}
