/** The laws that hold at every instant of every simulation, whatever the model. */
import type { Ledger, MapView, Simulation } from 'rivulet';
import { expect } from 'vitest';

/** Heights are multiples of this [mm]. */
const QUANTUM = 2 ** -16;
/** Heights stay below this [mm]. */
const HEIGHT_LIMIT = 16;

/** Holds a simulation to its laws: finite drops on the pane, quantised heights, known owners, both books closed. */
export function checkLaws(simulation: Simulation): void {
  checkDrops(simulation);
  const { charts } = simulation.frame();
  for (const { height, id, affinity } of charts) {
    expect(cellsThat(height, (h) => !(h >= 0 && h < HEIGHT_LIMIT && Number.isInteger(h / QUANTUM)))).toEqual([]);
    if (affinity) expect(cellsThat(affinity, (f) => !Number.isFinite(f))).toEqual([]);
    // A cell without water has no owner.
    expect(cellsThat(id, (owner, cell) => owner !== 0 && height.data[cell] === 0)).toEqual([]);
  }
  checkLedger(simulation.ledger(), simulation);
}

function checkDrops({ drops, surface }: Simulation): void {
  const ids = new Set<number>();
  // All faults at once: an expectation costs more than a step of a drop.
  const faults: string[] = [];
  for (let slot = 0; slot < drops.count; slot++) {
    const { x, y, vx, vy, mass, radius } = drops;
    const name = `drop ${drops.id[slot]}`;
    const finite = [x, y, vx, vy, mass, radius].every((column) => Number.isFinite(column[slot]));
    if (!finite) faults.push(`${name}: not finite`);
    if (!(mass[slot] > 0)) faults.push(`${name}: ${mass[slot]} mg`);
    const { width, height } = surface.charts[drops.chart[slot]];
    const inside = x[slot] >= 0 && x[slot] <= width && y[slot] >= 0 && y[slot] <= height;
    if (!inside) faults.push(`${name}: at ${x[slot]}, ${y[slot]} off its chart`);
    const rests = drops.moving[slot] === 0;
    if (rests && !(Object.is(vx[slot], 0) && Object.is(vy[slot], 0))) faults.push(`${name}: rests at a speed`);
    ids.add(drops.id[slot]);
  }
  expect(faults).toEqual([]);
  expect(ids.size).toBe(drops.count);
  expect(ids.has(0)).toBe(false);
}

function checkLedger(ledger: Ledger, { drops, surface }: Simulation): void {
  const { supplied, onDrops, film, fine, fog, inField, falling, drained, evaporated, dripped, wiped, field } = ledger;
  const found = onDrops + film + fine + fog + inField + falling + drained + evaporated + dripped + wiped;
  expect(Math.abs(supplied - found)).toBeLessThanOrEqual(1e-9 * supplied);
  let mass = 0;
  for (let slot = 0; slot < drops.count; slot++) mass += drops.mass[slot];
  expect(Math.abs(onDrops - mass)).toBeLessThanOrEqual(1e-9 * supplied);
  // Exact in quanta of height; in mm³ the area of a cell may round the last digit.
  const quanta = (volume: number) => Math.round(volume / surface.cellSize ** 2 / QUANTUM);
  expect(quanta(field.stamped) - quanta(field.smoothed) - quanta(field.eroded)).toBe(quanta(field.total));
  for (const amount of Object.values({ ...ledger, field: 0, ...field })) expect(Number.isFinite(amount)).toBe(true);
}

/** The first few cells of a map for which `isBad` holds, with what they hold. */
function cellsThat<T extends Float32Array | Uint32Array>(
  { data, width, height, stride }: MapView<T>,
  isBad: (value: number, cell: number) => boolean,
): string[] {
  const found: string[] = [];
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const cell = row * stride + col;
      if (found.length < 3 && isBad(data[cell], cell)) found.push(`row ${row}, col ${col}: ${data[cell]}`);
    }
  }
  return found;
}
