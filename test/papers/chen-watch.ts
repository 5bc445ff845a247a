/** Watches one of Chen's scenes run: how many drops there are, how much of the glass is wet, how many runs begin. */
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';
import { expect } from 'vitest';
import { cellsOf } from '../support/reading.ts';

/** What was seen from `from` to `until` [s]. */
export interface Watched {
  /** Drops on the glass: fewest, most and on average. */
  readonly drops: { least: number; most: number; mean: number };
  /** Share of the cells that are wet: least and most. */
  readonly wet: { least: number; most: number };
  /** Drops that began to run, a second. */
  readonly runs: number;
}

/** How often drops and water are looked at [s]. */
const LOOK = 0.25;

export function watch(scene: string, overrides: SceneInput, from: number, until: number): Watched {
  const simulation = createSimulation(scene, overrides);
  simulation.advance(from);
  const counts: number[] = [];
  const shares: number[] = [];
  let started = 0;
  let running = runningIds(simulation);
  const steps = Math.round((until - from) / simulation.scene.step);
  const look = Math.round(LOOK / simulation.scene.step);
  for (let step = 0; step < steps; step++) {
    simulation.step();
    const now = runningIds(simulation);
    for (const id of now) if (!running.has(id)) started += 1;
    running = now;
    if (step % look !== 0) continue;
    counts.push(simulation.drops.count);
    shares.push(wetShare(simulation));
  }
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return {
    drops: { least: Math.min(...counts), most: Math.max(...counts), mean },
    wet: { least: Math.min(...shares), most: Math.max(...shares) },
    runs: started / (until - from),
  };
}

function runningIds({ drops }: Simulation): Set<number> {
  const ids = new Set<number>();
  for (let slot = 0; slot < drops.count; slot++) if (drops.moving[slot] === 1) ids.add(drops.id[slot]);
  return ids;
}

function wetShare(simulation: Simulation): number {
  const heights = cellsOf(simulation.frame().charts[0].height);
  return heights.filter((height) => height > 0).length / heights.length;
}

/** Holds what was seen of chen-pane-500 to the paper's pane: as many drops, as wet and as lively. */
export function checkChensPane({ drops, wet, runs }: Watched): void {
  expect(drops.least).toBeGreaterThanOrEqual(400);
  expect(drops.most).toBeLessThanOrEqual(600);
  expect(wet.least).toBeGreaterThan(0.02);
  expect(wet.most).toBeLessThan(0.1);
  expect(runs).toBeGreaterThan(20);
}
