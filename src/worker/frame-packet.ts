import { ALL_SCENES, MAPS } from '../core/build-flags.js';
import {
  type ChartFrame,
  type DrawnFrom,
  type DropsView,
  type FallingView,
  type FineView,
  type Frame,
  type LayerMap,
  type MapView,
  NONE_FALLING,
  type Smoothing,
} from '../core/frame.js';
import type { Pose } from '../core/pose.js';

/** The maps of a chart that a frame can carry. */
export const MAP_NAMES = ['height', 'trail', 'id', 'affinity', 'film', 'fog', 'fine'] as const;

export type MapName = (typeof MAP_NAMES)[number];

/**
 * A frame on its way between threads: the rectangles that changed since the last one, and the drops, packed into one
 * buffer that goes to and fro. `FramePacker` writes it in the worker, `FrameMirror` reads it on the other side.
 */
export interface FramePacket {
  readonly time: number;
  readonly step: number;
  readonly lag: number;
  readonly pose: Pose;
  readonly charts: readonly ChartPacket[];
  readonly drops: number;
  readonly falling: FallingView;
  readonly buffer: ArrayBuffer;
}

export interface ChartPacket {
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  readonly drawnFrom: DrawnFrom;
  readonly smoothing?: Smoothing;
  /** In the order of `chartMaps`. */
  readonly maps: readonly (MapPacket | null)[];
  readonly fine: FineTraits | null;
}

/** What does not change cell by cell. */
export type FineTraits = Omit<FineView, 'amount' | 'generation'>;

export interface MapPacket {
  readonly width: number;
  readonly height: number;
  /** Side of a cell [mm]. */
  readonly cellSize: number;
  readonly version: number;
  /** What changed: col, row, width, height, … Their cells stand one after another in the buffer. */
  readonly changed: Int32Array;
}

/** The columns of the drops that are packed, widest first so that each starts at a multiple of its word. */
export const DROP_COLUMNS = [
  ...(
    'x y vx vy mass radius contactAngle stretch tail headingX headingY sag outlineC2 outlineS2 outlineC3 outlineS3 waist' as const
  )
    .split(' ')
    .map((name) => [name as DoubleColumn, Float64Array] as const),
  ['id', Uint32Array],
  ['chart', Uint16Array],
  ['lobes', Uint16Array],
  ['moving', Uint8Array],
] as const;

type DoubleColumn = {
  [Name in keyof DropsView]: DropsView[Name] extends Float64Array ? Name : never;
}[keyof DropsView];

const DROP_BYTES = DROP_COLUMNS.reduce((bytes, [, Kind]) => bytes + Kind.BYTES_PER_ELEMENT, 0);

/** Bytes that `count` drops take, a multiple of eight. */
export function dropBytes(count: number): number {
  return Math.ceil((count * DROP_BYTES) / 8) * 8;
}

type AnyMap = MapView<Float32Array> | MapView<Uint32Array> | LayerMap<Float32Array> | LayerMap<Uint32Array>;

/** All maps of a chart in a fixed order, null where there is none or it is not wanted. */
export function chartMaps(chart: ChartFrame, wanted: readonly MapName[]): (AnyMap | null)[] {
  const map = <Name extends MapName>(name: Name) => (wanted.includes(name) ? chart[name] : null);
  const fine = map('fine');
  return [
    map('height'),
    map('trail'),
    map('id'),
    map('affinity'),
    map('film'),
    map('fog'),
    fine?.amount ?? null,
    fine?.generation ?? null,
  ];
}

/** Packs the frames of one simulation, each with what changed since the one before. */
export class FramePacker {
  #wanted: readonly MapName[];
  /** Version last packed, a map a place; absent is never. */
  readonly #packed = new Map<number, number>();

  constructor(wanted: readonly MapName[]) {
    this.#wanted = wanted;
  }

  /** Packs these maps too from now on. */
  want(names: readonly MapName[]): void {
    this.#wanted = [...new Set([...this.#wanted, ...names])];
  }

  /** `room` is used if the frame fits into it; else the packet brings a larger buffer. */
  pack(frame: Frame, room: ArrayBuffer): FramePacket {
    const maps = frame.charts.map((chart) => chartMaps(chart, this.#wanted));
    const charts = frame.charts.map((chart, c) => ({
      cellSize: chart.cellSize,
      columns: chart.columns,
      rows: chart.rows,
      drawnFrom: chart.drawnFrom,
      ...(MAPS && chart.smoothing && { smoothing: chart.smoothing }),
      maps: maps[c].map((map, m) => this.#mapPacket(map, chart.cellSize, c * maps[c].length + m)),
      fine: chart.fine && this.#wanted.includes('fine') ? traitsOf(chart.fine) : null,
    }));
    const { count } = frame.drops;
    const bytes = dropBytes(count) + 4 * cellsIn(charts);
    const buffer = room.byteLength >= bytes ? room : new ArrayBuffer(Math.ceil(bytes * 1.5));
    writeDrops(frame.drops, buffer);
    writeMaps(maps, charts, buffer, dropBytes(count));
    const { time, step, lag, pose } = frame;
    return { time, step, lag, pose, charts, drops: count, falling: fallingOf(frame.falling), buffer };
  }

  #mapPacket(map: AnyMap | null, chartCell: number, place: number): MapPacket | null {
    // A layer that is switched off and on again comes whole.
    if (!map) this.#packed.delete(place);
    if (!map) return null;
    const { width, height, version } = map;
    const before = this.#packed.get(place);
    this.#packed.set(place, version);
    const changed = before === undefined ? Int32Array.of(0, 0, width, height) : map.changedSince(before);
    return { width, height, version, changed, cellSize: 'cellSize' in map ? map.cellSize : chartCell };
  }
}

/** Few drops fall at once: they are copied as they are, without the room behind them. */
function fallingOf(falling: FallingView): FallingView {
  if (!ALL_SCENES) return NONE_FALLING;
  const { count, id, mass, x, y, z, vx, vy, vz } = falling;
  if (count === 0) return NONE_FALLING;
  const cut = (values: Float64Array) => values.slice(0, count);
  const places = { x: cut(x), y: cut(y), z: cut(z), vx: cut(vx), vy: cut(vy), vz: cut(vz) };
  return { count, id: id.slice(0, count), mass: cut(mass), ...places };
}

/** Spelt out, since the view may be an object whose traits are getters. */
function traitsOf({ seed, density, sizeRate, largest, spread, contactAngle, cellSize }: FineView): FineTraits {
  return { seed, density, sizeRate, largest, spread, contactAngle, cellSize };
}

function cellsIn(charts: readonly ChartPacket[]): number {
  let cells = 0;
  for (const { maps } of charts) {
    for (const map of maps) {
      if (!map) continue;
      for (let n = 0; n < map.changed.length; n += 4) cells += map.changed[n + 2] * map.changed[n + 3];
    }
  }
  return cells;
}

function writeDrops(drops: DropsView, buffer: ArrayBuffer): void {
  let at = 0;
  for (const [name, Kind] of DROP_COLUMNS) {
    new Kind(buffer, at, drops.count).set(drops[name].subarray(0, drops.count));
    at += drops.count * Kind.BYTES_PER_ELEMENT;
  }
}

function writeMaps(
  maps: readonly (readonly (AnyMap | null)[])[],
  charts: readonly ChartPacket[],
  buffer: ArrayBuffer,
  from: number,
): void {
  let at = from;
  charts.forEach((chart, c) => {
    chart.maps.forEach((packet, m) => {
      const map = maps[c][m];
      if (!packet || !map) return;
      const { changed } = packet;
      for (let n = 0; n < changed.length; n += 4) at = writeRectangle(map, changed.subarray(n, n + 4), buffer, at);
    });
  });
}

function writeRectangle(map: AnyMap, rectangle: Int32Array, buffer: ArrayBuffer, from: number): number {
  const [col, row, width, height] = rectangle;
  const Kind = map.data instanceof Float32Array ? Float32Array : Uint32Array;
  const cells = new Kind(buffer, from, width * height);
  for (let r = 0; r < height; r++) {
    const start = (row + r) * map.stride + col;
    cells.set(map.data.subarray(start, start + width), r * width);
  }
  return from + 4 * width * height;
}
