import type { ChartFrame, DropsView, Frame, LayerMap } from '../core/frame.js';
import { type ChartPacket, DROP_COLUMNS, dropBytes, type FramePacket, type MapPacket } from './frame-packet.js';
import { MirrorMap } from './mirror-map.js';

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
    const { time, step, lag, pose } = packet;
    return { time, step, lag, pose, charts, drops: dropsIn(packet) };
  }

  #mapAt(place: number, packet: MapPacket, isWords: boolean): MirrorMap {
    const known = this.#maps[place];
    if (known?.width === packet.width && known.height === packet.height) return known;
    this.#maps[place] = new MirrorMap(packet, isWords ? Uint32Array : Float32Array);
    return this.#maps[place];
  }

  #chart({ cellSize, columns, rows, drawnFrom, maps, fine }: ChartPacket, first: number): ChartFrame {
    const map = (place: number) => (maps[place] ? this.#maps[first + place] : null);
    const floats = (place: number) => map(place) as Floats | null;
    return {
      cellSize,
      columns,
      rows,
      drawnFrom,
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
