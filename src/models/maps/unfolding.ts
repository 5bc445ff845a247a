import type { Drops } from '../../core/drops.js';
import { toSurface } from '../../core/pose.js';
import { EDGES, turnVector } from '../../surface/seams.js';
import { createSurfacePoint, type Place, placeOf, type Seam, type Surface } from '../../surface/surface.js';
import type { World } from '../model.js';
import type { Fields } from './fields.js';
import { Link } from './links.js';
import { turnDrop } from './running.js';

const PLACE: Place = { chart: 0, x: 0, y: 0 };
const PULL = new Float64Array(2);
/** The largest number below 1. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

/** The values of a drop that change while it is unfolded into another chart. */
interface Kept {
  readonly slot: number;
  readonly chart: number;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly headingX: number;
  readonly headingY: number;
}

/** Brings drops on both sides of a seam into the coordinates of one chart, as if the other chart were part of it. */
export class Unfolding {
  readonly #drops: Drops;
  readonly #charts: readonly Fields[];
  readonly #surface: Surface;
  readonly #point = createSurfacePoint();
  /** What pulls, in the surface's own frame [mm/s²]. */
  readonly #weight = new Float64Array(3);
  /** Links between all pairs of charts that are at most two seams apart. */
  readonly #links: readonly (readonly (readonly Link[])[])[];
  #kept: Kept[] = [];

  constructor(drops: Drops, charts: readonly Fields[], surface: Surface) {
    this.#drops = drops;
    this.#charts = charts;
    this.#surface = surface;
    this.#links = charts.map((from) => charts.map((to) => linksBetween(from, to, charts, surface)));
  }

  /** The link that brings one drop nearest to another; null if their charts are too far apart. */
  linkBetween(from: number, to: number): Link | null {
    const { chart, x, y } = this.#drops;
    const links = this.#links[chart[from]][chart[to]];
    if (links.length === 1) return links[0];
    let nearest: Link | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const link of links) {
      const dx = link.x(x[from], y[from]) - x[to];
      const dy = link.y(x[from], y[from]) - y[to];
      const square = dx * dx + dy * dy;
      if (square >= least) continue;
      least = square;
      nearest = link;
    }
    return nearest;
  }

  /** The lowest of the drops ids[first … end − 1], the first of them if several are; −1 if none is alive. */
  lowest(world: World, ids: Uint32Array, first: number, end: number): number {
    const drops = this.#drops;
    let lowest = -1;
    let depth = Number.NEGATIVE_INFINITY;
    const isFlat = this.#surface.seams.isEmpty;
    if (!isFlat) toSurface(world.pose, world.weight, this.#weight);
    for (let n = first; n < end; n++) {
      const slot = drops.slotOf(ids[n]);
      if (slot < 0) continue;
      placeOf(drops, slot, PLACE);
      const here = isFlat ? depthOnPane(world) : this.#depth();
      if (here <= depth) continue;
      depth = here;
      lowest = slot;
    }
    return lowest;
  }

  /** How low `PLACE` is, times the pull [mm²/s²]. */
  #depth(): number {
    this.#surface.point(PLACE, this.#point);
    const { position } = this.#point;
    return position[0] * this.#weight[0] + position[1] * this.#weight[1] + position[2] * this.#weight[2];
  }

  /** Brings drops into the chart of the one in `slot`, for as long as it takes to merge them; `fold` takes them back. */
  unfold(slot: number, ids: Uint32Array, first: number, end: number): void {
    if (this.#surface.seams.isEmpty) return;
    const drops = this.#drops;
    for (let n = first; n < end; n++) {
      const member = drops.slotOf(ids[n]);
      const link = member < 0 ? null : this.linkBetween(member, slot);
      if (!link || link === this.#charts[drops.chart[member]].here) continue;
      const [x, y] = [drops.x[member], drops.y[member]];
      this.#kept.push({
        slot: member,
        chart: drops.chart[member],
        x,
        y,
        vx: drops.vx[member],
        vy: drops.vy[member],
        headingX: drops.headingX[member],
        headingY: drops.headingY[member],
      });
      drops.chart[member] = drops.chart[slot];
      drops.x[member] = link.x(x, y);
      drops.y[member] = link.y(x, y);
      turnDrop(drops, member, link.c, link.s);
    }
  }

  /** Takes the drops that were unfolded back, and a merged drop that lies beyond its chart onto the one where it is. */
  fold(merged: number): void {
    if (this.#surface.seams.isEmpty) return;
    const drops = this.#drops;
    for (const { slot, chart, x, y, vx, vy, headingX, headingY } of this.#kept) {
      drops.chart[slot] = chart;
      drops.x[slot] = x;
      drops.y[slot] = y;
      drops.vx[slot] = vx;
      drops.vy[slot] = vy;
      drops.headingX[slot] = headingX;
      drops.headingY[slot] = headingY;
    }
    this.#kept.length = 0;
    placeOf(drops, merged, PLACE);
    const link = this.settle(PLACE);
    drops.chart[merged] = PLACE.chart;
    drops.x[merged] = PLACE.x;
    drops.y[merged] = PLACE.y;
    turnDrop(drops, merged, link.c, link.s);
  }

  /** Moves a place that lies beyond its chart onto the chart where it is, or to the nearest edge. Returns the link that was taken. */
  settle(place: Place): Link {
    const fields = this.#charts[place.chart];
    const { cellSize } = fields.grid;
    const link = fields.linkTo(Math.floor(place.y / cellSize), Math.floor(place.x / cellSize)) ?? fields.here;
    const { x, y } = place;
    const { rows, columns } = link.fields.grid;
    place.chart = link.fields.number;
    place.x = Math.min(Math.max(0, link.x(x, y)), columns * cellSize * BELOW_ONE);
    place.y = Math.min(Math.max(0, link.y(x, y)), rows * cellSize * BELOW_ONE);
    return link;
  }
}

/** How far down `PLACE` is along the pull there. */
function depthOnPane(world: World): number {
  world.pull(PLACE, PULL);
  return PLACE.x * PULL[0] + PLACE.y * PULL[1];
}

/** The links from one chart to another: none but its own to itself, each seam between them, or else two seams one after the other. */
function linksBetween(from: Fields, to: Fields, charts: readonly Fields[], { seams, charts: sizes }: Surface): Link[] {
  const beyond = (chart: number) => EDGES.flatMap((edge) => seams.at(chart, edge) ?? []);
  const make = (seam: Seam) => new Link(charts[seam.chart], seam, sizes[seam.chart]);
  const direct = beyond(from.number).filter(({ chart }) => chart === to.number);
  if (from === to) return [from.here, ...direct.map(make)];
  if (direct.length > 0) return direct.map(make);
  const both = beyond(from.number).flatMap((one) =>
    beyond(one.chart)
      .filter(({ chart }) => chart === to.number)
      .map((other) => afterEachOther(one, other)),
  );
  return both.map(make);
}

/** One seam that does what two do. */
function afterEachOther(one: Seam, other: Seam): Seam {
  const turned = new Float64Array([one.shiftX, one.shiftY]);
  turnVector(turned, other.quarters);
  return {
    chart: other.chart,
    quarters: ((one.quarters + other.quarters) & 3) as Seam['quarters'],
    shiftX: turned[0] + other.shiftX,
    shiftY: turned[1] + other.shiftY,
  };
}
