/** A map of the frame as a texture of one or two numbers a texel, of which only what changed is sent again. */
import type { MapView } from '../../core/frame.js';
import type { Resources, Texture } from './resources.js';
import type { SmoothTrail } from './smooth-trail.js';

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
