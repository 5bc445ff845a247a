/** A list of instances on the GPU, each a few floats, that is sent whole and grows as it must. */
import type { Resources } from './resources.js';

export class Instances {
  readonly #resources: Resources;
  readonly #array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  /** Floats there is room for on the GPU. */
  #room = 0;

  /** `size` floats an instance, handed to the shader as attributes of up to four each, from location 0. */
  constructor(resources: Resources, size: number) {
    const { gl } = resources;
    this.#resources = resources;
    this.#array = resources.vertexArray();
    this.#buffer = resources.buffer();
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    for (let n = 0; 4 * n < size; n++) {
      gl.enableVertexAttribArray(n);
      gl.vertexAttribPointer(n, Math.min(4, size - 4 * n), gl.FLOAT, false, 4 * size, 16 * n);
      gl.vertexAttribDivisor(n, 1);
    }
    gl.bindVertexArray(null);
  }

  /** Sends the first `length` floats of `numbers`. */
  send(numbers: Float32Array, length = numbers.length): void {
    const { gl } = this.#resources;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    if (this.#room < length) {
      // As large as the list it comes from, which has room to spare.
      gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STREAM_DRAW);
      this.#room = numbers.length;
    } else if (length > 0) gl.bufferSubData(gl.ARRAY_BUFFER, 0, numbers, 0, length);
  }

  /** Draws `count` of them, each a quad of four vertices. */
  draw(count: number): void {
    const { gl } = this.#resources;
    gl.bindVertexArray(this.#array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    gl.bindVertexArray(null);
  }
}
