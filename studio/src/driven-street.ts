/** The street around a vehicle on its way: a worker paints it again and again, as often as it can. */
import { type BackdropOptions, createBackdrop } from 'rivulet/offline';
import type { DataTexture } from 'three';

/** The street's pixels across: what stands around has no more of them. */
const RESOLUTION = 512;

/** Does the street of a scene move on? */
export function isDriven(backdrop: BackdropOptions): boolean {
  return createBackdrop.check(backdrop, 'scene.backdrop').speed > 0;
}

export class DrivenStreet {
  readonly #worker = new Worker(new URL('./street-worker.ts', import.meta.url), { type: 'module' });
  readonly #texture: DataTexture;
  readonly #backdrop: BackdropOptions;
  readonly #start: number;
  /** The time that was asked for last [s]. */
  #asked = Number.NaN;
  #isBusy = false;

  /** `texture` holds what stands around, and is written to. */
  constructor(backdrop: BackdropOptions, texture: DataTexture) {
    const { resolution, time } = createBackdrop.check(backdrop, 'scene.backdrop');
    this.#backdrop = { ...backdrop, resolution: Math.min(RESOLUTION, resolution) } as BackdropOptions;
    this.#start = time;
    this.#texture = texture;
    this.#worker.onmessage = ({ data }: { data: Uint16Array<ArrayBuffer> }) => this.#take(data);
  }

  /** Asks for the street at a time of the simulation [s], unless the last one is still to come. */
  update(time: number): void {
    if (this.#isBusy || time === this.#asked) return;
    this.#isBusy = true;
    this.#asked = time;
    const backdrop = { ...this.#backdrop, time: this.#start + time } as BackdropOptions;
    this.#worker.postMessage({ backdrop, width: this.#texture.image.width });
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #take(pixels: Uint16Array<ArrayBuffer>): void {
    this.#isBusy = false;
    this.#texture.image.data = pixels;
    // three.js makes what it shows far away from a texture once, and again when that was freed.
    this.#texture.dispose();
    this.#texture.needsUpdate = true;
  }
}
