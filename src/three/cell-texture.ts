/** A map of a frame as a texture, of which only the cells that changed are sent, four of a row at a time. */
import {
  ClampToEdgeWrapping,
  LinearFilter,
  NearestFilter,
  RedFormat,
  RGFormat,
  type TextureDataType,
  Vector2,
  WebGLRenderTarget,
} from 'three';
import { InstancedQuads, type Passes, shaderMaterial } from './passes.js';
import { CELLS_FRAGMENT, CELLS_VERTEX } from './shaders.js';

/** Cells a quad. */
export const BLOCK = 4;

export interface CellLook {
  /** Numbers a cell, 1 or 2. */
  readonly numbers: number;
  readonly type: TextureDataType;
  /** Read between cells, with the first row at the top (v = 1); else cell by cell, with the first row first. */
  readonly smooth: boolean;
}

export class CellTexture {
  readonly target: WebGLRenderTarget;
  readonly #passes: Passes;
  readonly #look: CellLook;
  readonly #quads: InstancedQuads;
  readonly #size = { value: new Vector2(1, 1) };
  /** Blocks that wait to be sent, row by row. */
  #waits = new Uint8Array(1);
  #across = 1;
  #list = new Float32Array(0);

  constructor(passes: Passes, look: CellLook) {
    const filter = look.smooth ? LinearFilter : NearestFilter;
    this.#passes = passes;
    this.#look = look;
    this.target = passes.own(
      new WebGLRenderTarget(1, 1, {
        format: look.numbers === 2 ? RGFormat : RedFormat,
        type: look.type,
        minFilter: filter,
        magFilter: filter,
        wrapS: ClampToEdgeWrapping,
        wrapT: ClampToEdgeWrapping,
        depthBuffer: false,
        generateMipmaps: false,
      }),
    );
    const layout = [
      ['place', 2] as const,
      ['first', BLOCK] as const,
      ...(look.numbers === 2 ? [['second', BLOCK] as const] : []),
    ];
    this.#quads = new InstancedQuads(
      passes,
      layout,
      shaderMaterial(CELLS_VERTEX, CELLS_FRAGMENT, { size: this.#size }),
    );
  }

  /** Bytes that were sent since this was asked last. */
  takeSent(): number {
    const { sent } = this.#quads;
    this.#quads.sent = 0;
    return sent;
  }

  /** Makes room for so many cells, all 0; true if it had another size. */
  fit(width: number, height: number): boolean {
    const { target } = this;
    if (target.width === width && target.height === height) return false;
    target.setSize(width, height);
    this.#size.value.set(width, height);
    this.#across = Math.ceil(width / BLOCK);
    this.#waits = new Uint8Array(this.#across * height);
    this.#passes.draw([], { target, clear: true });
    return true;
  }

  /** Notes that a block of a row changed. */
  readonly mark = (row: number, block: number): void => {
    this.#waits[row * this.#across + block] = 1;
  };

  /** Sends the blocks that changed. The cells' numbers stand in rows of `stride` cells. */
  send(data: Float32Array, stride: number): void {
    const { numbers, smooth } = this.#look;
    const { width, height } = this.target;
    const floats = 2 + BLOCK * numbers;
    const count = this.#waits.reduce((sum, waits) => sum + waits, 0);
    if (count === 0) return;
    if (this.#list.length < floats * count) this.#list = new Float32Array(Math.ceil(1.5 * floats * count));
    let at = 0;
    for (let place = 0; place < this.#waits.length; place++) {
      if (this.#waits[place] === 0) continue;
      const row = Math.floor(place / this.#across);
      const block = place % this.#across;
      this.#list[at] = block;
      this.#list[at + 1] = smooth ? height - 1 - row : row;
      for (let n = 0; n < BLOCK * numbers; n++) {
        const col = BLOCK * block + (n % BLOCK);
        const from = numbers * (row * stride + col) + Math.floor(n / BLOCK);
        this.#list[at + 2 + n] = col < width ? data[from] : 0;
      }
      at += floats;
    }
    this.#waits.fill(0);
    this.#quads.set(this.#list, count);
    this.#passes.draw([this.#quads.mesh], { target: this.target });
  }
}
