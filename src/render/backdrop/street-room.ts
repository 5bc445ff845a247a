/**
 * The street on the six walls of a room: one street in three dimensions (canyon.ts), seen from the room's middle along a ray
 * through each pixel. Ahead, what stands and drives in it is there as well; behind, it goes on as its mirror image. With a cabin
 * the rays that go in through a windshield at the middle show the inside of a car.
 */
import { addBilinear, type LinearPicture } from '../picture/linear.js';
import { Canyon, PERSPECTIVE, type StreetLight } from './canyon.js';
import type { EnvironmentFaces } from './environment.js';
import { DAY, NIGHT, paintOf } from './street.js';

/** What a room is painted from. */
export interface StreetRoom {
  readonly kind: 'street' | 'night';
  readonly seed: number;
  /** Pixels across the picture of the street that a pane has; the walls are as fine as that. */
  readonly resolution: number;
  /** How far the eye has come along the street [m]. */
  readonly travel: number;
  /** Is the inside of a car behind? */
  readonly cabin: boolean;
}

/** Side of the wall ahead over the width of a pane's picture, and of the other walls over the wall ahead. */
const AHEAD_SHARE = 2 / 3;
const OTHER_SHARE = 1 / 2;
/** A ray is never exactly along a wall. */
const LEAST_AHEAD = 1e-6;

/** Directions of the walls' pixels, as GL lays cubes: x right, y up, z ahead; a across and b down, −1 to 1. */
const DIRECTIONS: Readonly<Record<keyof EnvironmentFaces, (a: number, b: number) => [number, number, number]>> = {
  px: (a, b) => [1, -b, -a],
  nx: (a, b) => [-1, -b, a],
  py: (a, b) => [a, 1, b],
  ny: (a, b) => [a, -1, -b],
  pz: (a, b) => [a, -b, 1],
  nz: (a, b) => [-a, -b, -1],
};

/** Paints the six walls. */
export function paintStreetRoom(room: StreetRoom): EnvironmentFaces {
  const light = room.kind === 'night' ? NIGHT : DAY;
  const street = new Street(light, room);
  const ahead = Math.max(16, Math.round(room.resolution * AHEAD_SHARE));
  const others = Math.max(16, Math.round(ahead * OTHER_SHARE));
  const paint = (face: keyof EnvironmentFaces, side: number): LinearPicture => {
    const data = new Float32Array(3 * side * side);
    const colour = new Float64Array(3);
    for (let p = 0; p < side * side; p++) {
      const a = (2 * (p % side) + 1) / side - 1;
      const b = (2 * Math.floor(p / side) + 1) / side - 1;
      const [x, y, z] = DIRECTIONS[face](a, b);
      if (room.cabin && isInCabin(y, z)) paintCabin([x, y, z], 2 / side, street, colour);
      else street.look(x, y, z, 2 / side, colour);
      data.set(colour, 3 * p);
    }
    return { data, width: side, height: side };
  };
  const [px, nx, py] = [paint('px', others), paint('nx', others), paint('py', others)];
  return { px, nx, py, ny: paint('ny', others), pz: paint('pz', ahead), nz: paint('nz', others) };
}

/** The light of the street along any ray from its middle. */
class Street {
  readonly light: StreetLight;
  readonly #sheet: LinearPicture;
  readonly #ahead: Canyon;
  readonly #behind: Canyon;

  constructor(light: StreetLight, { seed, resolution, travel }: StreetRoom) {
    this.light = light;
    this.#sheet = paintOf(light, seed, resolution, Math.round((resolution * 9) / 16), travel);
    this.#ahead = new Canyon(light, seed, travel);
    // There is one sun.
    this.#behind = new Canyon({ ...light, sun: [0, 0, 0] }, seed, -travel);
  }

  /** Writes the colour along (x, y, z), z ahead; `angle` [rad] is what a pixel covers. */
  look(x: number, y: number, z: number, angle: number, out: Float64Array): void {
    const { focal, vanishX, vanishY } = PERSPECTIVE;
    const depth = Math.max(LEAST_AHEAD, Math.abs(z));
    const [tx, ty] = [x / depth, -y / depth];
    const [sheetX, sheetY] = [vanishX + focal * tx, vanishY + focal * ty];
    const half = this.#sheet.width / this.#sheet.height;
    out.fill(0);
    if (z > 0 && Math.abs(sheetY) < 1 && Math.abs(sheetX) < half) {
      addBilinear(this.#sheet, (sheetX / half + 1) / 2, (sheetY + 1) / 2, 1, out);
      return;
    }
    const pixel = angle * focal * Math.max(1, Math.abs(tx), Math.abs(ty));
    (z > 0 ? this.#ahead : this.#behind).paint(sheetX, sheetY, pixel, out);
  }
}

/** Up and forward out of a windshield 27° from level, which is the room's middle. */
const GLASS_UP = 0.891;
const GLASS_AHEAD = 0.454;

function isInCabin(y: number, z: number): boolean {
  return y * GLASS_UP + z * GLASS_AHEAD < 0;
}

/** The inside of a car [m from the windshield's middle]: half its width, roof, sills of the windows, back, and where seats stand. */
const CABIN = { side: 0.7, roof: 0.26, sill: -0.16, floor: -0.75, back: 1.9, seats: 0.85, seatAt: 0.36 } as const;
/** Pillars between the side windows, from the front [m behind the windshield's middle]. */
const PILLARS = [
  [0.25, 0.42],
  [1.05, 1.13],
  [1.72, 1.9],
] as const;
/** Share of the street's light on cloth and plastic inside. */
const LINING = 0.5;
const CLOTH = 0.22;
const PLASTIC = 0.1;

/** Writes what a ray sees inside: board, seats, lining, doors and floor, or the street through side and rear windows. */
function paintCabin(ray: readonly [number, number, number], angle: number, street: Street, out: Float64Array): void {
  const share = clothAlong(ray[0], ray[1], -ray[2]);
  if (share < 0) street.look(...ray, angle, out);
  else for (let c = 0; c < 3; c++) out[c] = share * street.light.ambient[c];
}

/** Share of the street's light that comes from what a ray meets inside, z to the back; −1 through a window. */
function clothAlong(x: number, y: number, z: number): number {
  if (z <= 0) return PLASTIC; // the board below the glass
  const seat = CABIN.seats / z;
  if (isSeat(x * seat, y * seat)) return CLOTH * (y * seat > -0.1 ? 1 : 0.7);
  const toSide = CABIN.side / Math.max(LEAST_AHEAD, Math.abs(x));
  const toBack = CABIN.back / z;
  const toRoof = y > 0 ? CABIN.roof / y : Number.POSITIVE_INFINITY;
  const toFloor = y < 0 ? CABIN.floor / y : Number.POSITIVE_INFINITY;
  const way = Math.min(toSide, toBack, toRoof, toFloor);
  if (way === toRoof) return LINING;
  if (way === toFloor) return 0.5 * PLASTIC;
  const [across, tall, deep] = [Math.abs(x) * way, y * way, z * way];
  if (tall < CABIN.sill) return PLASTIC;
  const isGlazed =
    way === toBack
      ? tall < 0.17 && across < 0.56
      : tall < 0.2 && !PILLARS.some(([from, to]) => deep > from && deep < to);
  return isGlazed ? -1 : LINING * 0.7;
}

/** Two seats with head rests. */
function isSeat(x: number, y: number): boolean {
  const away = Math.abs(Math.abs(x) - CABIN.seatAt);
  const isRest = away < 0.12 && y > -0.08 && y < 0.12;
  const isBack = away < 0.25 && y <= -0.1;
  return isRest || isBack || (away < 0.04 && y <= -0.05 && y > -0.12);
}
