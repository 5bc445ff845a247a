import { reachAhead } from '../../core/body.js';
import { STREAM } from '../../core/chance.js';
import type { Drops } from '../../core/drops.js';
import { cos, sin } from '../../core/math.js';
import { ANY_ID } from '../../core/tiles.js';
import { type Place, placeOf } from '../../surface/surface.js';
import type { World } from '../model.js';
import type { Link } from './links.js';
import type { MapState } from './map-state.js';
import { hangs, nextSpeed, type Pull, pullOn } from './motion.js';
import { comeToRest } from './resting.js';

/** How a drop runs: its parts of a step, the direction it chooses, and the line along which it is stamped. */

const PULL: Pull = { x: 0, y: 1, force: 0 };
const HEADING = new Float64Array(2);

/**
 * Lets the drop in `slot` run for a step, in `substeps` parts: pull, speed, direction, place, and the water it leaves in the
 * trail map on the way. False if it came to rest or left the chart; another drop has its slot then.
 */
export function runDrop(state: MapState, world: World, slot: number): boolean {
  const { drops, options, shapes } = state;
  const dt = world.dt / options.substeps;
  if (!hangs(state, world, slot)) {
    comeOff(state, world, slot);
    return false;
  }
  for (let part = 0; part < options.substeps; part++) {
    pullOn(state, world, slot, PULL);
    const speed = nextSpeed(state, world, slot, PULL, dt);
    if (speed === 0) {
      comeToRest(state, world, slot);
      return false;
    }
    const pieces = choicesOn(state, slot, speed * dt);
    for (let piece = 0; piece < pieces; piece++) {
      const chart = drops.chart[slot];
      chooseDirection(state, world, slot, PULL, part + options.substeps * piece, HEADING);
      drops.vx[slot] = speed * HEADING[0];
      drops.vy[slot] = speed * HEADING[1];
      shapes.move(world, slot, dt / pieces, world.step * options.substeps + part, (speed * dt) / pieces);
      if (!state.isOnChart(slot)) {
        leave(state, world, slot);
        return false;
      }
      // Beyond a seam the same pull has other components.
      if (drops.chart[slot] !== chart) pullOn(state, world, slot, PULL);
    }
  }
  return true;
}

/** A drop that has run over an open edge is gone: it falls, or it is drained. Its trail stays, owned by a dead id (CHIN-10). */
function leave(state: MapState, world: World, slot: number): void {
  if (state.falling && world.edgesDrip) {
    comeOff(state, world, slot);
    return;
  }
  state.drained += state.drops.mass[slot];
  state.drops.remove(slot);
}

/** A drop comes off the surface and falls. */
function comeOff({ drops, falling }: MapState, world: World, slot: number): void {
  placeOf(drops, slot, PLACE);
  falling?.detach(world, PLACE, drops.vx[slot], drops.vy[slot], drops.mass[slot]);
  drops.remove(slot);
}

/** Choices of direction in one part of a step. A drop so fast that it needs more crosses any pane in a few steps. */
const MOST_CHOICES = 64;

/** How often a drop chooses its direction on a way of this length [mm]: with one choice a fast drop would run past the trail ahead. */
function choicesOn(state: MapState, slot: number, way: number): number {
  // A piece of the way may cross one seam, so that it is shorter than any chart.
  const least = state.halos ? Math.ceil(way / state.longestPiece) : 1;
  if (state.options.chooses === 'part') return least;
  const ahead = regionsAhead(state, slot) * state.cellSize;
  return Math.max(least, Math.min(MOST_CHOICES, Math.ceil(way / ahead)));
}

const PLACE: Place = { chart: 0, x: 0, y: 0 };
const VELOCITY = new Float64Array(2);

/** Moves a drop along its velocity for `dt` [s]. Beyond a seam its velocity and its heading are those of the next chart. */
export function moveAlong({ drops, surface, halos }: MapState, slot: number, dt: number): void {
  const vx = drops.vx[slot];
  const vy = drops.vy[slot];
  if (!halos) {
    drops.x[slot] += vx * dt;
    drops.y[slot] += vy * dt;
    return;
  }
  placeOf(drops, slot, PLACE);
  VELOCITY[0] = vx;
  VELOCITY[1] = vy;
  surface.move(PLACE, VELOCITY, dt);
  drops.chart[slot] = PLACE.chart;
  drops.x[slot] = PLACE.x;
  drops.y[slot] = PLACE.y;
  if (VELOCITY[0] === vx && VELOCITY[1] === vy) return;
  const square = vx * vx + vy * vy;
  const c = Math.round((vx * VELOCITY[0] + vy * VELOCITY[1]) / square);
  const s = Math.round((vx * VELOCITY[1] - vy * VELOCITY[0]) / square);
  turnDrop(drops, slot, c, s);
}

/** Turns velocity and heading of a drop by an angle with this cosine and sine. */
export function turnDrop(drops: Drops, slot: number, c: number, s: number): void {
  const { vx, vy, headingX, headingY } = drops;
  const [x, y] = [vx[slot], vy[slot]];
  // Plus 0: a drop at rest must not get a speed of −0.
  vx[slot] = c * x - s * y + 0;
  vy[slot] = s * x + c * y + 0;
  const [hx, hy] = [headingX[slot], headingY[slot]];
  headingX[slot] = c * hx - s * hy;
  headingY[slot] = s * hx + c * hy;
}

/** The way of a drop over layers: from (x0, y0) to (x, y) on its chart, and half its width [mm]. */
export interface LayerWay {
  readonly x0: number;
  readonly y0: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Cells around a drop in which it may touch cells of the layers beyond a seam. */
export function layerMargin({ halos, cellSize }: MapState, { layers }: World): number {
  return halos ? Math.ceil(layers.on(0).margin / cellSize) : 0;
}

/** A drop that ran takes the fine drops and the fog on its way and leaves its film, on every chart that the way reaches. */
export function sweepWay(state: MapState, world: World, slot: number, { x0, y0, x, y, radius }: LayerWay): void {
  const { drops } = state;
  const fields = state.fieldsOf(slot);
  let gain = world.layers.on(fields.number).passed(x0, y0, x, y, radius, drops.mass[slot]);
  if (state.halos) {
    const [left, right] = [Math.min(x0, x) - radius, Math.max(x0, x) + radius];
    const [top, bottom] = [Math.min(y0, y) - radius, Math.max(y0, y) + radius];
    fields.frameCells(left, right, top, bottom, layerMargin(state, world));
    fields.forEachImage((link) => {
      if (link === fields.here) return;
      const layers = world.layers.on(link.fields.number);
      const from = [link.x(x0, y0), link.y(x0, y0)];
      gain += layers.passed(from[0], from[1], link.x(x, y), link.y(x, y), radius, drops.mass[slot] + gain);
    });
  }
  if (gain !== 0) drops.setMass(slot, drops.mass[slot] + gain);
}

/** Chin's region centres: three cells ahead, two to the side (CHIN-5). */
const AHEAD = 3;
const ASIDE = 2;

/** How far ahead of a drop its regions lie, from centre to centre [cells]. */
export function regionsAhead({ drops, options, cellSize }: MapState, slot: number): number {
  if (options.regions !== 'beyond') return AHEAD;
  return Math.max(AHEAD, Math.ceil(reachAhead(drops, slot) / cellSize) + 2);
}

/**
 * The direction that a running drop takes (CHEN-7): of three 3×3 regions in front of it the one with the most water; without
 * water the one with the highest affinity; without a difference straight down, turned by a random angle.
 * Writes the unit vector to `out`. `part` numbers the choices of a step: each has random numbers of its own.
 */
export function chooseDirection(
  state: MapState,
  world: World,
  slot: number,
  pull: Pull,
  part: number,
  out: Float64Array,
): void {
  const { options } = state;
  const ahead = regionsAhead(state, slot);
  const side = bestSide(state, slot, pull, ahead);
  if (side === TIE || (side === STRAIGHT && options.meanderWhen === 'straight')) {
    const turn = randomTurn(state, world, slot, part);
    const c = cos(turn);
    const s = sin(turn);
    out[0] = pull.x * c - pull.y * s;
    out[1] = pull.x * s + pull.y * c;
    return;
  }
  const x = ahead * pull.x + side * ASIDE * pull.y;
  const y = ahead * pull.y - side * ASIDE * pull.x;
  const length = Math.sqrt(x * x + y * y);
  out[0] = side === STRAIGHT ? pull.x : x / length;
  out[1] = side === STRAIGHT ? pull.y : y / length;
}

const LEFT = -1;
const STRAIGHT = 0;
const RIGHT = 1;
/** The regions do not differ. */
const TIE = 2;

function randomTurn(state: MapState, world: World, slot: number, part: number): number {
  const { meander } = state.options;
  return state.chance.between(-meander, meander, STREAM.direction, state.drops.id[slot], world.step, part);
}

/** Which region wins; straight ahead wins ties between two. Right is the side of (pull.y, −pull.x): +x if down is +y. */
function bestSide(state: MapState, slot: number, pull: Pull, ahead: number): number {
  const straight = regionHeight(state, slot, pull, ahead, 0);
  const left = regionHeight(state, slot, pull, ahead, -ASIDE);
  const right = regionHeight(state, slot, pull, ahead, ASIDE);
  if (straight > 0 || left > 0 || right > 0) {
    if (straight >= left && straight >= right) return STRAIGHT;
    return left > right ? LEFT : RIGHT;
  }
  return bestAffinity(state, slot, pull, ahead, left >= 0, right >= 0);
}

function bestAffinity(
  state: MapState,
  slot: number,
  pull: Pull,
  ahead: number,
  leftOnChart: boolean,
  rightOnChart: boolean,
): number {
  const straight = regionAffinity(state, slot, pull, ahead, 0);
  const left = leftOnChart ? regionAffinity(state, slot, pull, ahead, -ASIDE) : straight;
  const right = rightOnChart ? regionAffinity(state, slot, pull, ahead, ASIDE) : straight;
  const highest = Math.max(straight, left, right);
  if (highest - Math.min(straight, left, right) < state.options.affinityTie) return TIE;
  if (straight === highest) return STRAIGHT;
  return left > right ? LEFT : RIGHT;
}

/** Mean height in the region `ahead` cells along the pull and `aside` cells to the right; −1 off the chart. */
function regionHeight(state: MapState, slot: number, pull: Pull, ahead: number, aside: number): number {
  const row = rowAt(state, slot, pull, ahead, aside);
  const col = colAt(state, slot, pull, ahead, aside);
  const link = regionLink(state, slot, row, col);
  if (!link) return -1;
  const { chart, single } = link.fields;
  // In single-map mode the still map only holds bare shapes to place again; the water is in the trail map.
  const resting = single ? chart.trail : chart.still;
  return chart.kernels.regionHeight(
    chart.header,
    resting,
    link.row(row, col),
    link.col(row, col),
    ignoredId(state, slot),
  );
}

/** The link to the chart of a region's middle; null beyond seams where there is none. At an open edge it stays on its chart. */
function regionLink(state: MapState, slot: number, row: number, col: number): Link | null {
  const fields = state.fieldsOf(slot);
  if (!state.halos) return fields.here;
  const { rows, columns } = fields.grid;
  if (row > 0 && row < rows - 1 && col > 0 && col < columns - 1) return fields.here;
  // The region reaches into the halo, or lies beyond an edge.
  state.halos.refresh();
  return fields.linkTo(row, col) ?? (fields.isPartlyThere(row, col) ? fields.here : null);
}

/**
 * A drop ignores its own water ahead, which is its rim (CHEN-O1). Where it takes dead trails over (CHIN-17), water of its
 * id is also the trail that it follows: there it ignores none, and the regions lie beyond its footprint, outside its own water.
 */
function ignoredId({ drops, options }: MapState, slot: number): number {
  return options.deadTrails === 'take' && options.regions === 'beyond' ? ANY_ID : drops.id[slot];
}

function regionAffinity(state: MapState, slot: number, pull: Pull, ahead: number, aside: number): number {
  const row = rowAt(state, slot, pull, ahead, aside);
  const col = colAt(state, slot, pull, ahead, aside);
  const link = regionLink(state, slot, row, col);
  if (!link) return 0;
  const { header, affinity, kernels } = link.fields.chart;
  return kernels.regionMean(header, affinity, link.row(row, col), link.col(row, col));
}

function rowAt(state: MapState, slot: number, pull: Pull, ahead: number, aside: number): number {
  const row = Math.floor(state.drops.y[slot] / state.cellSize);
  return row + Math.round(ahead * pull.y - aside * pull.x);
}

function colAt(state: MapState, slot: number, pull: Pull, ahead: number, aside: number): number {
  const col = Math.floor(state.drops.x[slot] / state.cellSize);
  return col + Math.round(ahead * pull.x + aside * pull.y);
}

/** From (x0, y0) to (x1, y1) [mm]: where a drop moved in one go. */
export interface Path {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Called with each place on the way; false ends it: a drop that left the chart does not come back. */
export type Visit = (x: number, y: number) => unknown;

/** A hemisphere of this radius in cells covers at least the centre of the cell it stands in: half a cell's diagonal. */
export const COVERS_ITS_CELL = 0.7072;

/**
 * Places in the cells of a rasterised line from just after the first place to the second [mm]: each cell is an
 * 8-neighbour of the one before (CHEN-13), so that the stamped cells hang together however fast the drop is. The places
 * lie on the line itself; drops of less than a cell are moved to their cell's centre, which they would miss otherwise.
 */
export function rasterLine({ x0, y0, x1, y1 }: Path, radius: number, cellSize: number, visit: Visit): void {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / cellSize));
  const centred = radius < COVERS_ITS_CELL * cellSize;
  for (let n = 1; n <= steps; n++) {
    const x = n === steps ? x1 : x0 + (dx * n) / steps;
    const y = n === steps ? y1 : y0 + (dy * n) / steps;
    const goesOn = centred
      ? visit((Math.floor(x / cellSize) + 0.5) * cellSize, (Math.floor(y / cellSize) + 0.5) * cellSize)
      : visit(x, y);
    if (goesOn === false) return;
  }
}

/** Places every `spacing` [mm] from the first towards the second, both ends included (CHIN-8). */
export function spacedLine({ x0, y0, x1, y1 }: Path, spacing: number, visit: Visit): void {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const parts = Math.ceil(Math.sqrt(dx * dx + dy * dy) / spacing);
  for (let n = 0; n < parts; n++) {
    if (visit(x0 + (dx * n) / parts, y0 + (dy * n) / parts) === false) return;
  }
  visit(x1, y1);
}
