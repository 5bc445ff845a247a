/** The houses of a street: how each is built, and where it stands in its row. */
import { type Colour, Dice, lit, mix } from './paper.js';

/** Where the far end of the street is closed by mist [m]. */
export const FAR = 260;

/** A house of a row. */
export interface House {
  /** Begins and ends [m along z]. */
  readonly from: number;
  readonly to: number;
  readonly tall: number;
  readonly wall: Colour;
  readonly floor: number;
  readonly bay: number;
  readonly open: number;
  readonly shop: Colour;
  readonly sign: Colour;
  readonly number: number;
}

const WALLS: readonly Colour[] = [
  [0.3, 0.13, 0.08],
  [0.42, 0.34, 0.24],
  [0.2, 0.2, 0.22],
  [0.5, 0.46, 0.4],
  [0.34, 0.2, 0.12],
  [0.17, 0.22, 0.28],
  [0.44, 0.3, 0.17],
];
const SHOPS: readonly Colour[] = [
  [1, 0.5, 0.14],
  [1, 0.6, 0.22],
  [1, 0.74, 0.42],
  [0.6, 0.85, 1],
  [1, 0.42, 0.2],
];
const SIGNS: readonly Colour[] = [
  [1, 0.06, 0.05],
  [0.05, 0.55, 0.75],
  [1, 0.55, 0.05],
  [0.1, 0.7, 0.3],
  [0.9, 0.12, 0.45],
  [0.25, 0.3, 1],
];

/** Houses one after another along a side. */
export function makeRow(seed: number, what: number): House[] {
  const dice = new Dice(seed, what);
  const houses: House[] = [];
  for (let from = 0; from < FAR; ) {
    const bay = dice.between(2, 3);
    const to = from + bay * Math.floor(dice.between(4, 7));
    const wall = mix(dice.pick(WALLS), lit([1, 1, 1], dice.between(0.1, 0.4)), 0.25);
    houses.push({
      from,
      to,
      tall: dice.between(9, 21),
      wall,
      floor: dice.between(2.9, 3.5),
      bay,
      open: dice.between(0.2, 0.33),
      shop: dice.pick(SHOPS),
      sign: dice.pick(SIGNS),
      number: houses.length + 40 * what,
    });
    from = to;
  }
  return houses;
}

/**
 * Where along a row lies what is `z` ahead of an eye that has come `travel` along it [m]. From its end a row goes on as its mirror
 * image, and so it does behind the place where the eye set out.
 */
export function alongRow(row: readonly House[], z: number, travel: number): number {
  const whole = row[row.length - 1].to;
  const at = z + travel;
  const inPair = at - 2 * whole * Math.floor(at / (2 * whole));
  return inPair <= whole ? inPair : 2 * whole - inPair;
}

/** The house at place `z` of its row [m]. */
export function houseAt(row: readonly House[], z: number): House {
  let n = 0;
  while (n < row.length - 1 && row[n].to <= z) n++;
  return row[n];
}
