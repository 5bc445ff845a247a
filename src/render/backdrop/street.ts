/** The street as a backdrop, under broken cloud and a low sun on a late afternoon, or at night. */
import type { LinearPicture } from '../picture/linear.js';
import { Canyon, type StreetLight } from './canyon.js';
import { Paper } from './paper.js';
import { paintThings } from './street-things.js';

export const DAY: StreetLight = {
  horizon: [0.62, 0.59, 0.53],
  zenith: [0.02, 0.08, 0.2],
  sun: [200, 170, 115],
  clouds: 0.9,
  ambient: [0.14, 0.16, 0.2],
  litWindows: 0.14,
  windowLight: 0.8,
  shopLight: 1.5,
  night: false,
};

export const NIGHT: StreetLight = {
  horizon: [0.03, 0.032, 0.05],
  zenith: [0.004, 0.008, 0.026],
  sun: [0, 0, 0],
  clouds: 0.5,
  ambient: [0.055, 0.05, 0.06],
  litWindows: 0.3,
  windowLight: 1.3,
  shopLight: 2.4,
  night: true,
};

/** A street after rain, late in the day. */
export function paintStreet(seed: number, width: number, height: number, travel = 0): LinearPicture {
  return paintOf(DAY, seed, width, height, travel);
}

/** A street at night, with lamps up to two hundred times as bright as white. */
export function paintNight(seed: number, width: number, height: number, travel = 0): LinearPicture {
  return paintOf(NIGHT, seed, width, height, travel);
}

/** The picture of a street in some light, for an eye that has come `travel` along it [m]. */
export function paintOf(
  light: StreetLight,
  seed: number,
  width: number,
  height: number,
  travel: number,
): LinearPicture {
  const paper = new Paper(width, height);
  const canyon = new Canyon(light, seed, travel);
  const pixel = 1 / paper.scale;
  paper.fill((x, y, out) => canyon.paint(x, y, pixel, out));
  paintThings(paper, light, seed, travel);
  return paper;
}
