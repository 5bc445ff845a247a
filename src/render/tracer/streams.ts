/**
 * Streams of droplets that stand in the middles of cells (`kaneda1996`). A droplet is somewhere in its cell, and no model says where;
 * drawn in the middles all streams would be strings of beads along rows, columns and diagonals. In pictures each droplet is drawn
 * towards the droplets in the cells around it, as surface tension straightens a stream, and a little aside. A droplet alone stays.
 */
import { Chance, STREAM, uniformOf } from '../../core/chance.js';
import type { DropsView } from '../../core/frame.js';
import type { Chart, Place } from '../../surface/surface.js';

/** How far a droplet lies aside at most, in cells each way. */
const ASIDE = 0.22;
/** Share of the way to the middle of the water around. */
const PULL = 0.85;
/** Smaller droplets, in radii over cells, do not fill their cells: where such are in a row their water is drawn out to a thread. */
const THREAD = 0.8;
/** Share of the way to the next droplet at which a part of a thread lies. */
const ALONG = 1 / 3;
/** Seed of what lies aside. */
const SEED = 2;

/** Cells around one: those that share an edge first. */
const AROUND = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

export class Streams {
  readonly #drops: DropsView;
  readonly #charts: readonly Chart[];
  /** Of each chart with droplets in cells: one more than the slot of each cell's droplet, 0 where it is dry. */
  readonly #cells: (Int32Array | undefined)[] = [];
  /** How far each droplet is drawn from where it stands [mm on its chart]. */
  readonly #asideX: Float64Array;
  readonly #asideY: Float64Array;
  readonly #chance = new Chance(SEED);

  constructor(drops: DropsView, charts: readonly Chart[]) {
    this.#drops = drops;
    this.#charts = charts;
    this.#asideX = new Float64Array(drops.count);
    this.#asideY = new Float64Array(drops.count);
    for (let slot = 0; slot < drops.count; slot++) {
      const cell = this.#cellOf(slot);
      if (cell < 0) continue;
      const { columns, rows } = charts[drops.chart[slot]];
      this.#cells[drops.chart[slot]] ??= new Int32Array(columns * rows);
      (this.#cells[drops.chart[slot]] as Int32Array)[cell] = slot + 1;
    }
    for (let slot = 0; slot < drops.count; slot++) this.#ease(slot);
  }

  /** Moves a droplet's place to where it is drawn. */
  moveAside(slot: number, place: Place): void {
    place.x += this.#asideX[slot];
    place.y += this.#asideY[slot];
  }

  /**
   * Where the parts of a thread lie from the droplet's own place [mm on its chart], as x, y, x, y in `out`; returns how many there
   * are besides the droplet itself. All have the same share of its water.
   */
  threads(slot: number, out: Float64Array): number {
    const { chart, radius } = this.#drops;
    const { cellSize } = this.#charts[chart[slot]];
    if (radius[slot] > THREAD * cellSize) return 0;
    let count = 0;
    let taken = 0;
    for (let way = 0; way < AROUND.length; way++) {
      const [across, down] = AROUND[way];
      const other = this.#slotBeside(slot, across, down);
      if (other < 0) continue;
      if (way < 4) taken |= 1 << way;
      // A thread around a corner goes through the droplet in the corner.
      else if (taken & ((across > 0 ? 1 : 2) | (down > 0 ? 4 : 8))) continue;
      out[2 * count] = ALONG * (across * cellSize + this.#asideX[other] - this.#asideX[slot]);
      out[2 * count + 1] = ALONG * (down * cellSize + this.#asideY[other] - this.#asideY[slot]);
      count += 1;
    }
    return count;
  }

  /** Finds how far a droplet is drawn from where it stands; one that would leave its chart stays. */
  #ease(slot: number): void {
    const { chart, mass, id, x, y } = this.#drops;
    const { cellSize, width, height } = this.#charts[chart[slot]];
    const own = mass[slot];
    let [sum, sumX, sumY] = [own, 0, 0];
    for (const [across, down] of AROUND) {
      const other = this.#slotBeside(slot, across, down);
      if (other < 0) continue;
      // A heavier one pulls no more than one alike, or it would swallow the end of its own stream.
      const weight = Math.min(own, mass[other]);
      sum += weight;
      sumX += weight * across;
      sumY += weight * down;
    }
    if (sum === own) return;
    const lot = this.#chance.of(STREAM.noise, id[slot], 0);
    const byX = cellSize * (PULL * (sumX / sum) + ASIDE * (2 * uniformOf(lot, 0) - 1));
    const byY = cellSize * (PULL * (sumY / sum) + ASIDE * (2 * uniformOf(lot, 1) - 1));
    if (x[slot] + byX <= 0 || x[slot] + byX >= width || y[slot] + byY <= 0 || y[slot] + byY >= height) return;
    this.#asideX[slot] = byX;
    this.#asideY[slot] = byY;
  }

  /** Slot of the droplet in a cell beside that of another; −1 if there is none. */
  #slotBeside(slot: number, across: number, down: number): number {
    const { chart, x, y } = this.#drops;
    const cells = this.#cells[chart[slot]];
    if (!cells || this.#cellOf(slot) < 0) return -1;
    const { columns, rows, cellSize } = this.#charts[chart[slot]];
    const col = Math.floor(x[slot] / cellSize) + across;
    const row = Math.floor(y[slot] / cellSize) + down;
    if (col < 0 || col >= columns || row < 0 || row >= rows) return -1;
    return cells[row * columns + col] - 1;
  }

  /** The cell in whose middle a drop stands; −1 if it stands elsewhere. */
  #cellOf(slot: number): number {
    const { chart, x, y } = this.#drops;
    const { cellSize, columns } = this.#charts[chart[slot]];
    const [col, row] = [Math.floor(x[slot] / cellSize), Math.floor(y[slot] / cellSize)];
    const isMiddle = x[slot] === (col + 0.5) * cellSize && y[slot] === (row + 0.5) * cellSize;
    return isMiddle ? row * columns + col : -1;
  }
}
