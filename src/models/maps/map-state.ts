import type { Chance } from '../../core/chance.js';
import { Drops } from '../../core/drops.js';
import { createGrid, type Grid } from '../../core/grid.js';
import type { FieldBook } from '../../core/ledger.js';
import { createFieldMemory, type FieldMemory } from '../../kernels/field-memory.js';
import { CONTACTS } from '../../kernels/kernels.js';
import { commonCellSize, isOnSurface, type Surface } from '../../surface/surface.js';
import type { ModelSetup, StateVisitor } from '../model.js';
import { Falling } from '../shared/falling.js';
import { visitDrops } from '../shared/visit-drops.js';
import { fillAffinity } from './affinity.js';
import { Fields } from './fields.js';
import { Halos } from './halos.js';
import { Kinship } from './kinship.js';
import { Operators } from './operators.js';
import type { MapOptions } from './options.js';
import type { ResidualLaw } from './residuals.js';
import type { Shapes } from './shapes.js';
import { TestedWorld } from './tested-world.js';
import { Unfolding } from './unfolding.js';

/** Longest part of a way over the shortest side of a chart. */
const SHORTER = 0.4;

/** What the passes of the models with maps work on: drops and their shapes, maps, kinship of residual droplets, and the water book. */
export class MapState<Options extends MapOptions = MapOptions> {
  options: Options;
  readonly surface: Surface;
  readonly chance: Chance;
  readonly drops = new Drops();
  readonly kinship = new Kinship();
  readonly memory: FieldMemory;
  /** The maps, chart by chart. */
  readonly charts: readonly Fields[];
  /** Keeps what kernels read beyond seams; null on a surface without seams. */
  readonly halos: Halos | null;
  /** Side of a cell [mm], the same on all charts. */
  readonly cellSize: number;
  /** Longest part of a drop's way at once, so that it crosses at most one seam [mm]. */
  readonly longestPiece: number;
  readonly unfolding: Unfolding;
  readonly operators: Operators;
  /** Drops that came off; null on panes, where nothing falls. */
  readonly falling: Falling | null;
  /** What still drops were last tested in; null on panes, where every change counts. */
  readonly tested: TestedWorld | null;
  readonly shapes: Shapes;
  readonly residualLaws: Readonly<Record<string, ResidualLaw>>;

  /** Water that arrived, ran off and was wiped off [mg]. */
  supplied = 0;
  drained = 0;
  wiped = 0;
  /** Must still drops be tested again, since the world changed? */
  restless = false;

  /** `shapesOf` makes the shapes, once there is memory for their maps. */
  constructor(
    setup: ModelSetup,
    options: Options,
    residualLaws: Readonly<Record<string, ResidualLaw>>,
    shapesOf: (state: MapState<Options>) => Shapes,
  ) {
    this.surface = setup.surface;
    this.chance = setup.chance;
    this.residualLaws = residualLaws;
    this.options = options;
    const { charts, seams } = setup.surface;
    this.cellSize = commonCellSize(setup.surface);
    const grids = charts.map(({ columns, rows, cellSize }) => createGrid(columns, rows, cellSize));
    this.memory = createFieldMemory(grids, setup.kernels);
    const isSingle = options.maps === 'single';
    this.charts = this.memory.charts.map((chart, number) => new Fields(chart, number, isSingle, !seams.isEmpty));
    this.halos = seams.isEmpty ? null : new Halos(this.charts, setup.surface);
    this.longestPiece = SHORTER * Math.min(...charts.flatMap(({ width, height }) => [width, height]));
    this.unfolding = new Unfolding(this.drops, this.charts, setup.surface);
    const isPane = setup.surface.kind === 'pane';
    this.falling = isPane ? null : new Falling(setup.surface);
    this.tested = isPane ? null : new TestedWorld();
    this.operators = new Operators(this.charts, this.halos);
    this.shapes = shapesOf(this);
    for (const fields of this.charts) fillAffinity(fields, setup.chance, this.options);
    this.halos?.fillAffinity();
  }

  /** The maps of the chart that a drop is on. */
  fieldsOf(slot: number): Fields {
    return this.charts[this.drops.chart[slot]];
  }

  /** The field book in mm³, all charts together. */
  fieldBook(): FieldBook {
    const area = this.cellSize * this.cellSize;
    const sum = { stamped: 0, smoothed: 0, eroded: 0, total: 0 };
    for (const { stamped, smoothed, eroded, total } of this.charts) {
      sum.stamped += stamped;
      sum.smoothed += smoothed;
      sum.eroded += eroded;
      sum.total += total;
    }
    return {
      stamped: sum.stamped * area,
      smoothed: sum.smoothed * area,
      eroded: sum.eroded * area,
      total: sum.total * area,
    };
  }

  /** Is a drop's centre on the glass? If not it is gone (CHIN-10); its trail stays behind, owned by a dead id. */
  isOnChart(slot: number): boolean {
    const { chart, x, y } = this.drops;
    return isOnSurface(this.surface, chart[slot], x[slot], y[slot]);
  }

  /** Visits everything that a later step depends on, in a fixed order: the first chart in the order that panes have always had, then the others. */
  visit(visitor: StateVisitor): void {
    const { kinship } = this;
    const [first, ...others] = this.charts;
    this.supplied = visitor.number(this.supplied, 0);
    this.drained = visitor.number(this.drained, 0);
    this.wiped = visitor.number(this.wiped, 0);
    this.restless = visitor.number(this.restless ? 1 : 0, 0, 1) === 1;
    visitSums(visitor, first);
    // Columns that hemispheres never change are not visited: their hashes stay what they were.
    visitDrops(visitor, this.drops, this.shapes.haveBodies, this.surface);
    const child = visitor.array(kinship.child.subarray(0, kinship.count));
    const parent = visitor.array(kinship.parent.subarray(0, kinship.count));
    visitor.check(child.length === parent.length && child.every((id) => id > 0) && parent.every((id) => id > 0));
    kinship.takeOver(child.slice(), parent.slice());
    this.#visitMaps(visitor, first);
    for (const fields of others) {
      visitSums(visitor, fields);
      this.#visitMaps(visitor, fields);
    }
    this.falling?.visit(visitor);
    this.tested?.visit(visitor);
  }

  /** Visits what waits for the next scan of a chart, and its maps. */
  #visitMaps(visitor: StateVisitor, fields: Fields): void {
    const { chart } = fields;
    visitContacts(visitor, fields);
    visitTouched(visitor, fields);
    for (const map of [chart.still, chart.trail, chart.stillIds, chart.trailIds]) {
      visitor.map(chart.heap.u32, map, chart.grid);
    }
    if (visitor.loads) visitor.check(this.#mapsFit(fields));
  }

  /** Are all heights such as kernels make them, do they add up to the field book, and are all ids given already? */
  #mapsFit({ chart, single, stamped, smoothed, eroded, total }: Fields): boolean {
    const { drops } = this;
    const { heap, grid, still, trail, stillIds, trailIds } = chart;
    let sum = 0;
    for (let row = 0; row < grid.rows; row++) {
      const start = row * grid.stride;
      for (let cell = start; cell < start + grid.columns; cell++) {
        if (heap.u32[stillIds + cell] >= drops.nextId || heap.u32[trailIds + cell] >= drops.nextId) return false;
        const [lying, running] = [heap.f32[still + cell], heap.f32[trail + cell]];
        if (!isExact(lying) || !isExact(running)) return false;
        // A single map shows everything in the trail map, and the still one is in no book.
        sum += single ? running : running + lying;
      }
    }
    // After days of rain the sum of all stamps is too large to be exact; the sum of the heights always is.
    return sum === total && Math.abs(stamped - smoothed - eroded - total) <= ROUNDING * Math.max(1, stamped);
  }

  /** The rule of contacts has changed: everything is scanned again. */
  lookAgain(): void {
    for (let slot = this.drops.movingCount; slot < this.drops.count; slot++) this.shapes.lay(slot);
    for (const { tiles } of this.charts) {
      const { wet, touched } = tiles;
      for (let n = 0; n < wet.count; n++) {
        const box = 4 * wet.list[n];
        touched.add(wet.box[box], wet.box[box + 1], wet.box[box + 2], wet.box[box + 3]);
      }
    }
  }

  /** After loading: nothing is known of the tiles, so all of them may be wet and all of them changed. */
  forgetTiles(): void {
    for (const fields of this.charts) {
      const { tiles, grid } = fields;
      tiles.forgetWater();
      this.shapes.noteLoaded(fields);
      tiles.laid.add(0, grid.rows, 0, grid.columns);
      for (let tile = 0; tile < tiles.count; tile++) tiles.change(tile);
    }
  }
}

/** Visits the sums of heights of a chart. */
function visitSums(visitor: StateVisitor, fields: Fields): void {
  fields.stamped = visitor.number(fields.stamped);
  fields.smoothed = visitor.number(fields.smoothed);
  fields.eroded = visitor.number(fields.eroded);
  fields.total = visitor.number(fields.total);
}

/**
 * Boxes that wait for the next scan, in the order of their tiles. How far they reach depends on what was known of the
 * water, and a larger box finds the same contacts: so it is kept, but it is not part of the hash.
 */
function visitTouched(visitor: StateVisitor, { tiles }: Fields): void {
  const { touched } = tiles;
  touched.sort();
  const waiting = new Uint32Array(4 * touched.count);
  for (let n = 0; n < touched.count; n++) {
    const box = 4 * touched.list[n];
    waiting.set(touched.box.subarray(box, box + 4), 4 * n);
  }
  const boxes = visitor.note(waiting);
  visitor.check(boxes.length % 4 === 0);
  touched.clear();
  for (let n = 0; n < boxes.length; n += 4) touched.add(boxes[n], boxes[n + 1], boxes[n + 2], boxes[n + 3]);
}

/** Contacts in the list at the end of a step, such as those of drops added by hand: the next step merges them. */
function visitContacts(visitor: StateVisitor, { chart }: Fields): void {
  const { heap, contacts, grid } = chart;
  const first = contacts + CONTACTS.first;
  const count = heap.u32[contacts + CONTACTS.count];
  const entries = visitor.array(heap.u32.subarray(first, first + count * CONTACTS.entry));
  const waiting = entries.length / CONTACTS.entry;
  visitor.check(Number.isInteger(waiting) && waiting <= heap.u32[contacts + CONTACTS.capacity]);
  for (let n = 0; n < entries.length; n += CONTACTS.entry) {
    visitor.check(entries[n] > 0 && entries[n + 1] > 0 && isCell(entries[n + 2], grid));
  }
  heap.u32.set(entries.slice(), first);
  heap.u32[contacts + CONTACTS.count] = waiting;
}

/** Is a number the index of a cell of the maps, counted from cell (0, 0)? */
function isCell(cell: number, { stride, columns, rows }: Grid): boolean {
  return cell % stride < columns && cell < rows * stride;
}

/** Largest error of the field book over all that was stamped. */
const ROUNDING = 1e-9;

/** Can kernels have made this height: 0 to below 16 mm, a multiple of 2⁻¹⁶? */
function isExact(height: number): boolean {
  return height >= 0 && height < 16 && (height * 65536) % 1 === 0;
}
