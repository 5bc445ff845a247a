/** The largest drop that hangs: the table of the engine against Young and Laplace's equation, integrated here. */
import { describe, expect, test } from 'vitest';
import { pendantMass } from '../../src/surface/pendant.js';

/** [mg/s²], [mm/s²] */
const GAMMA = 72_800;
const G = 9810;
const CAPILLARY = Math.sqrt(GAMMA / G);

/**
 * The greatest volume, in cubes of the capillary length, of drops that meet a ceiling at `angle` for the first or the second
 * time: for each curvature of the apex the profile dψ/ds = 2b − z − sin ψ/x is followed upwards from there.
 */
function greatestVolume(angle: number): number {
  let greatest = 0;
  for (let b = 0.5; b < 3; b *= 1.01) greatest = Math.max(greatest, ...volumesAt(angle, b));
  return greatest;
}

function volumesAt(angle: number, b: number): number[] {
  const H = 2e-3;
  let [x, z, psi, volume] = [H, (b * H * H) / 2, b * H, 0];
  const volumes: number[] = [];
  const bend = (px: number, pz: number, p: number) => 2 * b - pz - Math.sin(p) / px;
  for (let s = H; s < 9 && volumes.length < 2 && x > 0.01 * s && psi > -0.1; s += H) {
    // The middle of the step first.
    const mx = x + (H / 2) * Math.cos(psi);
    const mz = z + (H / 2) * Math.sin(psi);
    const mp = psi + (H / 2) * bend(x, z, psi);
    const nx = x + H * Math.cos(mp);
    const nz = z + H * Math.sin(mp);
    const np = psi + H * bend(mx, mz, mp);
    volume += Math.PI * mx * mx * (nz - z);
    if ((psi - angle) * (np - angle) <= 0) volumes.push(volume);
    [x, z, psi] = [nx, nz, np];
  }
  return volumes;
}

describe('the pendant limit', () => {
  test.each([10, 25, 45, 60, 75, 90, 105, 120])('is the greatest volume of Young and Laplace at %i°', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const table = pendantMass(angle, G) / CAPILLARY ** 3;
    // The table is linear between tens of degrees.
    expect(Math.abs(table / greatestVolume(angle) - 1)).toBeLessThan(degrees % 10 === 0 ? 0.005 : 0.02);
  });

  test('goes with gravity to the power of −3/2', () => {
    expect(pendantMass(1, G / 4) / pendantMass(1, G)).toBeCloseTo(8, 12);
  });

  test('is no limit where nothing pulls a drop off', () => {
    for (const away of [0, -1, -G]) expect(pendantMass(1, away)).toBe(Number.POSITIVE_INFINITY);
  });
});
