/**
 * The water step of a model whose field is the water, as data: what a graphics card needs to do the same (STUP-12). The CPU stays
 * the authority for hash, save and ledger.
 */
export interface WaterLaw {
  readonly charts: readonly ChartLaw[];
  /** Noise, `noiseSide` rows of `noiseSide` + 4 numbers, of which the last four repeat the first; 0 to 1. */
  readonly noise: Float32Array;
  readonly noiseSide: number;
  /** Speed of the window on the noise along columns and rows [texels/s]. */
  readonly noiseSpeed: readonly [col: number, row: number];
  readonly stepsPerSecond: number;
  /** Share that remains, by amount of water, and entries a mm. */
  readonly remainder: Float32Array;
  readonly remainderScale: number;
  /** L, M [mm], r, and the most texels that water moves in a step. */
  readonly low: number;
  readonly high: number;
  readonly share: number;
  readonly reach: number;
  /** 1 over the height within which thresholds open [1/mm]. */
  readonly sharpness: number;
  /** By how much affinity 1 raises L [mm], and the lean that a difference of 1 makes. */
  readonly hold: number;
  readonly swerve: number;
  /** How strongly moving texels sweep their neighbours along (STUP-L6). */
  readonly sweep: number;
  /** Does water go on over seams? Else it is gone there (STUP-16). */
  readonly seams: boolean;
}

/** What of the law differs from chart to chart. */
export interface ChartLaw {
  readonly columns: number;
  readonly rows: number;
  /** For every four columns: number of the neighbour straight on (`AROUND`), share of free water that moves, lean, 0. */
  readonly directions: Float32Array;
  /** Affinity of each texel, row after row. */
  readonly affinity: Float32Array;
  /** Where the window on the noise starts, column and row. */
  readonly window: readonly [col: number, row: number];
  /** Is the pull across the chart stronger than that along it? It decides which edge water takes at a corner. */
  readonly flowsAcross: boolean;
}

/** The eight neighbours in order around a texel, as rows and columns; the next one is to the left of the way. */
export const AROUND = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** Where the window on the noise lies after so many seconds, in whole texels, 0 to before the side of the map. */
export function windowAt(start: number, speed: number, time: number, side: number): number {
  // A hair short of a texel is rounding.
  const at = Math.floor(start + speed * time + 1e-9) % side;
  return at < 0 ? at + side : at;
}
