/** A page with the twin of a water texture beside its simulation, for tests in Chromium. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const BOX = { kind: 'box', width: 60, height: 48, depth: 52, cellSize: 1 };

/** `twin(scene)`: sums of heights, largest and mean difference over the mean, after 600 steps of each. */
export const LAB = `(() => {
  window.twin = (scene) => {
    const model = { name: 'stuppacher2007', ...scene.model };
    const { leaves, lightest, ...rest } = scene;
    const simulation = rivulet.createSimulation({ ...rest, drops: [], model, rain: { kind: 'none' }, step: 1 / 60 });
    const { charts } = simulation.surface;
    for (let n = 0; n < (scene.drops ?? 6) * charts.length; n++) {
      const chart = n % charts.length;
      const { width, height } = charts[chart];
      simulation.addDrop({ chart, x: width * (((n * 7) % 11) + 0.5) / 17, y: Math.min(height, 40) * (((n * 29) % 13) + 0.5) / 13, mass: (scene.lightest ?? 20) + (scene.lightest ? n % 9 : n % 30) });
    }
    simulation.advance(0.2);
    const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
    const twin = new wet.WaterTwin({ simulation, renderer });
    const heights = () => simulation.frame().charts.map(({ height: { data, width, height, stride } }) =>
      Float32Array.from({ length: width * height }, (_, n) => data[Math.floor(n / width) * stride + (n % width)]));
    const sumOf = (maps) => maps.reduce((sum, map) => map.reduce((a, b) => a + b, sum), 0);
    const before = heights();
    const started = before.every((map, n) => {
      const read = twin.read(n);
      return map.every((value, i) => value === read[i]);
    });
    const oneStep = (() => { simulation.advance(1 / 60); twin.step(1); return compare(); })();
    simulation.advance(599 / 60);
    twin.step(599);
    twin.update();
    function compare() {
      const [cpu, gpu] = [heights(), charts.map((_, n) => twin.read(n))];
      let [difference, moved] = [0, 0];
      cpu.forEach((map, n) => map.forEach((value, i) => { difference += Math.abs(value - gpu[n][i]); moved += Math.abs(value - before[n][i]); }));
      const total = sumOf(cpu);
      return { total, twin: sumOf(gpu), difference: difference / total, moved: moved / total };
    }
    const end = compare();
    twin.dispose();
    renderer.dispose();
    return { started, before: sumOf(before), oneStep, end, runs: twin.runs, highest: Math.max(...heights().map((map) => Math.max(...map))) };
  };
})()`;

interface Compared {
  readonly total: number;
  readonly twin: number;
  /** Mean difference of heights over the mean height. */
  readonly difference: number;
  readonly moved: number;
}

/** What the twin's scene says besides what a simulation takes. */
export interface TwinScene {
  readonly surface: object;
  readonly model: object;
  readonly pose?: readonly number[];
  /** Drops a chart, and the mass of the lightest [mg]. */
  readonly drops?: number;
  readonly lightest?: number;
  /** Does water leave over open edges? */
  readonly leaves?: boolean;
}

/** After 600 steps both have the same water: all of it within 1e-6, heights within 1 % of their mean. */
export async function compareTwin(page: Page, scene: TwinScene): Promise<void> {
  const found = (await page.evaluate(`twin(${JSON.stringify(scene)})`)) as {
    started: boolean;
    oneStep: Compared;
    end: Compared;
    runs: string;
    highest: number;
    before: number;
  };
  // Where a texel of the CPU is full, its surplus goes to others.
  expect(found.highest).toBeLessThan(15);
  expect([found.started, found.runs]).toEqual([true, 'gpu']);
  expect(found.oneStep.difference).toBeLessThan(1e-4);
  expect(found.end.moved).toBeGreaterThan(0.5);
  if (scene.leaves) expect(found.end.total).toBeLessThan(0.9 * found.before);
  else expect(found.end.total).toBe(found.before);
  // What has left is not in the sum: it differs as the heights do, by their rounding.
  expect(Math.abs(found.end.twin - found.end.total) / found.before).toBeLessThan(scene.leaves ? 1e-4 : 1e-6);
  expect(found.end.difference).toBeLessThan(0.01);
}
