/** How the numbers of a map get into its files: as they are (NPY), as 16 bits, or, of ids, as three bytes (PNG). */
import type { ChartFrame } from '../../core/frame.js';
import { MAP_CHANNELS, type MapName, type Picture } from '../../render/offline/index.js';
import { encodePng, encodeSamples } from '../png.js';
import { ID_WEIGHTS, quantise, scaleOf, splitIds } from './map-formats.js';
import { encodeNpy, npyType } from './npy.js';

export type Format = 'png' | 'npy';

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

/** How a map is filed in a format; the chart tells the range of what does not change. */
export function filingOf(map: MapName, format: Format, chart: ChartFrame): Filing {
  if (format === 'npy') return rawFiling(map);
  return map === 'id' ? idFiling() : scaledFiling(map, chart);
}

/** The picture itself, without its alpha. */
export function encodeBeauty(picture: Picture, format: Format): Uint8Array {
  if (format === 'png') return encodePng(picture);
  const { data, width, height } = picture;
  const rgb = new Uint8Array(3 * width * height);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) rgb.set(data.subarray(from, from + 3), to);
  return encodeNpy(rgb, [height, width, 3]);
}

export function beautyReading(format: Format): object {
  return format === 'png' ? { bits: 8 } : { type: npyType(new Uint8Array()) };
}

function rawFiling(map: MapName): Filing {
  const channels = MAP_CHANNELS[map];
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

function scaledFiling(map: Exclude<MapName, 'id'>, chart: ChartFrame): Filing {
  const channels = MAP_CHANNELS[map] as 1 | 3;
  const scale = scaleOf(map, chart);
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
