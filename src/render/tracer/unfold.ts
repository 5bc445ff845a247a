/** Drops and fine drops near a seam, once more on the chart beyond it, so that each chart can be drawn on its own. */

import { reachAhead } from '../../core/body.js';
import type { DropsView, Frame } from '../../core/frame.js';
import { EDGES, turnVector } from '../../surface/seams.js';
import { EDGE, type Surface, type VisitImage } from '../../surface/surface.js';
import { type Cap, CapTiles, type FineDrop, turnDrop } from '../water/fine-drops.js';

/** Drops reach no further from their place than this many times the way that they reach ahead, outline and tail included. */
const REACH = 3;

/** All that a frame says of a drop. */
const COLUMNS = [
  ...([
    'id',
    'chart',
    'x',
    'y',
    'vx',
    'vy',
    'mass',
    'moving',
    'radius',
    'contactAngle',
    'stretch',
    'tail',
    'headingX',
  ] as const),
  ...(['headingY', 'sag', 'outlineC2', 'outlineS2', 'outlineC3', 'outlineS3', 'waist', 'lobes'] as const),
] satisfies readonly (keyof DropsView)[];

/** A frame whose drops are laid on every chart that they reach; the frame itself on a surface without seams. */
export function unfold(frame: Frame, surface: Surface): Frame {
  const { drops } = frame;
  if (surface.seams.isEmpty) return frame;
  const images: { slot: number; chart: number; x: number; y: number; quarters: number }[] = [];
  for (let slot = 0; slot < drops.count; slot++) {
    const place = { chart: drops.chart[slot], x: drops.x[slot], y: drops.y[slot] };
    const reach = REACH * (reachAhead(drops, slot) + drops.stretch[slot] * drops.radius[slot]);
    surface.images(place, reach, (chart, x, y, quarters) => {
      if (chart === place.chart && x === place.x && y === place.y) return;
      images.push({ slot, chart, x, y, quarters });
    });
  }
  if (images.length === 0) return frame;
  const count = drops.count + images.length;
  const columns: Record<string, unknown> = { count };
  for (const name of COLUMNS) {
    const column = drops[name];
    const longer = new (column.constructor as Float64ArrayConstructor)(count);
    longer.set(column.subarray(0, drops.count));
    images.forEach(({ slot }, n) => {
      longer[drops.count + n] = column[slot];
    });
    columns[name] = longer;
  }
  const all = columns as unknown as DropsView;
  images.forEach(({ chart, x, y, quarters }, n) => {
    const slot = drops.count + n;
    all.chart[slot] = chart;
    all.x[slot] = x;
    all.y[slot] = y;
    turn(all.headingX, all.headingY, slot, quarters);
    turn(all.vx, all.vy, slot, quarters);
  });
  return { ...frame, drops: all };
}

const VECTOR = new Float64Array(2);

function turn(xs: Float64Array, ys: Float64Array, slot: number, quarters: number): void {
  VECTOR[0] = xs[slot];
  VECTOR[1] = ys[slot];
  turnVector(VECTOR, quarters);
  xs[slot] = VECTOR[0];
  ys[slot] = VECTOR[1];
}

/** Fine drops of other charts that may reach over a seam onto a chart, as they lie on that chart. */
export function fineDropsBeyond(frame: Frame, surface: Surface, chart: number): FineDrop[] {
  const found: FineDrop[] = [];
  const add = (drop: FineDrop, x: number, y: number, quarters: number) => found.push(turnDrop(drop, x, y, quarters));
  visitTilesBeyond(frame, surface, chart, (caps, tile, images) => {
    for (const drop of caps.drawn(tile)) images(drop[0], drop[1], (_, x, y, quarters) => add(drop, x, y, quarters));
  });
  return found;
}

/** The same for the caps of the layer as they are, round. */
export function capsBeyond(frame: Frame, surface: Surface, chart: number): Pick<Cap, 'x' | 'y' | 'radius'>[] {
  const found: Pick<Cap, 'x' | 'y' | 'radius'>[] = [];
  visitTilesBeyond(frame, surface, chart, (caps, tile, images) => {
    for (const { x, y, radius } of caps.capsIn(tile))
      images(x, y, (_, toX, toY) => found.push({ x: toX, y: toY, radius }));
  });
  return found;
}

/** Called with a tile of another chart, and a function that visits the images of one of its places on the chart in question. */
type VisitTile = (caps: CapTiles, tile: number, images: (x: number, y: number, visit: VisitImage) => void) => void;

/** Visits the tiles of fine drops along all seams that lead onto a chart; its own seam may do so as well. */
function visitTilesBeyond({ charts }: Frame, surface: Surface, chart: number, visit: VisitTile): void {
  charts.forEach(({ fine, columns, rows, cellSize }, from) => {
    const edges = EDGES.filter((edge) => surface.seams.at(from, edge)?.chart === chart);
    if (!fine || edges.length === 0) return;
    const caps = new CapTiles(fine);
    const [width, height] = [columns * cellSize, rows * cellSize];
    const alongEdge = (edge: number) => {
      const [left, right] = [edge === EDGE.right ? width : 0, edge === EDGE.left ? 0 : width];
      const [top, bottom] = [edge === EDGE.bottom ? height : 0, edge === EDGE.top ? 0 : height];
      return caps.tilesIn(left, top, right, bottom, caps.reach);
    };
    for (const tile of new Set(edges.flatMap(alongEdge))) {
      visit(caps, tile, (x, y, visitImage) =>
        surface.images({ chart: from, x, y }, caps.reach, (to, toX, toY, quarters) => {
          const isItself = to === from && toX === x && toY === y;
          if (to === chart && !isItself) visitImage(to, toX, toY, quarters);
        }),
      );
    }
  });
}
