/**
 * Where the numbers of a body stand, in float64: `BODY` of body.ts, and of the kernels in AssemblyScript. Both compilers read
 * this file, so it holds nothing but integers.
 */

/** Centre of the head [mm]. */
export const x = 0;
export const y = 1;
/** Unit vector of the heading. */
export const ux = 2;
export const uy = 3;
/** Distance from the head's centre back to the tail's [mm]. */
export const length = 4;
/** Base radius of head and tail [mm]. */
export const head = 5;
export const tail = 6;
/** cot θ; 0 from 90° on. */
export const k = 7;
/** Height scale e: 1 up to 90°. Above, a map without overhangs needs it to hold the volume. */
export const e = 8;
export const sag = 9;
export const c2 = 10;
export const s2 = 11;
export const c3 = 12;
export const s3 = 13;
/** How much narrower than a straight taper the body is midway between head and tail [mm]. */
export const waist = 14;
/** Numbers in a body. */
export const size = 15;
