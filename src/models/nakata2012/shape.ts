import { hemisphereRadius } from '../../core/body.js';
import type { Drops } from '../../core/drops.js';
import { exp } from '../../core/math.js';
import type { NakataState } from './state.js';

/** Gives a drop the half capsule of its speed, which holds its water (NAK-11, NAK-O3); one at rest is a hemisphere. */
export function takeShape({ drops, options }: NakataState, slot: number): void {
  const vx = drops.vx[slot];
  const vy = drops.vy[slot];
  const speed = Math.sqrt(vx * vx + vy * vy);
  if (speed > 0) {
    drops.headingX[slot] = vx / speed;
    drops.headingY[slot] = vy / speed;
  }
  drops.stretch[slot] = options.stretchMax * (1 - exp(-speed / options.stretchSpeed));
  drops.fit(slot);
}

/** How far a drop reaches from its centre [mm]. */
export function reachAround(drops: Drops, slot: number): number {
  return drops.radius[slot] + headAhead(drops, slot);
}

/** Does a drop cover a place [mm]? */
export function covers(drops: Drops, slot: number, x: number, y: number): boolean {
  const dx = x - drops.x[slot];
  const dy = y - drops.y[slot];
  const half = headAhead(drops, slot);
  const along = Math.min(half, Math.max(-half, dx * drops.headingX[slot] + dy * drops.headingY[slot]));
  const offX = dx - along * drops.headingX[slot];
  const offY = dy - along * drops.headingY[slot];
  return offX * offX + offY * offY < drops.radius[slot] * drops.radius[slot];
}

/** How far the centre of a capsule's head is from its middle [mm]. */
export function headAhead({ radius, stretch }: Drops, slot: number): number {
  return (radius[slot] * stretch[slot]) / 2;
}

/** A way across a closed surface that is so long around [mm], taken the shorter way; as it is where `around` is 0. */
export function shortest(way: number, around: number): number {
  return around > 0 ? way - around * Math.round(way / around) : way;
}

/** Radii of hemispheres, kept for as long as a slot has the same mass: most running drops keep theirs for many steps. */
export class KeptRadii {
  #mass = new Float64Array(64);
  #radius = new Float64Array(64);

  /** Radius of a hemisphere of this mass [mm]; `slot` is where it is kept. */
  of(mass: number, slot: number): number {
    if (slot >= this.#mass.length) this.#grow(2 * (slot + 1));
    if (this.#mass[slot] !== mass) {
      this.#mass[slot] = mass;
      this.#radius[slot] = hemisphereRadius(mass, 1);
    }
    return this.#radius[slot];
  }

  #grow(room: number): void {
    this.#mass = new Float64Array(room);
    this.#radius = new Float64Array(room);
  }
}
