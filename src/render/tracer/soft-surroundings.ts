/**
 * What stands around, out of focus, as the pane renderers show the street behind the glass (render/picture/lens.ts): one picture of
 * what the eye sees of it without any surface, with a disc of light for each point. A lens of thousands of rays would show the
 * same; lamps two hundred times as bright as white would be noise in any fewer.
 */

import { discBlur, lensBlock, makeDisc } from '../picture/lens.js';
import { addBilinear, type LinearPicture } from '../picture/linear.js';
import { type Eye, writeRay } from './eye.js';
import { lookAround, type Surroundings } from './surroundings.js';

export class SoftSurroundings {
  readonly #picture: LinearPicture;
  /** Pixels of the view that a pixel of the picture covers, and how many of those lie beyond each edge of the view. */
  readonly #block: number;
  readonly #margin: number;

  /** @param aperture width of the lens [mm] */
  constructor(eye: Eye, aperture: number, surroundings: Surroundings) {
    const radius = radiusOf(eye, aperture, surroundings);
    this.#block = lensBlock(radius);
    const disc = makeDisc(radius / this.#block);
    this.#margin = disc.reach + 1;
    const sharp = this.#paint(eye, surroundings);
    this.#picture = { ...sharp, data: discBlur(sharp, 3, disc) };
  }

  /** Writes the light at a place of the view [px] to `out[0…2]`. */
  at(x: number, y: number, out: Float64Array): void {
    const { width, height } = this.#picture;
    out.fill(0, 0, 3);
    const u = (x / this.#block + this.#margin) / width;
    const v = (y / this.#block + this.#margin) / height;
    addBilinear(this.#picture, u, v, 1, out);
  }

  /** The surroundings in focus, with a margin as wide as a disc. */
  #paint(eye: Eye, surroundings: Surroundings): LinearPicture {
    const block = this.#block;
    const margin = this.#margin;
    const width = Math.ceil(eye.width / block) + 2 * margin;
    const height = Math.ceil(eye.height / block) + 2 * margin;
    const data = new Float32Array(3 * width * height);
    const light = new Float64Array(3);
    const at: [number, number, number, number] = [0, 0, 0, 0];
    const beam = {
      origin: new Float64Array(3),
      direction: new Float64Array(3),
      width: 0,
      spread: eye.spread * block,
    };
    for (let p = 0; p < width * height; p++) {
      at[0] = ((p % width) - margin + 0.5) * block;
      at[1] = (Math.floor(p / width) - margin + 0.5) * block;
      writeRay({ ...eye, lens: 0 }, at, beam.origin, beam.direction);
      lookAround(surroundings, beam, light);
      data.set(light, 3 * p);
    }
    return { data, width, height };
  }
}

/** Radius of the disc of a point of the surroundings [px of the view]. */
function radiusOf({ sharp, spread }: Eye, aperture: number, surroundings: Surroundings): number {
  return ((aperture / 2) * Math.max(0, 1 / sharp - 1 / awayOf(surroundings))) / spread;
}

/** How far away surroundings are [mm]. */
function awayOf(surroundings: Surroundings): number {
  if (surroundings.kind === 'sphere') return Number.POSITIVE_INFINITY;
  return surroundings.kind === 'plane' ? surroundings.away : surroundings.half[2];
}
