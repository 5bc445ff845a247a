import { STREAM } from '../../core/chance.js';
import { reachAhead } from '../../core/drop-body.js';
import { cos, sin } from '../../core/math.js';
import { ANYBODY } from '../../core/tile-owners.js';
import type { World } from '../model.js';
import type { MapState } from './map-state.js';
import type { Pull } from './motion.js';

/** Chin's region centres: three cells ahead, two to the side (CHIN-5). */
const AHEAD = 3;
const ASIDE = 2;

/** How far ahead of a drop its regions lie, from centre to centre [cells]. */
export function regionsAhead({ drops, options, fields }: MapState, slot: number): number {
  if (options.regions !== 'beyond') return AHEAD;
  return Math.max(AHEAD, Math.ceil(reachAhead(drops, slot) / fields.grid.cellSize) + 2);
}

/**
 * The way a running drop takes (CHEN-7): of three 3×3 regions in front of it the one with the most water; without
 * water the one with the highest affinity; without a difference straight down, turned by a little chance.
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
    const turn = chanceOfTurn(state, world, slot, part);
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

function chanceOfTurn(state: MapState, world: World, slot: number, part: number): number {
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
  const { chart, fields } = state;
  return chart.kernels.regionHeight(
    chart.header,
    // In single-map mode the still map only holds bare shapes to place again; the water is in the trail map.
    fields.single ? chart.trail : chart.still,
    rowAt(state, slot, pull, ahead, aside),
    colAt(state, slot, pull, ahead, aside),
    ignoredId(state, slot),
  );
}

/**
 * A drop ignores its own water ahead, which is its rim (CHEN-O1). Where it takes dead trails over (CHIN-17), water of its
 * id is also the trail that it follows: there it ignores none, and the regions beyond its footprint keep it from seeing itself.
 */
function ignoredId({ drops, options }: MapState, slot: number): number {
  return options.deadTrails === 'take' && options.regions === 'beyond' ? ANYBODY : drops.id[slot];
}

function regionAffinity(state: MapState, slot: number, pull: Pull, ahead: number, aside: number): number {
  const { header, affinity, kernels } = state.chart;
  const row = rowAt(state, slot, pull, ahead, aside);
  const col = colAt(state, slot, pull, ahead, aside);
  return kernels.regionMean(header, affinity, row, col);
}

function rowAt(state: MapState, slot: number, pull: Pull, ahead: number, aside: number): number {
  const row = Math.floor(state.drops.y[slot] / state.fields.grid.cellSize);
  return row + Math.round(ahead * pull.y - aside * pull.x);
}

function colAt(state: MapState, slot: number, pull: Pull, ahead: number, aside: number): number {
  const col = Math.floor(state.drops.x[slot] / state.fields.grid.cellSize);
  return col + Math.round(ahead * pull.x + aside * pull.y);
}
