/** Pictures of any surface: rays through every pixel, more of them where neighbours differ. */
import { Chance } from '../../core/chance.js';
import { checkNumber } from '../../core/errors.js';
import type { Frame } from '../../core/frame.js';
import { pow } from '../../core/math.js';
import { finishRows } from '../offline/finish.js';
import { PICTURE_SIDE, type Picture, pictureFor } from '../offline/picture.js';
import { glowOf } from '../picture/glow.js';
import type { LinearPicture } from '../picture/linear.js';
import { luminance } from '../picture/shade.js';
import { type Eye, lensPoint, writeRay } from './eye.js';
import { SoftSurroundings } from './soft-surroundings.js';
import { makeStage, type TracedStage, type TraceOptions } from './stage.js';
import { Tracer, WET_KEY } from './tracer.js';

/** Samples each way of a pixel that differs from its neighbours. */
const DENSE = { fast: 2, high: 4 } as const;
/** Where in a pixel the first four of them are. */
const QUARTERS = [
  [0.375, 0.125],
  [0.875, 0.375],
  [0.125, 0.625],
  [0.625, 0.875],
] as const;
/** Samples of a pixel before a lens that is no pinhole. */
const LENS_SAMPLES = { fast: 16, high: 64 } as const;
/**
 * Pixels differ if they show different things, or if light that was bent or came from a model differs in luminance by more than
 * this over the sum of both, where there is light at all. What comes straight from the surroundings is even enough as it is.
 */
const CONTRAST = 0.2;
const DARK = 0.02;
/** Seed of the lens. */
const SEED = 1;

/** Draws a frame. Pure: the same frame and options give the same bytes, in Node and in browsers. */
export function renderTraced(frame: Frame, options: TraceOptions): Picture {
  const stage = makeStage(frame, options);
  const { width, height } = stage.eye;
  const picture = pictureFor(width, height, { width, height, out: options.out });
  finishTraced(stage, traceRows(stage, frame, 0, height), picture);
  return picture;
}

/** The light itself before tone and sRGB, tint and exposure included, without glow: three floats a pixel. */
export function renderTracedLinear(frame: Frame, options: TraceOptions): LinearPicture {
  const stage = makeStage(frame, options);
  const { width, height } = stage.eye;
  return { data: exposed(stage, traceRows(stage, frame, 0, height)), width, height };
}

/** From the light of all rows to a picture: tint, exposure, glow and tone, as those of the pane (look.ts, 6 to 8). */
export function finishTraced(
  stage: Pick<TracedStage, 'eye' | 'camera' | 'set'>,
  rows: Float32Array,
  out: Picture,
): void {
  const { camera, eye, set } = stage;
  const { width, height } = eye;
  const light = exposed(stage, rows);
  const film = camera.tone === 'filmic' || (camera.tone === 'auto' && set.surroundings.hdr);
  const glow = camera.glow > 0 ? glowOf(light, width, 0, height, height) : undefined;
  finishRows({ light, glow, strength: camera.glow, width, first: 0, rows: height, film }, 0, height, out);
}

/** Light with the camera's exposure and tint, in place. */
export function exposed({ camera }: Pick<TracedStage, 'camera'>, rows: Float32Array): Float32Array {
  const gain = pow(2, camera.exposure);
  for (let p = 0; p < rows.length; p++) rows[p] *= gain * camera.tint[p % 3];
  return rows;
}

/** The rows `from` to before `to` of a picture, three floats a pixel; a part is as it is in the whole, bit for bit. */
export function traceRows(stage: TracedStage, frame: Frame, from: number, to: number): Float32Array {
  checkNumber(from, { ...PICTURE_SIDE, min: 0, max: stage.eye.height - 1 }, 'rows[0]');
  checkNumber(to, { ...PICTURE_SIDE, min: from + 1, max: stage.eye.height }, 'rows[1]');
  return new RowTracer(stage, frame).rows(from, to);
}

/** Traces rows of one frame: what belongs to the frame is prepared once. */
export class RowTracer {
  readonly #eye: Eye;
  readonly #quality: 'fast' | 'high';
  readonly #tracer: Tracer;
  readonly #chance = new Chance(SEED);
  readonly #origin = new Float64Array(3);
  readonly #direction = new Float64Array(3);
  readonly #light = new Float64Array(3);
  readonly #lens = new Float64Array(2);
  readonly #sum = new Float64Array(3);
  readonly #soft: SoftSurroundings | null;
  readonly #behind = new Float64Array(3);

  constructor({ eye, quality, set, softness }: TracedStage, frame: Frame) {
    this.#eye = eye;
    this.#quality = quality;
    this.#tracer = new Tracer(set, frame);
    this.#soft = softness > 0 ? new SoftSurroundings(eye, softness, set.surroundings) : null;
  }

  /** Pixels across. */
  get width(): number {
    return this.#eye.width;
  }

  rows(from: number, to: number): Float32Array {
    const { width, height, lens } = this.#eye;
    if (lens > 0) return this.#throughLens(from, to);
    // A row more on each side, to know which pixels differ from their neighbours.
    const top = Math.max(0, from - 1);
    const bottom = Math.min(height, to + 1);
    const light = new Float32Array(3 * width * (bottom - top));
    const keys = new Float64Array(width * (bottom - top));
    for (let row = top, p = 0; row < bottom; row++) {
      for (let col = 0; col < width; col++, p++) {
        this.#sample(col + 0.5, row + 0.5, 1);
        light.set(this.#light, 3 * p);
        keys[p] = this.#tracer.first.key;
      }
    }
    const out = light.slice(3 * width * (from - top), 3 * width * (to - top));
    const dense = DENSE[this.#quality];
    for (let row = from, q = 0; row < to; row++) {
      for (let col = 0; col < width; col++, q += 3) {
        const p = (row - top) * width + col;
        const differs =
          (col > 0 && isUnlike(light, keys, p, p - 1)) ||
          (col < width - 1 && isUnlike(light, keys, p, p + 1)) ||
          (row > top && isUnlike(light, keys, p, p - width)) ||
          (row < bottom - 1 && isUnlike(light, keys, p, p + width));
        if (differs) this.#denser(col, row, dense, out, q);
      }
    }
    return out;
  }

  /** Numbers of what the middle of each pixel shows, for maps. */
  look(x: number, y: number): Tracer['first'] {
    this.#sample(x, y, 1);
    return this.#tracer.first;
  }

  /** One sample through a pinhole; its cone is `share` as wide as a pixel's. */
  #sample(x: number, y: number, share: number): void {
    this.#trace([x, y, 0, 0], share);
  }

  /** One sample through a place of the view and of the lens. */
  #trace(at: readonly [x: number, y: number, across: number, up: number], share: number): void {
    writeRay(this.#eye, at, this.#origin, this.#direction);
    this.#soft?.at(at[0], at[1], this.#behind);
    const behind = this.#soft && this.#behind;
    this.#tracer.trace(this.#origin, this.#direction, this.#eye.spread * share, this.#light, behind);
  }

  /** The mean of an even grid of samples; of its four quarters alone if they agree. */
  #denser(col: number, row: number, dense: number, out: Float32Array, q: number): void {
    const sum = this.#sum.fill(0);
    let [darkest, brightest] = [Number.POSITIVE_INFINITY, 0];
    // One sample from each quarter, turned against each other, so that no two share a row or a column.
    for (let n = 0; n < 4; n++) {
      const [across, down] = QUARTERS[n];
      this.#sample(col + across, row + down, 0.5);
      const light = this.#light;
      for (let c = 0; c < 3; c++) sum[c] += light[c];
      const bright = luminance(light[0], light[1], light[2]);
      darkest = Math.min(darkest, bright);
      brightest = Math.max(brightest, bright);
    }
    let count = 4;
    if (dense > 2 && brightest - darkest > CONTRAST * (brightest + darkest) + CONTRAST * DARK) {
      for (let n = 0; n < dense * dense; n++) {
        this.#sample(col + ((n % dense) + 0.5) / dense, row + (Math.floor(n / dense) + 0.5) / dense, 1 / dense);
        for (let c = 0; c < 3; c++) sum[c] += this.#light[c];
      }
      count += dense * dense;
    }
    for (let c = 0; c < 3; c++) out[q + c] = sum[c] / count;
  }

  #throughLens(from: number, to: number): Float32Array {
    const eye = this.#eye;
    const count = LENS_SAMPLES[this.#quality];
    const side = Math.sqrt(count);
    const out = new Float32Array(3 * eye.width * (to - from));
    for (let row = from, q = 0; row < to; row++) {
      for (let col = 0; col < eye.width; col++, q += 3) {
        const sum = [0, 0, 0];
        for (let n = 0; n < count; n++) {
          lensPoint(this.#chance, row * eye.width + col, n, this.#lens);
          const x = col + ((n % side) + 0.5) / side;
          const y = row + (Math.floor(n / side) + 0.5) / side;
          this.#trace([x, y, this.#lens[0], this.#lens[1]], 1 / side);
          for (let c = 0; c < 3; c++) sum[c] += this.#light[c];
        }
        for (let c = 0; c < 3; c++) out[q + c] = sum[c] / count;
      }
    }
    return out;
  }
}

function isUnlike(light: Float32Array, keys: Float64Array, p: number, other: number): boolean {
  if (keys[p] !== keys[other]) return true;
  if (keys[p] >= 0 && keys[p] < WET_KEY) return false;
  const a = luminance(light[3 * p], light[3 * p + 1], light[3 * p + 2]);
  const b = luminance(light[3 * other], light[3 * other + 1], light[3 * other + 2]);
  return Math.abs(a - b) > CONTRAST * (a + b) + CONTRAST * DARK;
}
