/** A garden in the sun as a backdrop: sky through leaves, foliage in three depths, flowers, a lawn with patches of light. */
import { cos, sin } from '../../core/math.js';
import type { LinearPicture } from '../picture/linear.js';
import { type Colour, Dice, lit, mix, Noise, Paper, ramp } from './paper.js';

const SKY: Colour = [0.72, 0.9, 1.12];
const SUN: Colour = [1, 0.82, 0.45];
const SHADE: Colour = [0.006, 0.017, 0.008];
const DEEP: Colour = [0.016, 0.05, 0.014];
const LEAF: Colour = [0.05, 0.13, 0.02];
const SUNLIT: Colour = [0.3, 0.36, 0.045];
const LAWN: Colour = [0.075, 0.125, 0.02];

const FLOWERS: readonly Colour[] = [
  [0.85, 0.07, 0.22],
  [0.9, 0.85, 0.8],
  [0.95, 0.5, 0.02],
  [0.38, 0.09, 0.6],
  [0.8, 0.04, 0.03],
  [0.95, 0.35, 0.45],
];

/** Where the lawn ends and the bushes begin. */
const HORIZON = 0.17;

export function paintGarden(seed: number, width: number, height: number): LinearPicture {
  const paper = new Paper(width, height);
  const noise = new Noise(seed, 1);
  paper.fill((x, y, out) => paintGround(noise, x, y, out));
  paintTrunks(paper, new Dice(seed, 2));
  paintGlints(paper, new Dice(seed, 4));
  // Far leaves are small and dim, near ones large, dark against the light or bright in it.
  paintLeaves(paper, noise, new Dice(seed, 3), 9000, 0.004, 0.011);
  paintLeaves(paper, noise, new Dice(seed, 5), 2600, 0.011, 0.026);
  paintFlowers(paper, new Dice(seed, 6));
  return paper;
}

/** Deep leaves with sky between them above, lawn below. */
function paintGround(noise: Noise, x: number, y: number, out: Float64Array): void {
  if (y < HORIZON) {
    const coarse = noise.at(x * 2.1 + 3, y * 2.6 + 1);
    const fine = noise.at(x * 8, y * 9) * 0.6 + noise.at(x * 24, y * 26) * 0.4;
    const high = ramp(0.05, -0.9, y);
    const open = ramp(0.66, 0.8, coarse * 0.62 + fine * 0.38 + 0.3 * high - 0.05);
    const bright = ramp(0.35, 0.9, coarse * 0.5 + fine * 0.6);
    const leaves = mix(mix(SHADE, DEEP, fine), mix(LEAF, SUNLIT, 0.45), bright);
    for (let c = 0; c < 3; c++) out[c] = leaves[c] + (SKY[c] * (0.75 + 0.7 * high) - leaves[c]) * open;
    return;
  }
  // The lawn in perspective: patches of sun get flat towards the distance.
  const depth = 0.3 / (y - HORIZON + 0.1);
  const sun = ramp(0.4, 0.68, noise.at(x * depth * 1.3 + 20, depth * 3) * 0.8 + noise.at(x * 9, depth * 14) * 0.2);
  const blade = 0.6 + 0.8 * noise.at(x * 90, y * 45);
  for (let c = 0; c < 3; c++) out[c] = LAWN[c] * blade * (0.3 + 2 * sun * SUN[c]);
}

function paintTrunks(paper: Paper, dice: Dice): void {
  for (let n = 0; n < 9; n++) {
    const x = dice.between(-1.7, 1.7);
    const foot = HORIZON + dice.between(0, 0.08);
    const wide = dice.between(0.014, 0.05);
    const lean = dice.between(-0.12, 0.12);
    paper.line(
      { x0: x, y0: foot, x1: x + lean, y1: -1 },
      wide,
      wide * 0.5,
      lit([0.04, 0.028, 0.02], dice.between(0.4, 1.2)),
    );
    // The sun on one side of it.
    paper.line(
      { x0: x + wide * 0.35, y0: foot, x1: x + wide * 0.3 + lean * 0.7, y1: -0.7 },
      wide * 0.2,
      wide * 0.1,
      lit(SUN, 0.22),
      0.6,
    );
  }
}

/** Leaves in clumps, each clump in the sun or in the shade. */
function paintLeaves(paper: Paper, noise: Noise, dice: Dice, count: number, small: number, large: number): void {
  for (let n = 0; n < count; n++) {
    const x = dice.between(-paper.halfWidth, paper.halfWidth);
    const y = dice.between(-1, HORIZON + 0.05);
    if (noise.at(x * 3 + 40, y * 3.5) < 0.4 + 0.2 * ramp(0, -1, y)) continue;
    const sun = ramp(0.5, 0.85, noise.at(x * 5 + 11, y * 5 + 5) * 0.75 + dice.next() * 0.35);
    const own = mix(mix(SHADE, LEAF, dice.next()), SUNLIT, sun * (0.4 + 0.6 * dice.next()));
    const turn = dice.between(0, Math.PI);
    const size = dice.between(small, large);
    // Some let the sun through.
    const through = dice.next() < 0.1 ? 2 : 1;
    paper.ellipse(x, y, size, size * 0.5, lit(own, through), { opacity: 0.95, ux: cos(turn), uy: sin(turn) });
  }
}

/** Bits of sky and sun between the leaves, sparks on wet grass: out of focus they become discs. */
function paintGlints(paper: Paper, dice: Dice): void {
  for (let n = 0; n < 300; n++) {
    const x = dice.between(-paper.halfWidth, paper.halfWidth);
    const y = -0.95 + 1.1 * dice.next() * dice.next();
    const turn = dice.between(0, Math.PI);
    const sun = dice.next() < 0.3;
    const size = sun ? dice.between(0.0016, 0.0035) : dice.between(0.004, 0.01);
    const colour = sun ? lit(SUN, dice.between(25, 90)) : lit(SKY, dice.between(0.6, 1.6));
    paper.ellipse(x, y, size, size * 0.6, colour, { ux: cos(turn), uy: sin(turn) });
  }
  for (let n = 0; n < 110; n++) {
    const x = dice.between(-paper.halfWidth, paper.halfWidth);
    const y = dice.between(HORIZON, 0.95);
    paper.disc(x, y, dice.between(0.001, 0.002), lit(mix(SUN, SUNLIT, 0.4), dice.between(8, 26)));
  }
}

/** Beds of flowers among dark leaves, larger towards the eye. */
function paintFlowers(paper: Paper, dice: Dice): void {
  for (let bed = 0; bed < 16; bed++) {
    const bx = dice.between(-1.75, 1.75);
    const by = HORIZON + 0.03 + 0.75 * dice.next() * dice.next();
    const near = 0.3 + 1.2 * (by - HORIZON);
    const hue = dice.pick(FLOWERS);
    for (let n = 0; n < 110; n++) {
      const x = bx + (dice.next() + dice.next() - 1) * 0.34 * near;
      const y = by + (dice.next() + dice.next() - 1) * 0.13 * near;
      const size = dice.between(0.006, 0.016) * near;
      if (n < 80) {
        const turn = dice.between(0, Math.PI);
        const leaf = lit(mix(DEEP, LEAF, dice.next()), 0.6 + dice.next());
        paper.ellipse(x, y + 0.04 * near, size * 2.2, size * 0.6, leaf, { ux: cos(turn), uy: sin(turn) });
      } else {
        const own = mix(hue, dice.pick(FLOWERS), 0.15);
        paper.disc(x, y, size, lit(own, dice.between(0.3, 1.1)));
        paper.disc(x - size * 0.2, y - size * 0.3, size * 0.5, lit(own, 1.5), 0.6);
      }
    }
  }
}
