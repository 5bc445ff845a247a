import { WAY_CAPACITY } from '../../kernels/field-memory.js';
import { CONTACTS } from '../../kernels/kernels.js';
import type { Fields } from './fields.js';
import type { Link } from './links.js';
import type { MapState } from './map-state.js';
import { rasterLine, spacedLine } from './running.js';

/** Chin places a hemisphere every 1.5 cells of the way (CHIN-8). */
const SPACING_CELLS = 1.5;

/** The hemispheres that running drops stamp into the trail map along their way (CHEN-9, CHIN-8). */
export class WayStamps {
  readonly #state: MapState;
  /** The chart on which the way began, the link from it to the last place of the way, and that place's chart. */
  #start: Fields;
  #last: Link | null = null;
  #way: Fields;
  /** How many places of the way are noted, and the drop's radius [mm] and id. */
  #passed = 0;
  #radius = 0;
  #id = 0;
  /** The places noted, while they stand turned in the heap. */
  readonly #places = new Float64Array(2 * WAY_CAPACITY);

  constructor(state: MapState) {
    this.#state = state;
    // Any chart, until a way begins.
    [this.#start] = state.charts;
    this.#way = this.#start;
  }

  /** Stamps a drop where it is. */
  stampHere(slot: number): void {
    const { drops } = this.#state;
    this.#begin(slot);
    this.#stamp(drops.x[slot], drops.y[slot]);
  }

  /** Stamps a drop along the way that it runs in the next `dt` [s], which may end beyond a seam. */
  stampWay(slot: number, dt: number): void {
    const { drops, options, cellSize } = this.#state;
    const x = drops.x[slot];
    const y = drops.y[slot];
    this.#begin(slot);
    // A flood starts at the contact cells in the order in which they were found (CHIN-18): then it is stamp by stamp.
    const visit = options.relabel === 'flood' ? this.#stamp : this.#pass;
    const path = { x0: x, y0: y, x1: x + drops.vx[slot] * dt, y1: y + drops.vy[slot] * dt };
    if (options.path === 'spaced') spacedLine(path, SPACING_CELLS * cellSize, visit);
    else rasterLine(path, this.#radius, cellSize, visit);
    this.#stampPassed();
  }

  /** A way of a drop begins on the chart where the drop is. */
  #begin(slot: number): void {
    const { drops } = this.#state;
    this.#start = this.#way = this.#state.fieldsOf(slot);
    this.#last = null;
    this.#radius = drops.radius[slot];
    this.#id = drops.id[slot];
  }

  /** Stamps a hemisphere at (x, y) [mm] into the trail map (CHEN-9). False if it lies off the chart. */
  stampHemisphere(x: number, y: number, radius: number): boolean {
    this.#radius = radius;
    const isOnChart = this.#pass(x, y);
    this.#stampPassed();
    return isOnChart;
  }

  readonly #stamp = (x: number, y: number): boolean => this.stampHemisphere(x, y, this.#radius);

  /** Notes a place on the way; `#stampPassed` stamps them all. False if the hemisphere lies off the chart. */
  readonly #pass = (x: number, y: number): boolean => {
    const radius = this.#radius;
    if (this.#state.halos) {
      const link = this.#turnInto(x, y);
      this.#note(link.x(x, y), link.y(x, y));
      return true;
    }
    if (!this.#way.frameCells(x - radius, x + radius, y - radius, y + radius, 0)) return false;
    this.#note(x, y);
    return true;
  };

  /** The link from the chart on which the way began to the one where a place on it lies. Places of one chart are stamped together. */
  #turnInto(x: number, y: number): Link {
    const { cellSize } = this.#state;
    const start = this.#start;
    const link = start.linkTo(Math.floor(y / cellSize), Math.floor(x / cellSize)) ?? start.here;
    if (link !== this.#last) this.#stampPassed();
    this.#last = link;
    this.#way = link.fields;
    return link;
  }

  #note(x: number, y: number): void {
    const { heap, way } = this.#way.chart;
    const place = (way >> 1) + 2 * this.#passed;
    heap.f64[place] = x;
    heap.f64[place + 1] = y;
    this.#passed += 1;
    if (this.#passed === WAY_CAPACITY) this.#stampPassed();
  }

  /** Stamps hemispheres at the places that were noted: a cell that several of them cover is visited once. */
  #stampPassed(): void {
    if (this.#passed === 0) return;
    const { heap, way } = this.#way.chart;
    const { f64 } = heap;
    const radius = this.#radius;
    const first = way >> 1;
    const last = first + 2 * (this.#passed - 1);
    if (this.#state.halos) this.#places.set(f64.subarray(first, last + 2));
    this.#way.frameCells(
      Math.min(f64[first], f64[last]) - radius,
      Math.max(f64[first], f64[last]) + radius,
      Math.min(f64[first + 1], f64[last + 1]) - radius,
      Math.max(f64[first + 1], f64[last + 1]) + radius,
      0,
    );
    this.#way.forEachImage(this.#stampImage);
    this.#passed = 0;
  }

  readonly #stampImage = (link: Link): void => {
    const { fields } = link;
    const { header, contacts, kernels, heap, way } = fields.chart;
    if (link !== this.#way.here) {
      for (let n = 0, place = way >> 1; n < 2 * this.#passed; n += 2, place += 2) {
        heap.f64[place] = link.x(this.#places[n], this.#places[n + 1]);
        heap.f64[place + 1] = link.y(this.#places[n], this.#places[n + 1]);
      }
    }
    const { row0, row1, col0, col1 } = fields.box;
    const id = this.#id;
    fields.tiles.wetten(row0, row1, col0, col1, id, fields.touches);
    let added = 0;
    let row = row0;
    do {
      added += kernels.stamp(header, this.#passed, this.#radius, id, row);
      row = fields.resumeRow(contacts);
    } while (row !== CONTACTS.done);
    fields.bookStamped(added);
  };
}
