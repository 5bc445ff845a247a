/** Pictures as files: PNG of 8 or 16 bits, with the water's coverage as alpha or without, or EXR in linear light. */
import type { Frame } from '../index.js';
import { finishDeep } from '../render/offline/finish.js';
import type { Picture } from '../render/offline/index.js';
import { glowOf } from '../render/picture/glow.js';
import { UsageError } from './errors.js';
import { encodeExr } from './exr.js';
import type { Painter } from './painter.js';
import { encodePng, encodeSamples } from './png.js';

/** What a picture is written as. */
export interface PictureFormat {
  readonly kind: 'png' | 'exr';
  /** Of each channel of a PNG file. */
  readonly bits: 8 | 16;
  /** Is what is not water transparent? */
  readonly alpha: boolean;
}

/** A function that draws a frame as a file; `dry` is a frame of the same scene without water. Throws if the painter cannot. */
export function pictureFiles(
  painter: Painter,
  { kind, bits, alpha }: PictureFormat,
  dry: () => Frame,
): (frame: Frame) => Promise<Uint8Array> {
  const { light, mask } = painter;
  if (alpha && !mask)
    throw new UsageError('--alpha is for the view beauty of a pane. Take rivulet export --maps beauty,mask.');
  if ((kind === 'exr' || bits === 16) && !light)
    throw new UsageError('.exr files and --bits 16 are for the view beauty.');
  const behind = once(async () => (await eightBits(painter, dry())).data);
  if (kind === 'exr') return (frame) => exrFile(painter, frame, alpha);
  let last: Picture | undefined;
  return async (frame) => {
    if (bits === 16) {
      const deep = await sixteenBits(painter, frame);
      if (!alpha) return encodeSamples({ ...deep, channels: 3 });
      const clean = await sixteenBits(painter, dry());
      return encodeSamples({
        ...deep,
        data: cutOut(deep.data, clean.data, 3, await coverage(painter, frame), 65535),
        channels: 4,
      });
    }
    last = await painter.paint(frame, last);
    if (!alpha) return encodePng(last);
    const { data, width, height } = last;
    const cut = cutOut(data, await behind(), 4, await coverage(painter, frame), 255);
    return encodeSamples({ data: Uint8Array.from(cut), width, height, channels: 4 });
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

async function eightBits(painter: Painter, frame: Frame): Promise<Picture> {
  const { data, width, height } = await painter.paint(frame);
  return { data: data.slice(), width, height };
}

async function sixteenBits(painter: Painter, frame: Frame) {
  const { light, finish } = painter;
  if (!light || !finish) throw new UsageError('--bits 16 is for the view beauty.');
  const { data, width, height } = await light(frame);
  const glow = finish.glow > 0 ? glowOf(data, width, 0, height, height) : undefined;
  const exposed = { light: data, glow, strength: finish.glow, width, first: 0, rows: height, film: finish.film };
  return { data: finishDeep(exposed), width, height };
}

/** How much of each pixel is water, 0 to 1. */
async function coverage({ mask }: Painter, frame: Frame): Promise<Float32Array> {
  const { data } = (await mask?.(frame)) ?? { data: new Uint8ClampedArray(0) };
  return Float32Array.from({ length: data.length / 4 }, (_, p) => data[4 * p] / 255);
}

/**
 * The water alone, not premultiplied: laid over the picture without water it gives the whole picture again, as far as colours can
 * be as bright or dark as that needs. What the drops show of the backdrop stays in them.
 */
function cutOut(
  whole: ArrayLike<number>,
  clean: ArrayLike<number>,
  step: number,
  cover: Float32Array,
  most: number,
): Uint16Array {
  const out = new Uint16Array(4 * cover.length);
  for (let p = 0; p < cover.length; p++) {
    const share = cover[p];
    if (share === 0) continue;
    for (let c = 0; c < 3; c++) {
      const n = step * p + c;
      const alone = clean[n] + (whole[n] - clean[n]) / share;
      out[4 * p + c] = Math.min(most, Math.max(0, Math.round(alone)));
    }
    out[4 * p + 3] = Math.round(most * share);
  }
  return out;
}

async function exrFile(painter: Painter, frame: Frame, alpha: boolean): Promise<Uint8Array> {
  const picture = await painter.light?.(frame);
  if (!picture) throw new UsageError('.exr files are for the view beauty.');
  const { data, width, height } = picture;
  const channels = ['R', 'G', 'B'].map((name, c) => ({
    name,
    data: Float32Array.from({ length: width * height }, (_, p) => data[3 * p + c]),
    half: true,
  }));
  const cover = alpha ? [{ name: 'A', data: await coverage(painter, frame), half: true }] : [];
  return encodeExr(width, height, [...channels, ...cover]);
}
