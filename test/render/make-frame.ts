/** Frames made by hand, so that the renderers are tested without any model. */

import type { ChartFrame, DropsView, FineView, Frame, LayerMap, MapView } from 'rivulet';
import { NONE_FALLING, type RouletteView } from '../../src/core/frame.js';
import { createPose } from '../../src/core/pose.js';

/** A cell of a map as a function of its column and row. */
export type Fill = (col: number, row: number) => number;

/** A map with padding at the end of each row; the padding holds NaN, or all bits set, since it must never be read. */
export function makeMap<T extends Float32Array | Uint32Array>(
  kind: { new (length: number): T },
  width: number,
  height: number,
  fill: Fill,
): MapView<T> {
  const stride = width + 3;
  const data = new kind(stride * height);
  data.fill(data instanceof Float32Array ? Number.NaN : 0xffffffff);
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) data[row * stride + col] = fill(col, row);
  }
  return { data, width, height, stride, version: 1, changedSince: () => new Int32Array() };
}

export interface FrameSketch {
  columns?: number;
  rows?: number;
  /** What pictures are drawn from. Default 'bodies'. */
  drawnFrom?: ChartFrame['drawnFrom'];
  /** [mm]. */
  cellSize?: number;
  heights?: Fill;
  trails?: Fill;
  ids?: Fill;
  /** Maps of layers, in cells twice as large; the amount of fine drops, fog 0–1, film [mm]. */
  amounts?: Fill;
  fogs?: Fill;
  films?: Fill;
  affinities?: Fill;
  /** Water of cells [mg]. */
  cellWaters?: Fill;
  /** Cells, and the ways [mm] with their probability that all of them have. */
  roulettes?: { x: number[]; y: number[]; ways: [number, number, number][] };
  drops?: readonly DropSketch[];
}

export interface DropSketch {
  x: number;
  y: number;
  vx?: number;
  vy?: number;
  radius?: number;
  chart?: number;
  moving?: boolean;
  lobes?: number;
  stretch?: number;
  contactAngle?: number;
  tail?: number;
  headingX?: number;
  headingY?: number;
  sag?: number;
  waist?: number;
  outlineC2?: number;
  outlineS2?: number;
  outlineC3?: number;
  outlineS3?: number;
}

/** A frame of one chart; what is not given is dry, empty and flat. */
export function makeFrame(sketch: FrameSketch): Frame {
  const { columns = 16, rows = 12, cellSize = 0.5, drops = [] } = sketch;
  const dry = () => 0;
  const chart: ChartFrame = {
    cellSize,
    columns,
    rows,
    drawnFrom: sketch.drawnFrom ?? 'bodies',
    height: makeMap(Float32Array, columns, rows, sketch.heights ?? dry),
    trail: makeMap(Float32Array, columns, rows, sketch.trails ?? dry),
    id: makeMap(Uint32Array, columns, rows, sketch.ids ?? dry),
    affinity: makeMap(Float32Array, columns, rows, sketch.affinities ?? dry),
    cellWater: sketch.cellWaters ? makeMap(Float32Array, columns, rows, sketch.cellWaters) : null,
    roulettes: sketch.roulettes ? makeRoulettes(sketch.roulettes) : null,
    film: sketch.films ? makeLayer(sketch, Float32Array, sketch.films) : null,
    fog: sketch.fogs ? makeLayer(sketch, Float32Array, sketch.fogs) : null,
    fine: sketch.amounts ? makeFine(sketch, sketch.amounts) : null,
  };
  return {
    time: 0,
    step: 0,
    lag: 0,
    pose: createPose(),
    charts: [chart],
    drops: makeDrops(drops),
    falling: NONE_FALLING,
  };
}

function makeLayer<T extends Float32Array | Uint32Array>(
  { columns = 16, rows = 12, cellSize = 0.5 }: FrameSketch,
  kind: { new (length: number): T },
  fill: Fill,
): LayerMap<T> {
  return { ...makeMap(kind, Math.ceil(columns / 2), Math.ceil(rows / 2), fill), cellSize: 2 * cellSize };
}

/** Many fine drops of every size, so that they show in a small picture. */
function makeFine(sketch: FrameSketch, amounts: Fill): FineView {
  const amount = makeLayer(sketch, Float32Array, amounts);
  const generation = makeLayer(sketch, Uint32Array, () => 0);
  const sizes = { density: 3, sizeRate: 4, largest: 1, spread: 0.6, contactAngle: Math.PI / 2 };
  return { seed: 1, ...sizes, cellSize: amount.cellSize, amount, generation };
}

function makeDrops(drops: readonly DropSketch[]): DropsView {
  const numbers = (read: (drop: DropSketch, k: number) => number) => drops.map(read);
  return {
    count: drops.length,
    id: Uint32Array.from(numbers((_, k) => k + 1)),
    chart: Uint16Array.from(numbers((drop) => drop.chart ?? 0)),
    x: Float64Array.from(numbers((drop) => drop.x)),
    y: Float64Array.from(numbers((drop) => drop.y)),
    vx: Float64Array.from(numbers((drop) => drop.vx ?? 0)),
    vy: Float64Array.from(numbers((drop) => drop.vy ?? 0)),
    mass: Float64Array.from(numbers(() => 1)),
    moving: Uint8Array.from(numbers((drop) => (drop.moving ? 1 : 0))),
    radius: Float64Array.from(numbers((drop) => drop.radius ?? 1)),
    contactAngle: Float64Array.from(numbers((drop) => drop.contactAngle ?? Math.PI / 2)),
    stretch: Float64Array.from(numbers((drop) => drop.stretch ?? 0)),
    tail: Float64Array.from(numbers((drop) => drop.tail ?? 1)),
    headingX: Float64Array.from(numbers((drop) => drop.headingX ?? 0)),
    headingY: Float64Array.from(numbers((drop) => drop.headingY ?? 1)),
    sag: Float64Array.from(numbers((drop) => drop.sag ?? 0)),
    outlineC2: Float64Array.from(numbers((drop) => drop.outlineC2 ?? 0)),
    outlineS2: Float64Array.from(numbers((drop) => drop.outlineS2 ?? 0)),
    outlineC3: Float64Array.from(numbers((drop) => drop.outlineC3 ?? 0)),
    outlineS3: Float64Array.from(numbers((drop) => drop.outlineS3 ?? 0)),
    waist: Float64Array.from(numbers((drop) => drop.waist ?? 0)),
    lobes: Uint16Array.from(numbers((drop) => drop.lobes ?? 1)),
  };
}

/** The colour of a pixel as [red, green, blue]. */
export function pixel(picture: { data: Uint8ClampedArray; width: number }, px: number, py: number): number[] {
  const p = 4 * (py * picture.width + px);
  return [...picture.data.subarray(p, p + 3)];
}

function makeRoulettes({ x, y, ways }: NonNullable<FrameSketch['roulettes']>): RouletteView {
  const all = x.flatMap(() => ways);
  const column = (n: number) => Float64Array.from(all, (way) => way[n]);
  const first = Uint32Array.from({ length: x.length + 1 }, (_, n) => n * ways.length);
  const places = { x: Float64Array.from(x), y: Float64Array.from(y) };
  return { count: x.length, ...places, first, wayX: column(0), wayY: column(1), share: column(2) };
}
