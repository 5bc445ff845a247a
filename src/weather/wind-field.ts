import { cbrt, cos, pow, sin } from '../core/math.js';
import type { Place } from '../surface/surface.js';
import type { WindSite } from './steady-wind.js';

/** Where on the glass the air is faster or turned aside (NAK-L3): a formula, or a map of multipliers. */
export type WindFieldOptions = WindFormula | WindMap;

/** A multiplier by formula; u and v run from −1 to 1 across and down the pane. */
export interface WindFormula {
  /**
   * 'edge': 1 + s·max(u², v²), faster towards the edges. 'pillars': 1 + s·u², faster towards the sides. 'centre':
   * 1 + s·(1 − u²)(1 − v²), faster in the middle. 'across' and 'down': 1 + s·u and 1 + s·v, growing one way. 'parting':
   * the air turns aside by s·u of its speed, outwards where it blows up the glass. 'windshield': the air of a car, from
   * rest at the base of the glass to fast at its upper edge and pillars.
   */
  readonly kind: 'edge' | 'pillars' | 'centre' | 'across' | 'down' | 'parting' | 'windshield';
  /** s, −1 to 10. Default 0.5. */
  readonly strength: number;
}

/** A map whose points are spread over the pane from corner to corner, row by row; bilinear in between. */
export interface WindMap {
  readonly kind: 'map';
  /** Points across, 1 to 1024. */
  readonly width: number;
  /** Points down, 1 to 1024. */
  readonly height: number;
  /** `width` × `height` multipliers of the air's speed, 0 to 10. */
  readonly values: readonly number[];
  /** As many angles [rad] by which the air is turned there, −2π to 2π, positive as `direction`; null: nowhere. Default null. */
  readonly turns: readonly number[] | null;
}

/** How the air at a place differs from the free air. */
export interface WindField {
  /** Writes the air at (u, v), both −1 to 1, over the free air: the part along it and the part to its right (−y → +x). */
  at(u: number, v: number, out: Float64Array): void;
}

export function createWindField(options: WindFieldOptions): WindField {
  return options.kind === 'map' ? new MappedWind(options) : formulaWind(options);
}

/**
 * Air over the windshield of a car. Along a wedge that stands at 45° to the stream, air outside the boundary layer speeds
 * up from the stagnation line at its base as h^(1/3), h the way up (Falkner & Skan 1931: m = β/(2 − β), β = ½); 4/3 makes
 * its mean 1. It is faster by half of s at the pillars, and turns outwards by half of s·u. With s = 0 it is even.
 */
function windshieldWind(strength: number): WindField {
  return {
    at(u, v, out) {
      const up = Math.min(1, Math.max(0, (1 - v) / 2));
      const risen = Math.max(0, 1 + strength * ((4 / 3) * cbrt(up) - 1));
      out[0] = risen * (1 + (strength / 2) * u * u);
      out[1] = risen * (strength / 2) * u;
    },
  };
}

/** Nearer to the edge than this share of the way the layer is no thinner: it would vanish there. */
const EDGE = 0.01;

/**
 * The boundary layer along the glass (NAK-L6). It begins at the edge over which the air comes and thickens as a power of the
 * way from there: ½ where it is laminar (Blasius 1908), ⅘ where it is turbulent (Prandtl 1921).
 */
export class GrowingLayer {
  readonly #growth: number;
  readonly #charts: WindSite['charts'];

  constructor(growth: number, { charts }: WindSite) {
    this.#growth = growth;
    this.#charts = charts;
  }

  /** δ at a place over that in the middle of its chart, in air of this direction; 1 in a calm. */
  at({ chart, x, y }: Place, air: Readonly<Float64Array>): number {
    const { width, height } = this.#charts[chart];
    const whole = Math.abs(air[0]) * width + Math.abs(air[1]) * height;
    if (whole === 0) return 1;
    const way = (air[0] * (2 * x - width) + air[1] * (2 * y - height)) / whole + 1;
    const far = Math.max(2 * EDGE, way);
    return this.#growth === 0.5 ? Math.sqrt(far) : pow(far, this.#growth);
  }
}

function formulaWind({ kind, strength }: WindFormula): WindField {
  if (kind === 'windshield') return windshieldWind(strength);
  const gain = FORMULAS[kind];
  return {
    at(u, v, out) {
      const part = strength * gain(u, v);
      // A gradient must not reverse the air.
      out[0] = kind === 'parting' ? 1 : Math.max(0, 1 + part);
      out[1] = kind === 'parting' ? part : 0;
    },
  };
}

const FORMULAS: Readonly<Record<Exclude<WindFormula['kind'], 'windshield'>, (u: number, v: number) => number>> = {
  edge: (u, v) => Math.max(u * u, v * v),
  pillars: (u) => u * u,
  centre: (u, v) => (1 - u * u) * (1 - v * v),
  across: (u) => u,
  down: (_u, v) => v,
  parting: (u) => u,
};

class MappedWind implements WindField {
  readonly #width: number;
  readonly #height: number;
  readonly #along: Float64Array;
  readonly #aside: Float64Array;

  constructor({ width, height, values, turns }: WindMap) {
    this.#width = width;
    this.#height = height;
    this.#along = Float64Array.from(values, (value, n) => value * (turns ? cos(turns[n]) : 1));
    this.#aside = Float64Array.from(values, (value, n) => value * (turns ? sin(turns[n]) : 0));
  }

  at(u: number, v: number, out: Float64Array): void {
    const x = ((Math.min(1, Math.max(-1, u)) + 1) / 2) * (this.#width - 1);
    const y = ((Math.min(1, Math.max(-1, v)) + 1) / 2) * (this.#height - 1);
    const col = Math.min(Math.floor(x), Math.max(0, this.#width - 2));
    const row = Math.min(Math.floor(y), Math.max(0, this.#height - 2));
    const right = this.#width > 1 ? 1 : 0;
    const below = this.#height > 1 ? this.#width : 0;
    const first = row * this.#width + col;
    out[0] = bilinear(this.#along, first, right, below, x - col, y - row);
    out[1] = bilinear(this.#aside, first, right, below, x - col, y - row);
  }
}

function bilinear(values: Float64Array, first: number, right: number, below: number, fx: number, fy: number): number {
  const top = values[first] * (1 - fx) + values[first + right] * fx;
  const bottom = values[first + below] * (1 - fx) + values[first + below + right] * fx;
  return top * (1 - fy) + bottom * fy;
}
