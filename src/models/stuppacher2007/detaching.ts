import { cos, sin } from '../../core/math.js';
import type { Place } from '../../surface/surface.js';
import type { World } from '../model.js';
import type { Falling } from '../shared/falling.js';
import { capRadius } from './stamping.js';
import type { WaterChart } from './water-charts.js';

/** Water that stands this part of the height of the heaviest hanging cap may be a drop too heavy to hang. */
const SUSPICIOUS = 0.5;

const PLACE: Place = { chart: 0, x: 0, y: 0 };

/**
 * Lets water fall off a chart that faces down (STUP-O4): texels above L that touch each other are one drop, and a drop heavier
 * than the pendant limit comes off with all its water.
 */
export function detachHanging(chart: WaterChart, world: World, falling: Falling, low: number): void {
  const { cellSize } = chart.grid;
  const { advancing, receding } = world.coating;
  const angle = Math.min((advancing + receding) / 2, Math.PI / 2);
  const reached = new Set<number>();
  chart.forEachLive((row0, row1, col0, col1) => {
    PLACE.chart = chart.number;
    PLACE.x = (col0 + col1) * 0.5 * cellSize;
    PLACE.y = (row0 + row1) * 0.5 * cellSize;
    const limit = world.hang(PLACE);
    if (limit === Number.POSITIVE_INFINITY) return;
    const suspicious = SUSPICIOUS * ((capRadius(limit, angle) * sin(angle)) / (1 + cos(angle)));
    for (let row = row0; row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        if (chart.heightAt(row, col) <= Math.max(low, suspicious)) continue;
        const drop = gather(chart, row, col, low, reached);
        if (drop.mass > limit) release(chart, world, falling, drop);
      }
    }
  });
}

/** A drop in the texture: its texels, its mass [mg], and its centre of mass [mm]. */
interface TextureDrop {
  readonly cells: readonly number[];
  readonly mass: number;
  readonly x: number;
  readonly y: number;
}

/** All texels above L that are connected with one, but those that an earlier drop has reached. */
function gather(chart: WaterChart, row: number, col: number, low: number, reached: Set<number>): TextureDrop {
  const { rows, columns, cellSize } = chart.grid;
  const cells: number[] = [];
  let [sum, sumX, sumY] = [0, 0, 0];
  const visit = (r: number, c: number): void => {
    const cell = r * columns + c;
    if (r < 0 || r >= rows || c < 0 || c >= columns || reached.has(cell) || chart.heightAt(r, c) <= low) return;
    reached.add(cell);
    cells.push(cell);
  };
  visit(row, col);
  for (let n = 0; n < cells.length; n++) {
    const r = Math.floor(cells[n] / columns);
    const c = cells[n] - r * columns;
    const height = chart.heightAt(r, c);
    sum += height;
    sumX += height * (c + 0.5);
    sumY += height * (r + 0.5);
    for (let dr = -1; dr <= 1; dr++) for (let dc = -1; dc <= 1; dc++) visit(r + dr, c + dc);
  }
  return { cells, mass: sum * cellSize * cellSize, x: (sumX / sum) * cellSize, y: (sumY / sum) * cellSize };
}

function release(chart: WaterChart, world: World, falling: Falling, { cells, mass, x, y }: TextureDrop): void {
  const { columns } = chart.grid;
  for (const cell of cells) chart.take(Math.floor(cell / columns), cell % columns);
  falling.detach(world, { chart: chart.number, x, y }, 0, 0, mass);
}
