/** What the maps of an export mean, and how their numbers get into files: as they are (NPY), as 16 bits, or, of ids, as three bytes (PNG). */
import type { ChartFrame } from '../../core/frame.js';
import {
  MAP_CHANNELS,
  type MapName,
  type Picture,
  TRACED_MAP_CHANNELS,
  type TracedMapName,
} from '../../render/offline/index.js';
import type { LinearPicture } from '../../render/picture/linear.js';
import { FailureError } from '../errors.js';
import { encodeExr } from '../exr.js';
import { encodePng, encodeSamples } from '../png.js';
import { encodeNpy, npyType } from './npy.js';

/** Maps of numbers. The others are pictures. */
export type NumbersMap = MapName | TracedMapName;

/** Every map that can be exported. */
export type ExportMap = 'beauty' | NumbersMap | 'clean';

/** All of them, the picture first, and last the same without water. */
export const EXPORT_MAPS: readonly ExportMap[] = ['beauty', ...(Object.keys(MAP_CHANNELS) as MapName[]), 'clean'];

/** Those of a picture by rays. */
export const TRACED_MAPS: readonly ExportMap[] = [
  'beauty',
  ...(Object.keys(TRACED_MAP_CHANNELS) as TracedMapName[]),
  'clean',
];

/** Does a map hold numbers? */
export function isNumbers(map: ExportMap): map is NumbersMap {
  return map !== 'beauty' && map !== 'clean';
}

/** Maps of a picture before a flat backdrop, which only a surface of one chart has. */
export const FLAT_MAPS: readonly ExportMap[] = ['beauty', 'refraction', 'alpha', 'clean'];

/** What a map holds, for its reader. */
export interface MapMeaning {
  readonly about: string;
  /** Unit of its values; empty for plain numbers. */
  readonly unit: string;
  /** What each number of a pixel is. */
  readonly channels: readonly string[];
}

export const MEANINGS: Readonly<Record<Exclude<ExportMap, 'depth'>, MapMeaning>> = {
  beauty: { about: 'the picture, sRGB', unit: '', channels: ['red', 'green', 'blue'] },
  mask: { about: 'how much of the pixel is water, 0 to 1', unit: '', channels: ['share'] },
  height: { about: 'height of the water over the glass in the middle of the pixel', unit: 'mm', channels: ['height'] },
  normal: {
    about: 'unit normal of the water there, 0 0 1 on dry glass: x right, y down, z out of the glass',
    unit: '',
    channels: ['x', 'y', 'z'],
  },
  id: { about: 'the drop whose water it is, or whose trail; 0 is none', unit: '', channels: ['id'] },
  refraction: {
    about: 'where on the backdrop the light came from, u across and v down, 0 to 1, and the share that comes through',
    unit: '',
    channels: ['u', 'v', 'share'],
  },
  alpha: {
    about: "share of the picture's light that is water, out of focus as the picture is",
    unit: '',
    channels: ['share'],
  },
  fine: { about: 'how much of the pixel fine drops cover, 0 to 1', unit: '', channels: ['share'] },
  fog: { about: 'fog, 0 (clear) to 1 (dense)', unit: '', channels: ['fog'] },
  film: { about: 'thickness of the film', unit: 'mm', channels: ['thickness'] },
  affinity: { about: 'wettability of the glass; the same for every picture', unit: '', channels: ['affinity'] },
  blurred: { about: "the model's height map after a mean of 3 x 3 cells", unit: 'mm', channels: ['height'] },
  clean: {
    about: 'the picture without water, sRGB; the same for every picture unless each has its own backdrop',
    unit: '',
    channels: ['red', 'green', 'blue'],
  },
};

/** The same maps by rays are seen from a place in space, and have the directions of the world. */
export const TRACED_MEANINGS: Readonly<Record<TracedMapName | 'beauty' | 'clean', MapMeaning>> = {
  beauty: MEANINGS.beauty,
  mask: {
    ...MEANINGS.mask,
    about: 'how much water is on the first face that the ray through the middle meets, 0 to 1',
  },
  id: { ...MEANINGS.id, about: 'the drop whose water it is, or whose trail, on the first face that is met; 0 is none' },
  normal: {
    about:
      'unit normal of the water, or of the dry face or model, turned to the eye: x right, y up, z towards the viewer of the world; 0 0 0 where nothing is met',
    unit: '',
    channels: ['x', 'y', 'z'],
  },
  refraction: {
    about: 'direction in the world from which most of the light came, a unit vector',
    unit: '',
    channels: ['x', 'y', 'z'],
  },
  depth: { about: 'from the eye to the first thing that is met; 0 where nothing is', unit: 'mm', channels: ['depth'] },
  clean: MEANINGS.clean,
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
/** Level glass must be 0, 0, 1 exactly, so the middle is a whole number. */
const DIRECTION: Scale = { scale: 1 / 32767, zero: 32768 };
/** Up to 16 m in quarters of a millimetre. */
const DEPTH: Scale = { scale: 0.25, zero: 0 };

/** The scales of the maps in 16 bits; fixed, so that folders compare, but for the affinity, whose range is the model's. */
export function scaleOf(map: Exclude<MapName, 'id'>, charts: readonly ChartFrame[]): Scale {
  if (map === 'height' || map === 'blurred') return HEIGHT;
  if (map === 'normal') return DIRECTION;
  // What runners and wipers leave is 0.1 mm thick at most.
  if (map === 'film') return { scale: 1 / 65536, zero: 0 };
  return map === 'affinity' ? affinityScale(charts) : SHARE;
}

/** From the least to the greatest, 0 and 1 among them. Papers' affinities are 0 to 1, or lie far outside (CHIN). */
function affinityScale(charts: readonly ChartFrame[]): Scale {
  let least = 0;
  let most = 1;
  for (const { affinity } of charts) {
    if (!affinity) return SHARE;
    const { data, width, height, stride } = affinity;
    for (let row = 0; row < height; row++) {
      for (let i = row * stride; i < row * stride + width; i++) {
        least = Math.min(least, data[i]);
        most = Math.max(most, data[i]);
      }
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

export type Format = 'png' | 'npy' | 'exr';

/** A file that is filled from the top, some rows at a time. */
export interface MapFile {
  /** Takes the numbers of some rows, of which `pixel` is the first pixel. */
  put(numbers: Float32Array | Uint32Array, pixel: number): void;
  encode(): Uint8Array;
}

/** How a map is filed. */
export interface Filing {
  /** How its numbers are read again, for the index. */
  readonly reading: object;
  /** The file of a picture. */
  open(width: number, height: number): MapFile;
}

/** How a map is filed in a format; the charts give the range of maps that do not change. */
export function filingOf(map: MapName, format: Format, charts: readonly ChartFrame[]): Filing {
  const channels = MAP_CHANNELS[map] as 1 | 3;
  if (format === 'npy') return rawFiling(map, channels);
  if (format === 'exr') return exrFiling(map, channels);
  return map === 'id' ? idFiling() : scaledFiling(channels, scaleOf(map, charts));
}

/** The same for a map by rays. */
export function tracedFilingOf(map: TracedMapName, format: Format): Filing {
  const channels = TRACED_MAP_CHANNELS[map] as 1 | 3;
  if (format === 'npy') return rawFiling(map, channels);
  if (format === 'exr') return exrFiling(map, channels);
  if (map === 'id') return idFiling();
  return scaledFiling(channels, map === 'mask' ? SHARE : map === 'depth' ? DEPTH : DIRECTION);
}

/** The picture itself, without its alpha. */
export function encodeBeauty(picture: Picture, format: 'png' | 'npy'): Uint8Array {
  if (format === 'png') return encodePng(picture);
  const { data, width, height } = picture;
  const rgb = new Uint8Array(3 * width * height);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) rgb.set(data.subarray(from, from + 3), to);
  return encodeNpy(rgb, [height, width, 3]);
}

export function beautyReading(format: Format): object {
  if (format === 'exr') return { channelNames: RGB, type: 'half', linear: true };
  return format === 'png' ? { bits: 8 } : { type: npyType(new Uint8Array()) };
}

/** Names that every reader of EXR knows. */
const RGB = ['R', 'G', 'B'] as const;

/** The light of a picture, which may be brighter than 1. */
export function encodeLight({ data, width, height }: LinearPicture): Uint8Array {
  const channel = (c: number) => Float32Array.from({ length: width * height }, (_, p) => data[3 * p + c]);
  return encodeExr(
    width,
    height,
    RGB.map((name, c) => ({ name, half: true, data: channel(c) })),
  );
}

/** Numbers as they are: one a pixel as Y, three as R, G, B, ids as the uint32 channel `id`. */
function exrFiling(map: NumbersMap, count: number): Filing {
  const names: readonly string[] = map === 'id' ? ['id'] : count === 1 ? ['Y'] : RGB;
  const make = (length: number) => (map === 'id' ? new Uint32Array(length) : new Float32Array(length));
  return {
    reading: { channelNames: names, type: map === 'id' ? 'uint' : 'float' },
    open(width, height) {
      const channels = names.map((name) => ({ name, data: make(width * height) }));
      return {
        put(numbers, pixel) {
          for (let n = 0; n < numbers.length; n++) {
            channels[n % count].data[pixel + Math.floor(n / count)] = numbers[n];
          }
        },
        encode: () => encodeExr(width, height, channels),
      };
    },
  };
}

function rawFiling(map: NumbersMap, channels: number): Filing {
  const make = (length: number) => (map === 'id' ? new Uint32Array(length) : new Float32Array(length));
  return {
    reading: { type: npyType(make(0)) },
    open(width, height) {
      const data = make(channels * width * height);
      const shape = channels === 1 ? [height, width] : [height, width, channels];
      return { put: (numbers, pixel) => data.set(numbers, channels * pixel), encode: () => encodeNpy(data, shape) };
    },
  };
}

function scaledFiling(channels: 1 | 3, scale: Scale): Filing {
  return {
    reading: { bits: 16, ...scale },
    open(width, height) {
      const data = new Uint16Array(channels * width * height);
      return {
        put: (numbers, pixel) => quantise(numbers, scale, data, channels * pixel),
        encode: () => encodeSamples({ data, width, height, channels }),
      };
    },
  };
}

function idFiling(): Filing {
  return {
    reading: { bits: 8, weights: ID_WEIGHTS },
    open(width, height) {
      const data = new Uint8Array(3 * width * height);
      return {
        put: (ids, pixel) => splitIds(ids, data, pixel),
        encode: () => encodeSamples({ data, width, height, channels: 3 }),
      };
    },
  };
}
