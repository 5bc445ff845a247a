import { EDGE, type Place } from '../../surface/surface.js';
import type { World } from '../model.js';
import type { MapState } from './map-state.js';

/** Of a drop that lies over seams: the shares of it that lie beyond an edge across the chart and beyond one along it, and which edges. */
const OVER = { across: 0, along: 0, left: 0, top: 0 };

/**
 * Does a drop reach over a seam? Then writes how much of it lies beyond to `OVER`: half of it where it lies right on the edge,
 * nothing where it only touches it.
 */
export function liesOverSeam(state: MapState, slot: number): boolean {
  const { drops } = state;
  if (state.halos === null) return false;
  const { grid, links, number } = state.fieldsOf(slot);
  const [x, y, reach] = [drops.x[slot], drops.y[slot], drops.radius[slot]];
  const [fromRight, fromBottom] = [grid.columns * grid.cellSize - x, grid.rows * grid.cellSize - y];
  OVER.left = x < fromRight ? EDGE.left : EDGE.right;
  OVER.top = y < fromBottom ? EDGE.top : EDGE.bottom;
  OVER.across = shareBeyond(Math.min(x, fromRight), reach);
  OVER.along = shareBeyond(Math.min(y, fromBottom), reach);
  // Around a closed cylinder the pull is that of the place itself; over an open edge there is none other.
  if ((links[OVER.left]?.fields.number ?? number) === number) OVER.across = 0;
  if ((links[OVER.top]?.fields.number ?? number) === number) OVER.along = 0;
  return OVER.across > 0 || OVER.along > 0;
}

function shareBeyond(distance: number, reach: number): number {
  return distance < reach ? 0.5 * (1 - Math.max(0, distance) / reach) : 0;
}

/**
 * A drop over a seam is pulled as each face pulls the part of it that lies there, unfolded into the plane of its own face. So a
 * drop comes to rest on an edge to which both sides pull it; the pull of its place alone would send it to and fro.
 */
export function pullOverSeams(state: MapState, world: World, slot: number, pull: Float64Array): void {
  const { across, along, left, top } = OVER;
  // The quarter beyond both edges at a corner does not exist.
  const all = 1 - across * along;
  const own = ((1 - across) * (1 - along)) / all;
  SUM[0] = own * pull[0];
  SUM[1] = own * pull[1];
  addPullBeyond(state, world, slot, left, (across * (1 - along)) / all);
  addPullBeyond(state, world, slot, top, (along * (1 - across)) / all);
  pull[0] = SUM[0];
  pull[1] = SUM[1];
}

/** Adds the pull beyond an edge, turned back into the drop's own chart, times the share of the drop that lies there. */
function addPullBeyond(state: MapState, world: World, slot: number, edge: number, share: number): void {
  const link = state.fieldsOf(slot).links[edge];
  if (!link || share === 0) return;
  const { drops } = state;
  BEYOND.chart = link.fields.number;
  BEYOND.x = link.x(drops.x[slot], drops.y[slot]);
  BEYOND.y = link.y(drops.x[slot], drops.y[slot]);
  world.pull(BEYOND, THERE);
  SUM[0] += share * (link.c * THERE[0] + link.s * THERE[1]);
  SUM[1] += share * (link.c * THERE[1] - link.s * THERE[0]);
}

const SUM = new Float64Array(2);
const THERE = new Float64Array(2);
const BEYOND: Place = { chart: 0, x: 0, y: 0 };
