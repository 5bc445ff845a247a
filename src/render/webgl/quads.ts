/**
 * A list of quads, each with a few floats for its shader, sent whole and growing as it must. All go in one call with the
 * floats of each repeated for its four corners, since drivers that draw in software may take an instance for a call.
 */
import type { Resources } from './resources.js';

/** Vertices a quad, and the two triangles between them. */
const CORNERS = 4;
const TRIANGLES = [0, 1, 2, 2, 1, 3];
const INDICES = TRIANGLES.length;

/** Draws quads from a few floats each. */
export interface QuadList {
  /** Draws `count` quads, whose floats stand one after another. */
  draw(numbers: Float32Array, count: number): void;
}

export class Quads implements QuadList {
  readonly #resources: Resources;
  readonly #size: number;
  readonly #array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  readonly #indices: WebGLBuffer;
  #vertices = new Float32Array(0);

  /** `size` floats a quad, handed to the shader as attributes of up to four each, from location 0. */
  constructor(resources: Resources, size: number) {
    const { gl } = resources;
    this.#resources = resources;
    this.#size = size;
    this.#array = resources.vertexArray();
    this.#buffer = resources.buffer();
    this.#indices = resources.buffer();
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#indices);
    for (let n = 0; 4 * n < size; n++) {
      gl.enableVertexAttribArray(n);
      gl.vertexAttribPointer(n, Math.min(4, size - 4 * n), gl.FLOAT, false, 4 * size, 16 * n);
    }
    gl.bindVertexArray(null);
  }

  draw(numbers: Float32Array, count: number): void {
    const { gl } = this.#resources;
    const size = this.#size;
    if (count === 0) return;
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    if (this.#vertices.length < CORNERS * size * count) this.#grow(Math.ceil(1.5 * count));
    for (let quad = 0, to = 0; quad < count; quad++) {
      for (let corner = 0; corner < CORNERS; corner++) {
        for (let n = 0; n < size; n++) this.#vertices[to++] = numbers[quad * size + n];
      }
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.#vertices, 0, CORNERS * size * count);
    gl.drawElements(gl.TRIANGLES, INDICES * count, gl.UNSIGNED_INT, 0);
    gl.bindVertexArray(null);
  }

  /** Makes room for `count` quads. */
  #grow(count: number): void {
    const { gl } = this.#resources;
    this.#vertices = new Float32Array(CORNERS * this.#size * count);
    gl.bufferData(gl.ARRAY_BUFFER, this.#vertices.byteLength, gl.STREAM_DRAW);
    const indices = new Uint32Array(INDICES * count);
    for (let n = 0; n < indices.length; n++) {
      indices[n] = CORNERS * Math.floor(n / INDICES) + TRIANGLES[n % INDICES];
    }
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  }
}
