/** What of other charts shows on a chart near its seams: their fine drops, and the cells of their maps around its own. */
import type { Frame, LayerMap, MapView } from '../../core/frame.js';
import { crossSeam } from '../../surface/seams.js';
import { EDGE, type Place, type Surface } from '../../surface/surface.js';
import { HALO_CELLS, type Halo } from '../water/cell-water.js';
import { type Beyond, NOTHING_BEYOND } from '../water/water-map.js';
import { fineDropsBeyond } from './unfold.js';

type Cells = Float32Array | Uint32Array;
type AnyMap<T extends Cells> = MapView<T> | LayerMap<T>;

/** What lies beyond the seams of a chart; nothing on a surface without any. */
export function beyondSeams(frame: Frame, surface: Surface, chart: number): Beyond {
  if (surface.seams.isEmpty) return NOTHING_BEYOND;
  const { charts } = frame;
  const { cellSize } = charts[chart];
  const around = <T extends Cells>(mapOf: (chart: number) => AnyMap<T> | null | undefined, isDry: boolean) =>
    withHalo(surface, chart, { mapOf, isDry, cellSize });
  const { fog, film } = charts[chart];
  return {
    fine: fineDropsBeyond(frame, surface, chart),
    height: around((k) => charts[k].height, true),
    trail: around((k) => charts[k].trail, true),
    id: around((k) => charts[k].id, true),
    fog: fog && withHalo(surface, chart, { mapOf: (k) => charts[k].fog, isDry: false, cellSize: fog.cellSize }),
    film: film && withHalo(surface, chart, { mapOf: (k) => charts[k].film, isDry: false, cellSize: film.cellSize }),
  };
}

interface HaloSource<T extends Cells> {
  readonly mapOf: (chart: number) => AnyMap<T> | null | undefined;
  /** Past open edges and at the corners of boxes: is it dry there, or as at the edge? */
  readonly isDry: boolean;
  /** Side of a cell of the map [mm]. */
  readonly cellSize: number;
}

/** A copy of a map with `HALO_CELLS` around it, those beyond a seam as the next chart has them. */
function withHalo<T extends Cells>(surface: Surface, chart: number, source: HaloSource<T>): Halo<T> | null {
  const map = source.mapOf(chart);
  if (!map || map.width === 0) return null;
  const { data, width, height, stride } = map;
  const [wide, high] = [width + 2 * HALO_CELLS, height + 2 * HALO_CELLS];
  const out = new (data.constructor as new (length: number) => T)(wide * high);
  for (let row = -HALO_CELLS; row < height + HALO_CELLS; row++) {
    const isInside = row >= 0 && row < height;
    const first = (row + HALO_CELLS) * wide + HALO_CELLS;
    if (isInside) out.set(data.subarray(row * stride, row * stride + width) as never, first);
    for (let col = -HALO_CELLS; col < width + HALO_CELLS; col++) {
      if (isInside && col >= 0 && col < width) col = width;
      out[first + col] = cellBeyond(surface, chart, source, row, col);
    }
  }
  return { data: out, width: wide, height: high, stride: wide, pad: HALO_CELLS * source.cellSize };
}

const PLACE: Place = { chart: 0, x: 0, y: 0 };

/** The cell at a place that is not on the map. Cells of layers need not line up at a seam: the one under the middle counts. */
function cellBeyond<T extends Cells>(
  surface: Surface,
  chart: number,
  { mapOf, isDry, cellSize }: HaloSource<T>,
  row: number,
  col: number,
): number {
  const { width, height } = surface.charts[chart];
  const [x, y] = [(col + 0.5) * cellSize, (row + 0.5) * cellSize];
  const [aside, along] = [x < 0 || x >= width, y < 0 || y >= height];
  const edge = aside ? (x < 0 ? EDGE.left : EDGE.right) : y < 0 ? EDGE.top : EDGE.bottom;
  const seam = aside !== along ? surface.seams.at(chart, edge) : null;
  if (!seam && isDry) return 0;
  const at = { chart, x, y };
  if (seam) crossSeam(seam, x, y, PLACE);
  const place = seam ? PLACE : at;
  const map = mapOf(place.chart);
  if (!map) return 0;
  const held = (mm: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(mm / cellSize)));
  return map.data[held(place.y, map.height) * map.stride + held(place.x, map.width)];
}
