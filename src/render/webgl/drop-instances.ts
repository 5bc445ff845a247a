/** The drops as instances: one body a lobe, in the order of core/body.ts, in a buffer that grows with the rain. */
import { profileK, profileScale } from '../../core/body.js';
import type { DropsView } from '../../core/frame.js';
import { lobeOffsets, MAX_LOBES } from '../../core/shape.js';
import type { Resources } from './resources.js';

/** Floats an instance: the 14 of a body, filled up to four vec4. */
const SIZE = 16;

export class DropInstances {
  readonly #resources: Resources;
  readonly #buffer: WebGLBuffer;
  readonly vertexArray: WebGLVertexArrayObject;
  readonly #lobes = new Float64Array(2 * MAX_LOBES);
  #numbers = new Float32Array(0);
  /** Bytes the buffer on the GPU has. */
  #room = 0;

  constructor(resources: Resources) {
    const { gl } = resources;
    this.#resources = resources;
    this.#buffer = resources.buffer();
    this.vertexArray = resources.vertexArray();
    gl.bindVertexArray(this.vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    for (let n = 0; n < SIZE / 4; n++) {
      gl.enableVertexAttribArray(n);
      gl.vertexAttribPointer(n, 4, gl.FLOAT, false, 4 * SIZE, 16 * n);
      gl.vertexAttribDivisor(n, 1);
    }
    gl.bindVertexArray(null);
  }

  /** Sends the drops of a chart whose cells are `cellSize` [mm] and returns how many bodies they are. */
  update(drops: DropsView, chart: number, cellSize: number): number {
    const most = SIZE * MAX_LOBES * drops.count;
    if (this.#numbers.length < most) this.#numbers = new Float32Array(2 * most);
    let bodies = 0;
    for (let k = 0; k < drops.count; k++) {
      if (drops.chart[k] === chart) bodies = this.#writeDrop(drops, k, cellSize, bodies);
    }
    this.#send(SIZE * bodies);
    return bodies;
  }

  #writeDrop(drops: DropsView, k: number, cellSize: number, first: number): number {
    const numbers = this.#numbers;
    const radius = drops.radius[k];
    const count = lobeOffsets(drops.lobes[k], cellSize, this.#lobes);
    for (let lobe = 0; lobe < count; lobe++) {
      const at = SIZE * (first + lobe);
      numbers[at] = drops.x[k] + this.#lobes[2 * lobe];
      numbers[at + 1] = drops.y[k] + this.#lobes[2 * lobe + 1];
      numbers[at + 2] = drops.headingX[k];
      numbers[at + 3] = drops.headingY[k];
      numbers[at + 4] = drops.stretch[k] * radius;
      numbers[at + 5] = radius;
      numbers[at + 6] = drops.tail[k] * radius;
      numbers[at + 7] = profileK(drops.contactAngle[k]);
      numbers[at + 8] = profileScale(drops.contactAngle[k]);
      numbers[at + 9] = drops.sag[k];
      numbers[at + 10] = drops.outlineC2[k];
      numbers[at + 11] = drops.outlineS2[k];
      numbers[at + 12] = drops.outlineC3[k];
      numbers[at + 13] = drops.outlineS3[k];
    }
    return first + count;
  }

  #send(length: number): void {
    const { gl } = this.#resources;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    if (this.#room < length) {
      gl.bufferData(gl.ARRAY_BUFFER, this.#numbers, gl.STREAM_DRAW);
      this.#room = this.#numbers.length;
    } else if (length > 0) gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.#numbers, 0, length);
  }
}
