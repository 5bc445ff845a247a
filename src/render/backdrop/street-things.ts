/** What stands and drives in the street: trees, lamps, traffic lights, cars, walkers, each with its picture in the wet road. */
import { cos, sin } from '../../core/math.js';
import { HAZE_LIGHT, hazeAt, PERSPECTIVE, type StreetLight } from './canyon.js';
import { type Colour, Dice, lit, mix, type Paper } from './paper.js';

/** A place in the street as it appears on the sheet. */
interface Spot {
  readonly x: number;
  /** Where it touches the ground. */
  readonly foot: number;
  /** Units a metre at its distance. */
  readonly metre: number;
  /** How much of the air's colour lies over it. */
  readonly haze: number;
}

function spotAt(x: number, z: number): Spot {
  const { focal, vanishX, vanishY, eye } = PERSPECTIVE;
  const metre = focal / z;
  return { x: vanishX + x * metre, foot: vanishY + eye * metre, metre, haze: hazeAt(z) };
}

/** Things of a kind along the street. */
interface Row {
  /** How near a thing comes before it is off the sheet, and how much farther off it then stands again [m]. */
  readonly nearest: number;
  readonly length: number;
  /** How fast they come nearer, over the speed of the eye. */
  readonly speed: number;
}

const ROWS = {
  trees: { nearest: 4, length: 135, speed: 1 },
  lamps: { nearest: 3.8, length: 189, speed: 1 },
  parked: { nearest: 2.8, length: 120, speed: 1 },
  /** They are as fast as the eye. */
  sameWay: { nearest: 2.8, length: 120, speed: 0 },
  oncoming: { nearest: 2.8, length: 120, speed: 2 },
  walkers: { nearest: 4.5, length: 60, speed: 1 },
  signals: { nearest: 4, length: 120, speed: 1 },
} as const satisfies Record<string, Row>;

/** How far ahead a thing is that stood at `start` before the eye came so far [m]. */
function ahead(start: number, { nearest, length, speed }: Row, travel: number): number {
  const way = speed * travel;
  return start - way + length * Math.ceil(Math.max(0, nearest + way - start) / length);
}

/** Everything of a street, the farthest first, for an eye that has come `travel` along it [m]. */
export function paintThings(paper: Paper, light: StreetLight, seed: number, travel = 0): void {
  const dice = new Dice(seed, 10);
  const things: { z: number; paint: () => void }[] = [];
  const add = (z: number, paint: () => void) => things.push({ z, paint });
  for (let n = 0; n < 9; n++) {
    for (const side of [-1, 1]) {
      const z = ahead(13 + 14 * n + dice.between(-3, 3) + (side > 0 ? 5 : 0), ROWS.trees, travel);
      const tree = new Dice(seed, 100 + 2 * n + side);
      add(z, () => paintTree(paper, light, spotAt(side * tree.between(9.2, 10), z), tree));
      const post = ahead(9 + 21 * n + (side > 0 ? 9 : 0), ROWS.lamps, travel);
      add(post, () => paintLamp(paper, light, spotAt(side * 7.9, post), side));
    }
  }
  for (let n = 0; n < 15; n++) {
    // Those on the right drive away, those on the left come; beyond them a row is parked.
    const away = n % 2 === 0;
    const start = 11 + 7.5 * n + dice.between(-2, 2);
    const isParked = dice.next() >= 0.6;
    const x = (away ? 1 : -1) * (isParked ? 5 : 1.9) + dice.between(-0.3, 0.3);
    const z = ahead(start, isParked ? ROWS.parked : away ? ROWS.sameWay : ROWS.oncoming, travel);
    const car = new Dice(seed, 200 + n);
    add(z, () => paintCar(paper, light, spotAt(x, z), away, car));
  }
  for (let n = 0; n < 16; n++) {
    const z = ahead(dice.between(9, 60), ROWS.walkers, travel);
    const x = (dice.next() < 0.5 ? -1 : 1) * dice.between(8.4, 12);
    const walker = new Dice(seed, 300 + n);
    add(z, () => paintWalker(paper, light, spotAt(x, z), walker));
  }
  for (const [start, x] of [
    [42, -8],
    [42, 8],
    [78, 8],
    [78, -8],
  ] as const) {
    const z = ahead(start, ROWS.signals, travel);
    add(z, () => paintSignal(paper, light, spotAt(x, z), start < 60 ? 0 : 2));
  }
  things.sort((a, b) => b.z - a.z);
  for (const { paint } of things) paint();
}

/** What a source of light shines with. */
interface Lamp {
  readonly colour: Colour;
  readonly light: number;
}

/** A source of light at a height [m], `size` [m] in radius; glass of lamps is far brighter than white. The wet road mirrors it. */
function paintSource(paper: Paper, spot: Spot, x: number, tall: number, size: number, { colour, light }: Lamp): void {
  const { metre } = spot;
  const px = spot.x + x * metre;
  const radius = Math.max(size * metre, 1.1 / paper.scale);
  // A source smaller than a pixel keeps its light.
  const kept = Math.min(1, (size * metre * size * metre) / (radius * radius)) * 0.7 + 0.3;
  const own = lit(colour, light * kept);
  paper.disc(px, spot.foot - tall * metre, radius, own);
  paper.light(px, spot.foot - tall * metre, radius * 4, radius * 4, lit(colour, light * kept * 0.004));
  paper.light(px, spot.foot - tall * metre, radius * 11, radius * 11, lit(colour, light * kept * 0.0012));
  // In the road it is a long streak.
  const streak = lit(colour, light * kept * 0.02);
  paper.light(px, spot.foot + tall * metre * 0.9, radius * 1.6, radius * 5 + tall * metre * 0.5, streak);
}

const LEAVES: readonly Colour[] = [
  [0.05, 0.09, 0.03],
  [0.09, 0.13, 0.035],
  [0.16, 0.15, 0.04],
  [0.26, 0.15, 0.035],
];

function paintTree(paper: Paper, light: StreetLight, spot: Spot, dice: Dice): void {
  const { metre, foot, x } = spot;
  const tall = dice.between(5.5, 8.5);
  const air = lit(light.horizon, HAZE_LIGHT);
  const bark = mix(
    lit([0.05 * light.ambient[0], 0.04 * light.ambient[1], 0.035 * light.ambient[2]], 1),
    air,
    spot.haze,
  );
  paper.line({ x0: x, y0: foot, x1: x, y1: foot - tall * 0.55 * metre }, 0.34 * metre, 0.2 * metre, bark);
  const hue = dice.pick(LEAVES);
  for (let n = 0; n < 420; n++) {
    const turn = dice.between(0, 2 * Math.PI);
    const out = Math.sqrt(dice.next());
    const lx = out * cos(turn) * 2.3;
    const ly = tall * 0.72 + out * sin(turn) * 2.4;
    const lift = 0.35 + 0.9 * Math.max(0, (ly - tall * 0.5) / (tall * 0.5)) + dice.between(-0.25, 0.35);
    const leaf = mix(hue, dice.pick(LEAVES), 0.35);
    const own: Colour = [leaf[0] * light.ambient[0], leaf[1] * light.ambient[1], leaf[2] * light.ambient[2]];
    const size = dice.between(0.08, 0.34) * metre;
    paper.disc(x + lx * metre, foot - ly * metre, size, mix(lit(own, lift), air, spot.haze), 0.85);
  }
}

function paintLamp(paper: Paper, light: StreetLight, spot: Spot, side: number): void {
  const { metre, foot, x } = spot;
  const steel = mix(lit(light.ambient, 0.045), lit(light.horizon, HAZE_LIGHT), spot.haze);
  const reach = -side * 1.5;
  paper.line({ x0: x, y0: foot, x1: x, y1: foot - 7.6 * metre }, 0.16 * metre, 0.1 * metre, steel);
  paper.line(
    { x0: x, y0: foot - 7.6 * metre, x1: x + reach * metre, y1: foot - 7.9 * metre },
    0.09 * metre,
    0.09 * metre,
    steel,
  );
  if (light.night) paintSource(paper, spot, reach, 7.8, 0.2, { colour: [1, 0.5, 0.15], light: 120 });
  else paper.ellipse(x + reach * metre, foot - 7.8 * metre, 0.35 * metre, 0.12 * metre, lit(light.ambient, 0.5));
}

const PAINTS: readonly Colour[] = [
  [0.45, 0.03, 0.02],
  [0.03, 0.1, 0.32],
  [0.5, 0.5, 0.5],
  [0.03, 0.03, 0.035],
  [0.75, 0.74, 0.7],
  [0.02, 0.16, 0.14],
  [0.6, 0.34, 0.02],
];

function paintCar(paper: Paper, light: StreetLight, spot: Spot, away: boolean, dice: Dice): void {
  const { metre, foot, x } = spot;
  const air = lit(light.horizon, HAZE_LIGHT);
  const shade = (colour: Colour, gain: number): Colour =>
    mix(
      [colour[0] * light.ambient[0] * gain, colour[1] * light.ambient[1] * gain, colour[2] * light.ambient[2] * gain],
      air,
      spot.haze,
    );
  const paint = dice.pick(PAINTS);
  const at = (dx: number) => x + dx * metre;
  const up = (dy: number) => foot - dy * metre;
  // Shadow and picture in the road, then the car from below.
  paper.ellipse(x, foot, 1.15 * metre, 0.22 * metre, shade([0.02, 0.02, 0.02], 1), { opacity: 0.8 });
  paper.box(at(-0.85), up(-0.05), at(0.85), up(-0.9), shade(paint, 0.3), { opacity: 0.4, round: 0.2 * metre });
  paper.box(at(-0.85), up(0.38), at(-0.55), up(0.02), shade([0.015, 0.015, 0.015], 1), { round: 0.05 * metre });
  paper.box(at(0.55), up(0.38), at(0.85), up(0.02), shade([0.015, 0.015, 0.015], 1), { round: 0.05 * metre });
  paper.box(at(-0.7), up(1.5), at(0.7), up(0.8), shade(paint, 0.85), { round: 0.24 * metre });
  paper.box(at(-0.6), up(1.42), at(0.6), up(0.95), mix(shade([0.05, 0.06, 0.07], 1), light.horizon, 0.18), {
    round: 0.16 * metre,
  });
  paper.box(at(-0.9), up(1.0), at(0.9), up(0.22), shade(paint, 1), { round: 0.2 * metre });
  paper.box(at(-0.85), up(1.0), at(0.85), up(0.9), shade(paint, 1.7), { opacity: 0.7, round: 0.05 * metre });
  paper.box(at(-0.5), up(0.5), at(0.5), up(0.28), shade([0.03, 0.03, 0.03], 1), { opacity: 0.9, round: 0.05 * metre });
  const bright = light.night ? 1 : 0.32;
  for (const dx of [-0.66, 0.66]) {
    if (away) paintSource(paper, spot, dx, 0.78, 0.12, { colour: [1, 0.012, 0.006], light: 75 * bright });
    else paintSource(paper, spot, dx, 0.68, 0.13, { colour: [1, 0.9, 0.74], light: 150 * bright });
  }
}

/** A traffic light; `on` is the number of the lamp that is lit, from the top. */
function paintSignal(paper: Paper, light: StreetLight, spot: Spot, on: number): void {
  const { metre, foot, x } = spot;
  const dark = lit(light.ambient, 0.02);
  paper.line({ x0: x, y0: foot, x1: x, y1: foot - 3.4 * metre }, 0.14 * metre, 0.12 * metre, dark);
  paper.box(x - 0.22 * metre, foot - 4.4 * metre, x + 0.22 * metre, foot - 3.2 * metre, dark, { round: 0.08 * metre });
  const colours: readonly Colour[] = [
    [1, 0.012, 0.008],
    [1, 0.4, 0.01],
    [0.01, 1, 0.32],
  ];
  paintSource(paper, spot, 0, 4.2 - 0.36 * on, 0.17, { colour: colours[on], light: light.night ? 110 : 45 });
}

const COATS: readonly Colour[] = [
  [0.5, 0.05, 0.04],
  [0.75, 0.5, 0.03],
  [0.03, 0.18, 0.4],
  [0.02, 0.02, 0.025],
  [0.3, 0.3, 0.3],
  [0.05, 0.3, 0.2],
  [0.6, 0.15, 0.3],
];

/** A walker under an umbrella. */
function paintWalker(paper: Paper, light: StreetLight, spot: Spot, dice: Dice): void {
  const { metre, foot, x } = spot;
  const air = lit(light.horizon, HAZE_LIGHT);
  const shade = (colour: Colour): Colour =>
    mix([colour[0] * light.ambient[0], colour[1] * light.ambient[1], colour[2] * light.ambient[2]], air, spot.haze);
  const coat = shade(lit(dice.pick(COATS), 0.6));
  const roof = shade(dice.pick(COATS));
  paper.box(x - 0.2 * metre, foot, x + 0.2 * metre, foot + 1.2 * metre, coat, { opacity: 0.18, round: 0.1 * metre });
  paper.line(
    { x0: x - 0.09 * metre, y0: foot, x1: x - 0.05 * metre, y1: foot - 0.8 * metre },
    0.14 * metre,
    0.18 * metre,
    shade([0.02, 0.02, 0.03]),
  );
  paper.line(
    { x0: x + 0.12 * metre, y0: foot, x1: x + 0.05 * metre, y1: foot - 0.8 * metre },
    0.14 * metre,
    0.18 * metre,
    shade([0.02, 0.02, 0.03]),
  );
  paper.line({ x0: x, y0: foot - 0.75 * metre, x1: x, y1: foot - 1.35 * metre }, 0.42 * metre, 0.4 * metre, coat);
  paper.disc(x, foot - 1.62 * metre, 0.12 * metre, shade([0.35, 0.2, 0.14]));
  paper.ellipse(x + 0.1 * metre, foot - 1.85 * metre, 0.58 * metre, 0.24 * metre, roof);
}
