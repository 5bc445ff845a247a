/** The drops of a picture as CSV: a line a drop, in the order of their ids, each with the rectangle around it. */
import { BODY, bodyCount, crestOf, lobeCount, writeLobe } from '../../core/body.js';
import { cos, sin } from '../../core/math.js';
import type { DropsView, Frame } from '../../index.js';
import type { Viewport } from '../../render/picture/camera.js';

/** What a column is computed from. */
interface Told {
  readonly drops: DropsView;
  readonly slot: number;
  readonly lag: number;
  readonly box: Box;
  readonly view: Viewport;
}

interface Column {
  /** Unit and meaning, for the index. */
  readonly about: string;
  tell(told: Told): number;
}

/** The plain columns of `DropsView` that say how a drop is shaped (core/body.ts). */
const SHAPE = {
  radius: 'mm, base radius of each lobe',
  contactAngle: 'rad',
  stretch: 'length between head and tail over the radius',
  tail: "the tail's radius over the head's",
  waist: 'how much narrower it is halfway to the tail, over the radius',
  headingX: 'unit vector from tail to head',
  headingY: 'unit vector from tail to head',
  sag: 'how far it leans along its heading, 0 to 1',
  outlineC2: 'wave of order 2 of the rim',
  outlineS2: 'wave of order 2 of the rim',
  outlineC3: 'wave of order 3 of the rim',
  outlineS3: 'wave of order 3 of the rim',
} as const;

/** Boxes follow from the rest: four digits are a thousandth of a pixel. */
const short = (value: number) => Number(value.toFixed(4));
const toPixel = (place: number, corner: number, { pixel }: Viewport) => short((place - corner) / pixel);

export const DROP_COLUMNS: Readonly<Record<string, Column>> = {
  id: { about: 'whole number, never used again', tell: ({ drops, slot }) => drops.id[slot] },
  x: {
    about: 'mm on the pane, at the time of the picture',
    tell: ({ drops, slot, lag }) => drops.x[slot] + lag * drops.vx[slot],
  },
  y: {
    about: 'mm on the pane, growing downwards',
    tell: ({ drops, slot, lag }) => drops.y[slot] + lag * drops.vy[slot],
  },
  vx: { about: 'mm/s', tell: ({ drops, slot }) => drops.vx[slot] },
  vy: { about: 'mm/s', tell: ({ drops, slot }) => drops.vy[slot] },
  mass: { about: 'mg', tell: ({ drops, slot }) => drops.mass[slot] },
  moving: { about: '1 while it runs, 0 while it is still', tell: ({ drops, slot }) => drops.moving[slot] },
  height: { about: 'mm, of its crest', tell: ({ drops, slot }) => short(crestOf(drops, slot)) },
  left: { about: 'mm on the pane, box of the drop without its trail', tell: ({ box }) => short(box.left) },
  top: { about: 'mm', tell: ({ box }) => short(box.top) },
  right: { about: 'mm', tell: ({ box }) => short(box.right) },
  bottom: { about: 'mm', tell: ({ box }) => short(box.bottom) },
  pxLeft: {
    about: 'px from the left edge of the picture, may lie outside',
    tell: ({ box, view }) => toPixel(box.left, view.left, view),
  },
  pxTop: { about: 'px from the upper edge', tell: ({ box, view }) => toPixel(box.top, view.top, view) },
  pxRight: { about: 'px', tell: ({ box, view }) => toPixel(box.right, view.left, view) },
  pxBottom: { about: 'px', tell: ({ box, view }) => toPixel(box.bottom, view.top, view) },
  lobes: { about: 'how many equal bodies it is made of', tell: ({ drops, slot }) => lobeCount(drops.lobes[slot]) },
  ...Object.fromEntries(
    Object.entries(SHAPE).map(([name, about]) => [
      name,
      { about, tell: ({ drops, slot }: Told) => drops[name as keyof typeof SHAPE][slot] },
    ]),
  ),
};

/** On a surface of several charts the place of a drop starts with the number of its chart. */
const CHART_COLUMN: Column = {
  about: 'number of its chart in `charts`, from 0; places and pixels are on that chart',
  tell: ({ drops, slot }) => drops.chart[slot],
};

/** Columns in pixels of pictures that lie on charts. */
const IN_PIXELS = ['pxLeft', 'pxTop', 'pxRight', 'pxBottom'];

/** The columns of a table of so many charts; without `pixels` those of pictures that lie on charts are left out. */
export function dropColumns(charts: number, pixels = true): Readonly<Record<string, Column>> {
  const entries = Object.entries(DROP_COLUMNS).filter(([name]) => pixels || !IN_PIXELS.includes(name));
  const { id, ...rest } = Object.fromEntries(entries);
  return charts === 1 ? { id, ...rest } : { id, chart: CHART_COLUMN, ...rest };
}

/** All drops of a frame, also those that the picture does not show; `views` are the charts' pictures, if they have any. */
export function dropsTable({ drops, lag, charts }: Frame, views: readonly Viewport[]): string {
  const slots = Array.from({ length: drops.count }, (_, slot) => slot).sort((a, b) => drops.id[a] - drops.id[b]);
  const columns = dropColumns(charts.length, views.length > 0);
  const all = Object.values(columns);
  const lines = slots.map((slot) => {
    const view = views[drops.chart[slot]];
    const box = dropBox(drops, slot, charts[drops.chart[slot]].cellSize, lag);
    return all.map((column) => String(column.tell({ drops, slot, lag, box, view }))).join();
  });
  return `${[Object.keys(columns).join(), ...lines].join('\n')}\n`;
}

/** Points of the outline that are looked at; between two of them it bulges by less than a thousandth of the radius. */
const POINTS = 64;

/** [mm] on the pane. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The box of the drop in `slot` where it will be in `lag` [s]. */
export function dropBox(drops: DropsView, slot: number, cellSize: number, lag: number): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const body = new Float64Array(BODY.size);
  for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
    writeLobe(drops, slot, lobe, cellSize, lag, body);
    for (let n = 0; n < POINTS; n++) includeRim(box, body, COSINES[n], SINES[n]);
  }
  return box;
}

const COSINES = Array.from({ length: POINTS }, (_, n) => cos((2 * Math.PI * n) / POINTS));
const SINES = Array.from({ length: POINTS }, (_, n) => sin((2 * Math.PI * n) / POINTS));

/** Widens a box by the point of the rim in the direction (c, s) of the body's own axes: ahead on the head, back on the tail. */
function includeRim(box: Box, body: Float64Array, c: number, s: number): void {
  const reach = rimAt(body, c, s);
  const ahead = c >= 0 || body[BODY.length] === 0;
  const radius = ahead ? body[BODY.head] : body[BODY.tail];
  const along = reach * c * radius - (ahead ? 0 : body[BODY.length]);
  const across = reach * s * radius;
  const x = body[BODY.x] + along * body[BODY.ux] - across * body[BODY.uy];
  const y = body[BODY.y] + along * body[BODY.uy] + across * body[BODY.ux];
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y);
}

/** How far the rim, q = 1 (core/body.ts), lies in a direction, in local radii: a cubic, which Newton solves from the circle. */
function rimAt(body: Float64Array, c: number, s: number): number {
  const second = 1 - body[BODY.c2] * (c * c - s * s) - body[BODY.s2] * 2 * c * s;
  const third = body[BODY.c3] * c * (c * c - 3 * s * s) + body[BODY.s3] * s * (3 * c * c - s * s);
  let r = 1;
  for (let n = 0; n < 6; n++) {
    const q = r * r * (second - r * third);
    r -= (q - 1) / (r * (2 * second - 3 * r * third));
  }
  return r;
}
