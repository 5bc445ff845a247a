/** A garden in the sun as a backdrop: sky through leaves, foliage in three depths, flowers, a lawn with patches of light. */
import { cos, sin } from '../../core/math.js';
import type { LinearPicture } from '../picture/linear.js';
import { type Colour, Dice, lit, mix, Noise, Paper, ramp } from './paper.js';

const SKY: Colour = [0.75, 0.92, 1.15];
const SUN: Colour = [1, 0.86, 0.55];
const SHADE: Colour = [0.012, 0.035, 0.012];
const DEEP: Colour = [0.03, 0.085, 0.022];
const LEAF: Colour = [0.1, 0.24, 0.035];
const SUNLIT: Colour = [0.46, 0.62, 0.09];
const LAWN: Colour = [0.13, 0.27, 0.035];

const FLOWERS: readonly Colour[] = [
  [0.9, 0.12, 0.3],
  [0.95, 0.9, 0.85],
  [0.95, 0.6, 0.04],
  [0.45, 0.12, 0.7],
  [0.9, 0.08, 0.05],
  [1, 0.45, 0.55],
];

/** Where the lawn ends and the bushes begin. */
const HORIZON = 0.14;

export function paintGarden(seed: number, width: number, height: number): LinearPicture {
  const paper = new Paper(width, height);
  const noise = new Noise(seed, 1);
  paper.fill((x, y, out) => paintGround(noise, x, y, out));
  paintTrunks(paper, new Dice(seed, 2));
  // Far leaves are small and pale, near ones large and dark against the light or bright in it.
  paintLeaves(paper, noise, new Dice(seed, 3), 5200, 0.006, 0.016, 0.35);
  paintSkyHoles(paper, new Dice(seed, 4));
  paintLeaves(paper, noise, new Dice(seed, 5), 2600, 0.014, 0.034, 0.1);
  paintFlowers(paper, new Dice(seed, 6));
  return paper;
}

/** Sky above, dim leaves behind the bushes, lawn below. */
function paintGround(noise: Noise, x: number, y: number, out: Float64Array): void {
  const patch = noise.at(x * 2.4 + 3, y * 3.2) * 0.6 + noise.at(x * 6, y * 7) * 0.4;
  if (y < HORIZON) {
    const high = ramp(0.1, -1, y);
    const open = ramp(0.5, 0.75, patch + 0.35 * high);
    const hedge = mix(DEEP, LEAF, patch);
    for (let c = 0; c < 3; c++) out[c] = hedge[c] + (SKY[c] * (0.7 + 0.6 * high) - hedge[c]) * open;
    return;
  }
  // The lawn in perspective: patches of sun get flat towards the distance.
  const depth = 0.3 / (y - HORIZON + 0.1);
  const sun = ramp(0.45, 0.65, noise.at(x * depth * 1.2 + 20, depth * 3));
  const blade = 0.75 + 0.5 * noise.at(x * 60, y * 30);
  for (let c = 0; c < 3; c++) out[c] = LAWN[c] * blade * (0.35 + 1.5 * sun * SUN[c]);
}

function paintTrunks(paper: Paper, dice: Dice): void {
  for (let n = 0; n < 7; n++) {
    const x = dice.between(-1.7, 1.7);
    const foot = HORIZON + dice.between(0, 0.1);
    const wide = dice.between(0.03, 0.07);
    const bark = lit([0.09, 0.06, 0.04], dice.between(0.4, 1.2));
    paper.line(x, foot, x + dice.between(-0.1, 0.1), -1, wide, wide * 0.5, bark);
    paper.line(x + wide * 0.35, foot, x + wide * 0.3, -0.6, wide * 0.15, wide * 0.1, lit(SUN, 0.35), 0.6);
  }
}

/** Leaves in clumps: where the noise says so, lit from the upper left. */
function paintLeaves(
  paper: Paper,
  noise: Noise,
  dice: Dice,
  count: number,
  small: number,
  large: number,
  pale: number,
): void {
  for (let n = 0; n < count; n++) {
    const x = dice.between(-paper.halfWidth, paper.halfWidth);
    const y = dice.between(-1, HORIZON + 0.12 + (n % 5 === 0 ? 0.1 : 0));
    const clump = noise.at(x * 3 + 40, y * 3.5);
    if (clump < 0.42 + 0.16 * ramp(0, -1, y)) continue;
    const sun = ramp(0.45, 0.8, noise.at(x * 4.5 + 11, y * 4.5 + 5) * 0.7 + dice.next() * 0.4);
    const own = mix(mix(SHADE, LEAF, dice.next()), SUNLIT, sun * (0.5 + 0.5 * dice.next()));
    const turn = dice.between(0, Math.PI);
    const size = dice.between(small, large);
    const through = dice.next() < 0.12 ? 1.8 : 1;
    paper.ellipse(x, y, size, size * 0.48, lit(mix(own, SKY, pale * 0.3), through), 0.92, cos(turn), sin(turn));
  }
}

/** Bits of bright sky and of the sun between the leaves: out of focus they become discs. */
function paintSkyHoles(paper: Paper, dice: Dice): void {
  for (let n = 0; n < 260; n++) {
    const x = dice.between(-paper.halfWidth, paper.halfWidth);
    const y = -0.95 + 1.0 * dice.next() * dice.next() * 1.1;
    const sun = dice.next() < 0.25;
    const size = sun ? dice.between(0.0025, 0.005) : dice.between(0.004, 0.011);
    const colour = sun ? lit(SUN, dice.between(14, 45)) : lit(SKY, dice.between(1.5, 4));
    paper.disc(x, y, size, colour);
  }
  // Sparks on wet leaves and grass.
  for (let n = 0; n < 240; n++) {
    const x = dice.between(-paper.halfWidth, paper.halfWidth);
    const y = dice.between(-0.5, 0.95);
    paper.disc(x, y, dice.between(0.0015, 0.003), lit(mix(SUN, SUNLIT, 0.4), dice.between(5, 22)));
  }
}

/** Beds of flowers along the lawn, larger towards the eye. */
function paintFlowers(paper: Paper, dice: Dice): void {
  for (let bed = 0; bed < 13; bed++) {
    const bx = dice.between(-1.7, 1.7);
    const by = dice.between(HORIZON - 0.02, 0.8);
    const near = 0.35 + 1.3 * (by - HORIZON + 0.05);
    const hue = dice.pick(FLOWERS);
    for (let n = 0; n < 44; n++) {
      const x = bx + dice.between(-0.3, 0.3) * near;
      const y = by + dice.between(-0.09, 0.09) * near;
      const size = dice.between(0.006, 0.017) * near;
      paper.line(x, y, x + dice.between(-0.01, 0.01), y + 0.05 * near, size * 0.3, size * 0.3, lit(LEAF, 0.7));
      const own = mix(hue, dice.pick(FLOWERS), 0.2);
      paper.disc(x, y, size, lit(own, dice.between(0.35, 1.5)));
      paper.disc(x - size * 0.25, y - size * 0.3, size * 0.45, lit(own, 1.7), 0.7);
    }
  }
}
