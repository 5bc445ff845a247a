/**
 * The header of a chart whose field is the water (`stuppacher2007`): its size, the word indices of its maps and lists in the
 * heap, and the numbers of the law. The model writes it; kernels take its word index. A map's index is that of its cell
 * (0, 0). Both compilers read this file, so it holds nothing but integers.
 */

/** Words from one row of a map to the next. */
export const stride = 0;

/** Water [mm], multiples of 2⁻¹⁶ in float32. */
export const water = 1;
/** What arrives in this step [mm]; 0 between steps. Its halo takes what leaves the chart. */
export const gain = 2;
/** Wettability of the glass, 0 to 1 in float32. */
export const affinity = 3;

/** Noise, 0 to 1 in float32: `noiseSide` rows of `noiseSide` cells, each followed by its first four cells again. */
export const noise = 4;
export const noiseSide = 5;
/** Row and column of the noise at the chart's cell (0, 0), 0 to before `noiseSide`: the window that moves. */
export const noiseRow = 6;
export const noiseCol = 7;

/** Table of the share that remains, by amount of water: `remainders` entries of float32. */
export const remainder = 8;
/** Entries of that table, a constant. */
export const remainders = 1024;
/** Entries per mm of water, float32. */
export const remainderScale = 9;

/** Where water goes: a record (`DIRECTION`) for every four columns. */
export const directions = 10;

/** Boxes of tiles (core/box-record.ts), and a word with the answer for each. */
export const boxes = 11;
export const found = 12;

/** L, M [mm], r and the most cells that water moves in a step; float32 but the last. */
export const low = 13;
export const high = 14;
export const share = 15;
export const reach = 16;
/** 1 over the height within which a threshold opens [1/mm]; very large where it opens at once. float32. */
export const sharpness = 17;
/** By how much affinity 1 raises L [mm], and the lean that a difference of 1 in affinity ahead makes. float32. */
export const hold = 18;
export const swerve = 19;

/**
 * How strongly moving cells sweep their neighbours along, 0 to 1 in float32; 0: not at all, and the four maps below do not
 * exist. Momentum is water that left a cell in the last step times how far it went [mm × cells], along rows and columns.
 */
export const sweep = 20;
/** Times a sum of momentum over 3 × 3 cells it is how far that sweeps. float32 [1/mm]. */
export const sweepScale = 21;
/** Momentum of the last step, read, and of this one, written; float32. */
export const rowMomentum = 22;
export const colMomentum = 23;
export const nextRowMomentum = 24;
export const nextColMomentum = 25;

/** Room for what leaves one row of a box, in rows of `flowRow` cells: fast kernels gather it before they give it on. */
export const flows = 26;
/** Rows there, and cells in each: a tile is 32 wide, and four on either side stay 0. Constants. */
export const flowRows = 5;
export const flowRow = 40;

/** Words in a header. */
export const words = 28;

/** A direction: words to the next cell straight on, and one eighth of a turn to the left and to the right; signed. */
export const ahead = 0;
export const left = 1;
export const right = 2;
/** Share of the water free to move that does, 0 to 1, and how far it leans to the left (+) or right (−). float32. */
export const speed = 3;
export const lean = 4;
/** The same three neighbours as rows and columns, −1 to 1, in float32: straight on, then to the left and to the right. */
export const steps = 5;
/** Words in a direction. */
export const direction = 12;

/** Answers of `moveWater`: is any cell of the box above L? Had one momentum from the last step? */
export const moved = 1;
export const stirred = 2;
/** Answers of `settleWater`: did water arrive, is a cell above L, is one at or above the limit of heights? */
export const arrived = 1;
export const above = 2;
export const full = 4;
