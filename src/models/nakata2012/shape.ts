import { hemisphereRadius } from '../../core/body.js';
import { headOffset } from '../../core/body-volume.js';
import { ALL_SCENES, MAPS } from '../../core/build-flags.js';
import type { Drops } from '../../core/drops.js';
import { exp } from '../../core/math.js';
import { profileOf } from '../../core/profile.js';
import type { NakataOptions } from './options.js';
import type { NakataState } from './state.js';

/** Length of a drop of this speed [mm/s] between head and rear over its radius (NAK-O3). */
export function stretchAt({ stretchMax, stretchSpeed }: NakataOptions, speed: number): number {
  return stretchMax * (1 - exp(-speed / stretchSpeed));
}

/**
 * Gives a drop the half capsule of its speed, which holds its water (NAK-11, NAK-O3); one at rest is a hemisphere. Where drops
 * deform their shapes follow with time (`deforming.ts`), and only their size follows at once.
 */
export function takeShape({ drops, options, deforming, shapes }: NakataState, slot: number): void {
  if (ALL_SCENES && deforming) {
    drops.fit(slot);
    return;
  }
  const vx = drops.vx[slot];
  const vy = drops.vy[slot];
  const speed = Math.sqrt(vx * vx + vy * vy);
  if (speed > 0) {
    drops.headingX[slot] = vx / speed;
    drops.headingY[slot] = vy / speed;
  }
  if (ALL_SCENES && shapes?.recall(drops, slot, speed)) return;
  drops.stretch[slot] = stretchAt(options, speed);
  drops.fit(slot);
  if (ALL_SCENES) shapes?.keep(drops, slot, speed);
}

/**
 * Stretch and radius of half capsules, kept for as long as a slot has the same speed and mass: a drop that has reached its
 * final speed keeps both. They follow from the rest; `forget` once the options change.
 */
export class KeptShapes {
  /** Mass, speed, stretch and radius of each slot. */
  #kept = new Float64Array(4 * 64);

  /** Gives a drop the shape that is kept; false if there is none for its speed [mm/s] and mass. */
  recall({ mass, stretch, radius }: Drops, slot: number, speed: number): boolean {
    const kept = this.#kept;
    const at = 4 * slot;
    if (at >= kept.length || kept[at] !== mass[slot] || kept[at + 1] !== speed) return false;
    stretch[slot] = kept[at + 2];
    radius[slot] = kept[at + 3];
    return true;
  }

  keep({ mass, stretch, radius }: Drops, slot: number, speed: number): void {
    if (4 * slot >= this.#kept.length) this.#kept = new Float64Array(8 * (slot + 1));
    const kept = this.#kept;
    kept[4 * slot] = mass[slot];
    kept[4 * slot + 1] = speed;
    kept[4 * slot + 2] = stretch[slot];
    kept[4 * slot + 3] = radius[slot];
  }

  forget(): void {
    this.#kept.fill(0);
  }
}

/** How far a drop reaches from its centre [mm]. */
export function reachAround(drops: Drops, slot: number): number {
  if (!ALL_SCENES || !isTapered(drops, slot)) return drops.radius[slot] + headAhead(drops, slot);
  const ahead = headAhead(drops, slot);
  const { radius, stretch, tail } = drops;
  return Math.max(radius[slot] + ahead, radius[slot] * (stretch[slot] + tail[slot]) - ahead);
}

/** Is a drop's rear narrower or wider than its head? Half capsules are not. */
export function isTapered({ tail, stretch, waist }: Drops, slot: number): boolean {
  return ALL_SCENES && MAPS && (tail[slot] !== 1 || waist[slot] !== 0) && stretch[slot] !== 0;
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

/** How far the centre of a drop's head is from its middle [mm]. */
export function headAhead(drops: Drops, slot: number): number {
  const { radius, stretch, tail, waist, contactAngle } = drops;
  if (!ALL_SCENES || !isTapered(drops, slot)) return (radius[slot] * stretch[slot]) / 2;
  return radius[slot] * headOffset(profileOf(contactAngle[slot]), stretch[slot], tail[slot], waist[slot]);
}

/** How far the centre of its rear is behind its middle [mm]. */
export function rearBehind(drops: Drops, slot: number): number {
  return drops.radius[slot] * drops.stretch[slot] - headAhead(drops, slot);
}

/** A way across a closed surface that is so long around [mm], taken the shorter way; as it is where `around` is 0. */
export function shortest(way: number, around: number): number {
  return ALL_SCENES && around > 0 ? way - around * Math.round(way / around) : way;
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
