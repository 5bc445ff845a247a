import { MAPS } from '../core/build-flags.js';
import type { ChartFrame, DropsView, Frame, LayerMap } from '../core/frame.js';
import { type ChartPacket, DROP_COLUMNS, dropBytes, type FramePacket, type MapPacket } from './frame-packet.js';

/** Places in `ChartPacket.maps`. */
const HEIGHT = 0;
const TRAIL = 1;
const ID = 2;
const AFFINITY = 3;
const FILM = 4;
const FOG = 5;
const AMOUNT = 6;
const GENERATION = 7;

type Floats = LayerMap<Float32Array>;
type Words = LayerMap<Uint32Array>;

/** A frame's maps on this side of the channel, kept up to date by packets. */
export class FrameMirror {
  readonly #maps: MirrorMap[] = [];

  /** Takes a packet in. The maps are the mirror's own; the drops are a view of the packet's buffer. */
  take(packet: FramePacket): Frame {
    let at = dropBytes(packet.drops);
    const charts = packet.charts.map((chart, c) => {
      const first = c * chart.maps.length;
      chart.maps.forEach((map, m) => {
        if (!map) return;
        at = this.#mapAt(first + m, map, m === ID || m === GENERATION).take(map, packet.buffer, at);
      });
      return this.#chart(chart, first);
    });
    const { time, step, lag, pose, falling } = packet;
    return { time, step, lag, pose, charts, drops: dropsIn(packet), falling };
  }

  #mapAt(place: number, packet: MapPacket, isWords: boolean): MirrorMap {
    const known = this.#maps[place];
    if (known?.width === packet.width && known.height === packet.height) return known;
    this.#maps[place] = new MirrorMap(packet, isWords ? Uint32Array : Float32Array);
    return this.#maps[place];
  }

  #chart(packet: ChartPacket, first: number): ChartFrame {
    const { cellSize, columns, rows, drawnFrom, maps, fine } = packet;
    const map = (place: number) => (maps[place] ? this.#maps[first + place] : null);
    const floats = (place: number) => map(place) as Floats | null;
    return {
      cellSize,
      columns,
      rows,
      drawnFrom,
      ...(MAPS && packet.smoothing && { smoothing: packet.smoothing }),
      height: floats(HEIGHT) ?? (new MirrorMap(EMPTY, Float32Array) as Floats),
      trail: floats(TRAIL),
      id: (map(ID) as Words | null) ?? (new MirrorMap(EMPTY, Uint32Array) as Words),
      affinity: floats(AFFINITY),
      film: floats(FILM),
      fog: floats(FOG),
      fine: fine && { ...fine, amount: floats(AMOUNT) as Floats, generation: map(GENERATION) as Words },
    };
  }
}

/** A map that was left out of the frames: no cells, never changed. */
const EMPTY: MapPacket = { width: 0, height: 0, cellSize: 1, version: 0, changed: new Int32Array(0) };

function dropsIn({ drops: count, buffer }: FramePacket): DropsView {
  const columns: Record<string, unknown> = { count };
  let at = 0;
  for (const [name, Kind] of DROP_COLUMNS) {
    columns[name] = new Kind(buffer, at, count);
    at += count * Kind.BYTES_PER_ELEMENT;
  }
  return columns as unknown as DropsView;
}

/** Cells across and down of the squares in which changes are remembered. */
const TILE = 32;

/** A copy of a map that lies in another thread, with the versions it has there. */
export class MirrorMap implements LayerMap<Float32Array | Uint32Array> {
  readonly data: Float32Array | Uint32Array;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly cellSize: number;
  version = 0;
  readonly #across: number;
  /** Version of each tile's last change. */
  readonly #tiles: Uint32Array;

  constructor({ width, height, cellSize }: MapPacket, Kind: Float32ArrayConstructor | Uint32ArrayConstructor) {
    this.data = new Kind(width * height);
    this.width = width;
    this.height = height;
    this.stride = width;
    this.cellSize = cellSize;
    this.#across = Math.ceil(width / TILE);
    this.#tiles = new Uint32Array(this.#across * Math.ceil(height / TILE));
  }

  /** Copies the packet's rectangles, which lie in `buffer` from byte `at` on; returns where they end. */
  take(packet: MapPacket, buffer: ArrayBuffer, at: number): number {
    const { changed, version } = packet;
    const Kind = this.data.constructor as Float32ArrayConstructor | Uint32ArrayConstructor;
    let from = at;
    for (let n = 0; n < changed.length; n += 4) {
      const [col, row, width, height] = changed.subarray(n, n + 4);
      const cells = new Kind(buffer, from, width * height);
      for (let r = 0; r < height; r++) {
        this.data.set(cells.subarray(r * width, (r + 1) * width), (row + r) * this.stride + col);
      }
      this.#note(col, row, width, height, version);
      from += 4 * width * height;
    }
    this.version = version;
    return from;
  }

  /** Rectangles of the tiles changed after `version`, neighbours in a row joined: col, row, width, height, … */
  changedSince(version: number): Int32Array {
    const rectangles: number[] = [];
    for (let tile = 0; tile < this.#tiles.length; tile++) {
      if (this.#tiles[tile] <= version) continue;
      const first = tile;
      while ((tile + 1) % this.#across !== 0 && this.#tiles[tile + 1] > version) tile++;
      const col = (first % this.#across) * TILE;
      const row = Math.floor(first / this.#across) * TILE;
      const end = Math.min(this.width, ((tile % this.#across) + 1) * TILE);
      rectangles.push(col, row, end - col, Math.min(TILE, this.height - row));
    }
    return Int32Array.from(rectangles);
  }

  #note(col: number, row: number, width: number, height: number, version: number): void {
    const right = Math.floor((col + width - 1) / TILE);
    const bottom = Math.floor((row + height - 1) / TILE);
    for (let y = Math.floor(row / TILE); y <= bottom; y++) {
      this.#tiles.fill(version, y * this.#across + Math.floor(col / TILE), y * this.#across + right + 1);
    }
  }
}
