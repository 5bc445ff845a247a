/**
 * A map of the frame as a texture of one or two numbers a texel, of which only what changed is sent again: as it is
 * (`MapTexture`), or smoothed as `smoothTrail` and `drawnHeights` of render/water do (`SmoothTrail`).
 */
import type { MapView, Smoothing } from '../../core/frame.js';
import { MIDDLE_WEIGHT } from '../water/map-water.js';
import type { Resources, Texture } from './resources.js';

/** A map of a frame. A map that a page copied is plain data and does not report what changed. */
export type PlainMap = Omit<MapView<Float32Array>, 'changedSince'> &
  Partial<Pick<MapView<Float32Array>, 'changedSince'>>;

export class MapTexture {
  readonly #resources: Resources;
  #texture: Texture | null = null;
  #version = Number.NEGATIVE_INFINITY;
  #data: Float32Array | null = null;

  readonly #format: number;
  readonly #smooth: boolean;

  /**
   * `format` is R32F, RG32F for two numbers a cell, or R16F where it shall be `smooth`, read between cells, and 32 bits cannot
   * be.
   */
  constructor(resources: Resources, format: number, smooth = false) {
    this.#resources = resources;
    this.#format = format;
    this.#smooth = smooth;
  }

  get texture(): Texture | null {
    return this.#texture;
  }

  /**
   * Brings the texture up to date and returns the rectangles that were sent: col, row, width, height, … With `smooth` it
   * shows the smoothed map.
   */
  update(map: PlainMap, smooth?: SmoothTrail): Int32Array {
    const fresh = this.#fit(map);
    // Another simulation's frame has versions of its own.
    const other = fresh || map.version < this.#version || (this.#data !== map.data && !!map.changedSince);
    const changed = other ? whole(map) : changes(map, this.#version);
    this.#version = map.version;
    this.#data = map.data;
    const sent = smooth ? smooth.update(map, changed) : changed;
    this.#send(smooth?.map ?? map, sent);
    return sent;
  }

  /** A texture of the map's size; true if it is a new one. */
  #fit({ width, height }: PlainMap): boolean {
    const old = this.#texture;
    this.#texture = this.#resources.texture({ width, height, format: this.#format, smooth: this.#smooth }, old);
    return this.#texture !== old;
  }

  #send({ data, stride }: PlainMap, changed: Int32Array): void {
    const { gl } = this.#resources;
    if (!this.#texture || changed.length === 0) return;
    gl.bindTexture(gl.TEXTURE_2D, this.#texture.handle);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, stride);
    const [layout, numbers] = this.#format === gl.RG32F ? [gl.RG, 2] : [gl.RED, 1];
    for (let n = 0; n < changed.length; n += 4) {
      const [col, row, width, height] = changed.subarray(n, n + 4);
      const from = numbers * (row * stride + col);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, col, row, width, height, layout, gl.FLOAT, data, from);
    }
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  }
}

function whole({ width, height }: Omit<PlainMap, 'data'>): Int32Array {
  return Int32Array.of(0, 0, width, height);
}

/** The rectangles in which a map changed since a version; all of it for a map that a page copied, which is plain data. */
export function changes(map: Omit<PlainMap, 'data'>, since: number): Int32Array {
  if (map.version === since) return new Int32Array(0);
  return map.changedSince ? map.changedSince(since) : whole(map);
}

/** Cells a side of the blocks whose wet cells are counted. */
export const BLOCK = 4;

/** Told of cells that are others now: a row, and which of the blocks along it. */
export type RowChange = (row: number, block: number) => void;

export class SmoothTrail {
  #map = { data: new Float32Array(0), width: 0, height: 0, stride: 0, version: 0 };
  readonly #tell: RowChange;
  readonly #limits: readonly number[];
  readonly #middle: number;
  /** Wet cells of each block. */
  wet = new Uint8Array(0);
  /** Blocks from one row of them to the next. */
  across = 0;

  /** Each cell has as many numbers as there are `limits`: the smoothed heights, cut off there first [mm]. */
  constructor(tell: RowChange, limits: readonly number[] = [Number.POSITIVE_INFINITY], smoothing?: Smoothing) {
    this.#tell = tell;
    this.#limits = limits;
    this.#middle = MIDDLE_WEIGHT[smoothing ?? 'binomial'];
  }

  /** The smoothed map. */
  get map(): PlainMap {
    return this.#map;
  }

  /** Smooths what changed, col, row, width, height, …, and returns where that may make a difference. */
  update(map: PlainMap, changed: Int32Array): Int32Array {
    const { width, height, version } = map;
    if (this.#map.width !== width || this.#map.height !== height) {
      this.#map = {
        data: new Float32Array(this.#limits.length * width * height),
        width,
        height,
        stride: width,
        version,
      };
      this.across = Math.ceil(width / BLOCK);
      this.wet = new Uint8Array(this.across * Math.ceil(height / BLOCK));
    }
    const wider = new Int32Array(changed.length);
    for (let n = 0; n < changed.length; n += 4) {
      const col0 = Math.max(0, changed[n] - 1);
      const row0 = Math.max(0, changed[n + 1] - 1);
      const col1 = Math.min(width, changed[n] + changed[n + 2] + 1);
      const row1 = Math.min(height, changed[n + 1] + changed[n + 3] + 1);
      wider.set([col0, row0, col1 - col0, row1 - row0], n);
      for (let row = row0; row < row1; row++) this.#row(map, row, col0, col1);
    }
    return wider;
  }

  #row({ data, width, height, stride }: PlainMap, row: number, col0: number, col1: number): void {
    const above = row > 0;
    const below = row < height - 1;
    const held = this.#map.data;
    const numbers = this.#limits.length;
    const blocks = this.across * Math.floor(row / BLOCK);
    const middle = this.#middle;
    const whole = (2 + middle) * (2 + middle);
    let told = -1;
    for (let col = col0, i = row * stride + col0; col < col1; col++, i++) {
      const at = numbers * (row * width + col);
      const before = held[at];
      let isSame = true;
      for (let n = 0; n < numbers; n++) {
        const limit = this.#limits[n];
        const down = (cell: number): number => {
          const sides =
            (above ? Math.min(limit, data[cell - stride]) : 0) + (below ? Math.min(limit, data[cell + stride]) : 0);
          return sides + middle * Math.min(limit, data[cell]);
        };
        const left = col > 0 ? down(i - 1) : 0;
        const right = col < width - 1 ? down(i + 1) : 0;
        const now = Math.fround((left + middle * down(i) + right) / whole);
        if (held[at + n] === now) continue;
        held[at + n] = now;
        isSame = false;
      }
      if (isSame) continue;
      const block = Math.floor(col / BLOCK);
      this.wet[blocks + block] += +(held[at] > 0) - +(before > 0);
      if (block !== told) this.#tell(row, block);
      told = block;
    }
  }
}
