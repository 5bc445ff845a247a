import { BODY, writeBody } from '../../core/body.js';
import { HEIGHT_QUANTUM } from '../../core/grid.js';
import { exp } from '../../core/math.js';
import { CONTACTS } from '../../kernels/kernels.js';
import { lowered } from '../../kernels/reference/draining.js';
import { quantise } from '../../kernels/reference/heights.js';
import type { Fields } from '../maps/fields.js';
import { type Link, turnBody } from '../maps/links.js';
import type { MapState } from '../maps/map-state.js';
import { COVERS_ITS_CELL, rasterLine } from '../maps/running.js';
import type { World } from '../model.js';
import type { Bodies } from './bodies.js';
import type { RivuletOptions } from './options.js';

/** How much longer a stamp is than the way between two stamps: a drop that becomes faster leaves no gap. */
const OVERLAP = 1.25;
/** Time between two lowerings of the heights [s]: at a `trailDrain` of 0.4 s each takes a fourteenth, too little to be seen. */
const DRAIN_PERIOD = 0.03;

/**
 * What bodies leave in the trail map: the way of their heads, lower and narrower than they are, which becomes thin behind
 * them. The tail of a body lies where its head has been, so that a stamp need not hold it, and bodies go on for some steps
 * before they are stamped again.
 */
export class TrailStamps {
  readonly #state: MapState<RivuletOptions>;
  readonly #bodies: Bodies;
  #id = 0;
  /** How far the body at hand is sunk into the glass [mm]. */
  #sunk = 0;
  /** The chart on which the body at hand is, and the body while the kernels have it turned into another one. */
  #fields: Fields;
  readonly #own = new Float64Array(BODY.size);

  constructor(state: MapState<RivuletOptions>, bodies: Bodies) {
    this.#state = state;
    this.#bodies = bodies;
    // Any chart, until there is a body at hand.
    [this.#fields] = state.charts;
  }

  /** Stamps a drop where it is. */
  stampHere(slot: number): void {
    this.#take(slot);
    this.#stampHead();
  }

  /**
   * Stamps what the head of a drop covers between two stamps, which are `way` [mm] apart: half of it lies before the head and
   * half of it behind.
   */
  stampWay(slot: number, way: number): void {
    const { cellSize, drops } = this.#state;
    const { body } = this.#bodies;
    this.#take(slot);
    const vx = drops.vx[slot];
    const vy = drops.vy[slot];
    const speed = Math.sqrt(vx * vx + vy * vy);
    // If the square of the speed is 0, the direction is the drop's own heading.
    const ux = speed > 0 ? vx / speed : body[BODY.ux];
    const uy = speed > 0 ? vy / speed : body[BODY.uy];
    const x = body[BODY.x] + 0.5 * way * ux;
    const y = body[BODY.y] + 0.5 * way * uy;
    const length = OVERLAP * way;
    if (body[BODY.head] < COVERS_ITS_CELL * cellSize) {
      body[BODY.length] = 0;
      const path = { x0: x - length * ux, y0: y - length * uy, x1: x, y1: y };
      rasterLine(path, body[BODY.head], cellSize, this.#stampAt);
      return;
    }
    body[BODY.x] = x;
    body[BODY.y] = y;
    body[BODY.ux] = ux;
    body[BODY.uy] = uy;
    body[BODY.length] = length;
    // As high as the head's crest, which sag puts a little ahead of its centre.
    body[BODY.e] *= crestOver(body[BODY.sag], body[BODY.k]);
    this.#stampHead();
  }

  /** Lowers the shape that was just lifted into the trail map to the height and the width of trails. */
  lower(fields: Fields, id: number): void {
    const { options } = this.#state;
    const { heap, trail, trailIds, grid } = fields.chart;
    const { row0, row1, col0, col1 } = fields.box;
    const sunk = quantise(options.trailHeight * this.#sinking());
    let lost = 0;
    for (let row = row0; row < row1; row++) {
      for (let cell = row * grid.stride + col0, end = row * grid.stride + col1; cell < end; cell++) {
        if (heap.u32[trailIds + cell] !== id) continue;
        const height = heap.f32[trail + cell];
        const left = Math.max(HEIGHT_QUANTUM, lowered(height, options.trailHeight) - sunk);
        heap.f32[trail + cell] = left;
        lost += height - left;
      }
    }
    fields.bookEroded(lost);
  }

  /**
   * Thins trails between two applications of the operators: a height falls e-fold in `trailDrain`, sooner where the affinity
   * is low. So a trail is high only right behind its drop, and droplets are what stays of it.
   */
  drain(world: World): void {
    const { charts, options } = this.#state;
    const { trailDrain } = options;
    if (trailDrain === 0) return;
    const every = Math.max(1, Math.floor(DRAIN_PERIOD / world.dt + 0.5));
    if (world.step % every !== 0) return;
    const share = 1 - exp((-every * world.dt) / trailDrain);
    for (const fields of charts) {
      const { tiles, chart } = fields;
      const { header, rectangles, found, heap, kernels } = chart;
      const count = tiles.wet.write(heap.u32, rectangles);
      fields.bookEroded(kernels.drain(header, count, share));
      for (let n = 0; n < count; n++) {
        if (heap.u32[found + n] !== 0) tiles.change(tiles.wet.list[n]);
      }
    }
  }

  /** Writes the body that goes into the trail map: pictures draw the drop itself, the map holds what it leaves. */
  #take(slot: number): void {
    const { drops, options } = this.#state;
    const { body } = this.#bodies;
    this.#id = drops.id[slot];
    this.#fields = this.#state.fieldsOf(slot);
    writeBody(drops, slot, body);
    body[BODY.e] *= options.trailHeight;
    this.#sunk = this.#sinking();
  }

  /** How far the body at hand must sink to be as wide as `trailWidth` of itself: near its crest it is a paraboloid [mm]. */
  #sinking(): number {
    const { body } = this.#bodies;
    const { trailWidth } = this.#state.options;
    const k = body[BODY.k];
    const crest = body[BODY.head] * body[BODY.e] * (Math.sqrt(k * k + 1) - k);
    return (1 - trailWidth * trailWidth) * crest;
  }

  readonly #stampAt = (x: number, y: number): boolean => {
    const { body } = this.#bodies;
    body[BODY.x] = x;
    body[BODY.y] = y;
    return this.#stampHead();
  };

  /** Stamps the head of the body at hand and the way behind it. False if it lies off the chart. */
  #stampHead(): boolean {
    const { body } = this.#bodies;
    // The tail is not stamped, and must not be framed.
    body[BODY.tail] = body[BODY.head];
    body.fill(0, BODY.sag);
    if (this.#fields.halos) this.#own.set(body);
    this.#isStamped = false;
    this.#bodies.forEachBodyImage(this.#fields, 0, this.#stampImage);
    if (!this.#fields.halos) return this.#isStamped;
    body.set(this.#own);
    return true;
  }
  #isStamped = false;

  readonly #stampImage = (link: Link): void => {
    const { fields } = link;
    const { header, contacts, kernels } = fields.chart;
    const { body } = this.#bodies;
    if (link !== this.#fields.here) {
      body.set(this.#own);
      turnBody(body, link);
    }
    const { row0, row1, col0, col1 } = fields.box;
    fields.writeBox();
    let added = 0;
    let row = row0;
    do {
      added += kernels.stampCapsule(header, this.#id, this.#sunk, row);
      row = fields.resumeRow(contacts);
    } while (row !== CONTACTS.done);
    fields.bookStamped(added);
    fields.tiles.wetten(row0, row1, col0, col1, this.#id, fields.touches);
    this.#isStamped = true;
  };
}

/** Height of a leaning body's crest over that above its centre. */
function crestOver(sag: number, k: number): number {
  if (sag === 0) return 1;
  const crest = (Math.sqrt(1 + 3 * sag * sag) - 1) / (3 * sag);
  const w = (1 - crest * crest) * (1 + sag * crest);
  return (Math.sqrt(k * k + w) - k) / (Math.sqrt(k * k + 1) - k);
}
