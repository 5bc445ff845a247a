/** How each map of `renderMaps` comes by its numbers. */
import type { ChartFrame } from '../../core/frame.js';
import type { View } from '../picture/camera.js';
import { fogAt } from '../picture/fog.js';
import type { Placement } from '../picture/place.js';
import { type ChartWater, meanCover, type OwnedRows, type WaterRows } from '../water/water-map.js';
import { blurredHeights } from './blurred-heights.js';
import { inCellsOf } from './paint-layers.js';
import { lightOrigins, WET } from './paint-rays.js';
import { type Layout, seenLayout } from './picture.js';
import type { MapName } from './render-maps.js';
import { type Cells, LineSampler, rowsOf } from './sample.js';

/** All that the maps are drawn from: rows `from` to before `to` of a view. */
export interface Sheet {
  /** The water map of the chart. */
  readonly waterMap: ChartWater;
  readonly maps: ChartFrame;
  readonly view: View;
  /** The same view with `samples` a pixel each way. */
  readonly dense: View;
  readonly samples: number;
  readonly from: number;
  readonly to: number;
  /** Where the backdrop stands, if there is one. */
  readonly place: Placement | undefined;
  /** The water, one sample a pixel; drawn when it is first needed. */
  water(): OwnedRows;
}

/** Layers and backdrop are there where they are asked for: `renderMaps` has seen to it. */
export const MAP_NUMBERS: { readonly [N in MapName]: (sheet: Sheet) => Float32Array | Uint32Array } = {
  mask(sheet) {
    const { waterMap, dense, samples, from, to } = sheet;
    if (samples === 1) return sheet.water().cover;
    return coverage(sheet, waterMap.rows(dense, from * samples, to * samples));
  },
  height(sheet) {
    const { height, cover } = sheet.water();
    return height.map((value, p) => (cover[p] >= WET ? value : 0));
  },
  normal(sheet) {
    const { gx, gy, cover } = sheet.water();
    const normals = new Float32Array(3 * cover.length);
    for (let p = 0; p < cover.length; p++) {
      const wet = cover[p] >= WET;
      const z = wet ? 1 / Math.sqrt(1 + gx[p] * gx[p] + gy[p] * gy[p]) : 1;
      // 0 − g instead of −g: level water must give 0, not −0.
      normals[3 * p] = wet ? (0 - gx[p]) * z : 0;
      normals[3 * p + 1] = wet ? (0 - gy[p]) * z : 0;
      normals[3 * p + 2] = z;
    }
    return normals;
  },
  id(sheet) {
    const { id, cover } = sheet.water();
    return id.map((owner, p) => (cover[p] >= WET ? owner : 0));
  },
  refraction({ water, view, place }) {
    return Float32Array.from(lightOrigins(water(), view, place as Placement));
  },
  fine(sheet) {
    const { waterMap, dense, samples, from, to } = sheet;
    return coverage(sheet, waterMap.fineRows(dense, from * samples, to * samples));
  },
  fog(sheet) {
    const { maps, view, from, to } = sheet;
    const out = empty(sheet);
    for (let row = from, p = 0; maps.fog && row < to; row++) {
      const y = view.top + (row + 0.5) * view.pixel;
      for (let col = 0; col < view.width; col++, p++) out[p] = fogAt(maps.fog, view.left + (col + 0.5) * view.pixel, y);
    }
    return out;
  },
  film(sheet) {
    const { film, cellSize } = sheet.maps;
    return film ? cells(sheet, film, inCellsOf(layoutOf(sheet), film, cellSize)) : empty(sheet);
  },
  affinity(sheet) {
    const { affinity } = sheet.maps;
    return affinity ? cells(sheet, affinity, layoutOf(sheet)) : empty(sheet);
  },
  blurred: (sheet) => cells(sheet, blurredHeights(sheet.maps.height), layoutOf(sheet)),
};

function empty({ view, from, to }: Sheet): Float32Array {
  return new Float32Array(view.width * (to - from));
}

function layoutOf({ maps, view }: Sheet): Layout {
  return seenLayout(maps, view);
}

/** The mean coverage of each pixel. */
function coverage(sheet: Sheet, water: WaterRows): Float32Array {
  const { view, samples, from, to } = sheet;
  const out = empty(sheet);
  for (let row = 0, p = 0; row < to - from; row++) {
    for (let col = 0; col < view.width; col++, p++) out[p] = meanCover(water, samples, col, row);
  }
  return out;
}

/** A map of cells, brought to the picture's size; 0 where there is no pane. */
function cells(sheet: Sheet, map: Cells, layout: Layout): Float32Array {
  const { view, from, to } = sheet;
  const out = empty(sheet);
  const sampler = new LineSampler(layout, map.width, map.height);
  const rows = rowsOf(map);
  const line = new Float64Array(view.width);
  for (let row = Math.max(from, layout.firstY); row < Math.min(to, layout.endY); row++) {
    sampler.sample(rows, row, line);
    out.set(line, (row - from) * view.width);
  }
  return out;
}
