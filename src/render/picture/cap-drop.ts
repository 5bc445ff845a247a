/**
 * A fine drop: a cap, and those that flowed into it. All of it is under one pressure, and where slopes are small that is one
 * curvature: the drop is where q < 1 and has a cap's height over it (`capPoint`, water.ts), with
 *
 *     q = p·Mp − max(0, δ₁, δ₂, …),   δ = a·p + b
 *
 * p from the cap's middle over its radius, M its oval. Each δ turns that paraboloid into the same one elsewhere: a lobe of
 * radius r at d has a = 2Md and b = r² − 1 − d·Md. It is lower than the cap that lay there: its water has flowed on. The
 * maximum is soft, by c = softness·r² between one lobe and all before it, so that necks are filled.
 */
import { FINE_CAP_REACH } from '../../core/fine-caps.js';
import { cbrt } from '../../core/math.js';

/** Lobes of a drop: one of its own, since glass is never clean, and those of the largest caps that it took. */
export const LOBES = 3;
/** Numbers of a drop: x, y, base radius [mm], reach over it; a, b, c of each lobe; outline c₂, s₂. */
export const DROP_LOBES = 4;
export const LOBE_SIZE = 4;
export const DROP_OUTLINE = DROP_LOBES + LOBES * LOBE_SIZE;
export const DROP_SIZE = DROP_OUTLINE + 2;
/** No drop reaches further than this many radii of the largest cap; those of a very dense layer would. */
export const DROP_REACH = 4.5;

/** What a lobe of radius r adds to the water of a round drop, over r⁴: nearly the same wherever it is (by trial, within a fifth). */
const LOBE_WATER = 1.85;

/** A drop's numbers; in a plain array, which is made in a fraction of the time that a typed one takes. */
export type Drop = readonly number[];

/** A cap of the layer. */
export interface Cap {
  /** [mm] */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Outline. */
  readonly c2: number;
  readonly s2: number;
  /** The one that has its water, itself if it is a drop; undefined until it is asked. */
  host?: Cap;
  /** Is it seen, as a drop or as a lobe? Known with its host. */
  isSeen?: boolean;
  /** What is drawn, if it is a drop and somebody asked. */
  drop?: Drop;
}

/** The drop that caps have become, the largest of which is its own. It reaches no further than `most` [mm]. */
export function makeDrop(caps: readonly Cap[], most: number): Drop {
  const [{ x, y, radius, c2, s2 }, ...others] = [...caps].sort((a, b) => b.radius - a.radius);
  /** Over those of a round cap of its radius: the water that there is, and what its outline would hold. */
  let water = 1;
  let held = 1;
  let reach = FINE_CAP_REACH;
  const lobes: number[] = [];
  /** All over the radius. */
  const addLobe = (dx: number, dy: number, r: number): void => {
    const mx = dx - c2 * dx - s2 * dy;
    const my = dy + c2 * dy - s2 * dx;
    const far2 = dx * mx + dy * my;
    // What lies that deep inside has no outline of its own.
    if (far2 < 0.2) return;
    // Small ones are drawn in and wider than they were: bays, not bubbles on a neck.
    const pull = Math.min(1, (1 + 0.4 * r + 0.4 * r * r) / Math.sqrt(far2));
    const wide = (1.3 - 0.3 * r) * r;
    const wide2 = wide * wide;
    lobes.push(2 * pull * mx, 2 * pull * my, wide2 - 1 - pull * pull * far2, (2 - 0.8 * r) * wide2);
    held += LOBE_WATER * wide2 * wide2;
    // Ovals reach further, and soft maxima add up.
    reach = Math.max(reach, pull * Math.sqrt(dx * dx + dy * dy) + 1.6 * wide) + 0.08;
  };
  // The oval's two numbers say where its own is: at any angle to its axis, and too deep inside if it is nearly round.
  addLobe(2.4 * c2, 2.4 * s2, 0.5);
  for (const other of others) {
    const r = other.radius / radius;
    water += r * r * r;
    if (other.isSeen && lobes.length < LOBES * LOBE_SIZE) addLobe((other.x - x) / radius, (other.y - y) / radius, r);
  }
  while (lobes.length < LOBES * LOBE_SIZE) lobes.push(0, 0, -1, 0);
  return [x, y, Math.min(radius * cbrt(water / held), most / reach), reach, ...lobes, c2, s2];
}
