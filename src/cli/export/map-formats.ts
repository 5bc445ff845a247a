/** What the files of each map hold, and how numbers become those of a PNG file. */
import type { ChartFrame } from '../../core/frame.js';
import { MAP_CHANNELS, type MapName } from '../../render/offline/index.js';
import { FailureError } from '../errors.js';

/** Every map that can be exported. */
export type ExportMap = 'beauty' | MapName | 'clean';

/** All of them, the picture first, and last the same without water. */
export const EXPORT_MAPS: readonly ExportMap[] = ['beauty', ...(Object.keys(MAP_CHANNELS) as MapName[]), 'clean'];

/** What a map holds, for its reader. */
export interface MapMeaning {
  readonly about: string;
  /** Unit of its values; empty for plain numbers. */
  readonly unit: string;
  /** What each number of a pixel is. */
  readonly channels: readonly string[];
}

export const MEANINGS: Readonly<Record<ExportMap, MapMeaning>> = {
  beauty: { about: 'the picture, sRGB', unit: '', channels: ['red', 'green', 'blue'] },
  mask: { about: 'how much of the pixel is water, 0 to 1', unit: '', channels: ['share'] },
  height: { about: 'height of the water over the glass in the middle of the pixel', unit: 'mm', channels: ['height'] },
  normal: {
    about: 'unit normal of the water there, 0 0 1 on dry glass: x right, y down, z out of the glass',
    unit: '',
    channels: ['x', 'y', 'z'],
  },
  id: { about: 'the drop whose water it is, or whose trail; 0 is nobody', unit: '', channels: ['id'] },
  refraction: {
    about: 'where on the backdrop the light came from, u across and v down, 0 to 1, and the share that comes through',
    unit: '',
    channels: ['u', 'v', 'share'],
  },
  fine: { about: 'how much of the pixel fine drops cover, 0 to 1', unit: '', channels: ['share'] },
  fog: { about: 'fog, 0 (clear) to 1 (dense)', unit: '', channels: ['fog'] },
  film: { about: 'thickness of the film', unit: 'mm', channels: ['thickness'] },
  affinity: { about: 'wettability of the glass; the same for every picture', unit: '', channels: ['affinity'] },
  blurred: { about: "the model's height map after a mean of 3 x 3 cells", unit: 'mm', channels: ['height'] },
  clean: {
    about: 'the picture without water, sRGB; the same for every picture',
    unit: '',
    channels: ['red', 'green', 'blue'],
  },
};

/** Whole numbers for values: value = scale × (number − zero). */
export interface Scale {
  readonly scale: number;
  readonly zero: number;
}

/** Largest whole number of 16 bits. */
const MOST = 65535;
const SHARE: Scale = { scale: 1 / MOST, zero: 0 };
/** Models hold heights below 16 mm: as many steps of a quarter of a thousandth fill 16 bits. */
const HEIGHT: Scale = { scale: 16 / 65536, zero: 0 };

/** The scales of the maps in 16 bits; fixed, so that folders compare, but for the affinity, whose range is the model's. */
export function scaleOf(map: Exclude<MapName, 'id'>, chart: ChartFrame): Scale {
  if (map === 'height' || map === 'blurred') return HEIGHT;
  // Level glass must be 0, 0, 1 exactly, so the middle is a whole number.
  if (map === 'normal') return { scale: 1 / 32767, zero: 32768 };
  // What runners and wipers leave is 0.1 mm thick at most.
  if (map === 'film') return { scale: 1 / 65536, zero: 0 };
  return map === 'affinity' ? affinityScale(chart) : SHARE;
}

/** From the least to the greatest, 0 and 1 among them. Papers' affinities are 0 to 1, or lie far outside (CHIN). */
function affinityScale({ affinity }: ChartFrame): Scale {
  if (!affinity) return SHARE;
  const { data, width, height, stride } = affinity;
  let least = 0;
  let most = 1;
  for (let row = 0; row < height; row++) {
    for (let i = row * stride; i < row * stride + width; i++) {
      least = Math.min(least, data[i]);
      most = Math.max(most, data[i]);
    }
  }
  const scale = (most - least) / MOST;
  return { scale, zero: -least / scale };
}

/** Writes values as whole numbers of 16 bits to `out` from `at` on; what lies outside becomes the nearest that does not. */
export function quantise(values: ArrayLike<number>, { scale, zero }: Scale, out: Uint16Array, at: number): void {
  for (let n = 0; n < values.length; n++) {
    out[at + n] = Math.min(MOST, Math.max(0, Math.floor(values[n] / scale + zero + 0.5)));
  }
}

/** What the three bytes of an id count, as in COCO's panoptic files: id = red + 256 green + 65536 blue. */
export const ID_WEIGHTS = [1, 256, 65536] as const;

/** Writes ids as three bytes each to `out` from pixel `at` on. */
export function splitIds(ids: ArrayLike<number>, out: Uint8Array, at: number): void {
  for (let n = 0, to = 3 * at; n < ids.length; n++, to += 3) {
    if (ids[n] >= 2 ** 24) {
      throw new FailureError(`ids must be below 16777216 in PNG files; got ${ids[n]}. Take --format npy.`);
    }
    out[to] = ids[n];
    out[to + 1] = ids[n] >> 8;
    out[to + 2] = ids[n] >> 16;
  }
}
