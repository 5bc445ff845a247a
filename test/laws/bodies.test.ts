/** Everything at once on drops with bodies: rain, gusts, a moving pane, wipers and layers. */
import * as fc from 'fast-check';
import { modelNames, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { BODY, bodyBounds, bodyHeight, writeBody } from '../../src/core/body.js';
import type { MapState } from '../../src/models/maps/map-state.js';
import { checkBooks, checkMaps } from '../support/books.ts';
import { checkLaws } from '../support/laws.ts';
import { modelWith } from '../support/models.ts';
import { runs } from '../support/runs.ts';
import { busyScene, checkLoaded, open } from './busy-scenes.ts';

type Options = Parameters<typeof modelWith>[1];

const wiper = { x: 5, y: 30, length: 30, from: -3, to: 0.5, stroke: 0.1, wear: 1, film: 0.003 } as const;

/** A busy scene in which all there is acts on bodies. */
function everything(name: string): fc.Arbitrary<SceneInput> {
  const parts = fc.record({
    wipers: fc.constantFrom([], [wiper], [wiper, { ...wiper, kind: 'parallel' as const, arm: 12 }]),
    wind: fc.constantFrom({}, { speed: 8000, gusts: { slowest: 1, fastest: 0.05 } }, { vehicle: 15_000 }),
    motion: fc.constantFrom(
      null,
      {
        keys: [
          { t: 0, tilt: 1.5 },
          { t: 0.2, tilt: 0.4 },
          { t: 0.3, tilt: 1, forward: 3000 },
        ],
      },
      {
        keys: [
          { t: 0, turn: 0 },
          { t: 0.1, turn: 1 },
        ],
        repeat: 0.2,
      },
    ),
    rain: fc.constantFrom(
      {},
      {
        rain: {
          kind: 'marshall-palmer' as const,
          rate: '800mm/h',
          drift: 4000,
          smallest: 0.5,
        },
      },
    ),
    fine: fc.constantFrom(null, {}, { density: 5, refill: 0.3 }),
    fog: fc.constantFrom(null, { regrow: 0.5 }),
    film: fc.constantFrom(null, {}, { thickness: 0.05, evaporation: 0.05, friction: 0 }),
  });
  return fc.tuple(busyScene(name), parts).map(([scene, { rain, ...rest }]) => {
    return { ...scene, ...rest, ...rain, model: modelWith(name, scene.model as Options) };
  });
}

/** Rain, drops by hand, changes, fingers and cloths; `afterEach` step. */
function live(simulation: Simulation, count: number, afterEach: (step: number) => void = () => {}): void {
  for (let step = 0; step < count; step++) {
    if (step === 12) simulation.addDrop({ x: 5, y: 2, mass: 20, vy: 30 });
    if (step === 20) simulation.set({ coating: { advancing: '70deg' }, wind: { speed: 3000 } });
    if (step === 33) simulation.wipe({ from: { x: 2, y: 9 }, to: { x: 9, y: 3 }, width: 3 });
    if (step === 41) simulation.wipe({ from: { x: 2, y: 2 }, to: { x: 9, y: 9 }, width: 4, keeps: 'cloth' });
    if (step === 55) simulation.clear();
    simulation.step();
    afterEach(step);
  }
}

/** The cells where the still map is not the highest of all laid bodies. */
function wrongCells({ drops, charts }: MapState): string[] {
  const { grid, heap, still } = charts[0].chart;
  const { cellSize, stride, rows, columns } = grid;
  const heights = new Float32Array(rows * stride);
  const body = new Float64Array(BODY.size);
  const bounds = new Float64Array(4);
  for (let slot = 0; slot < drops.count; slot++) {
    if (drops.laid[slot] === 0) continue;
    writeBody(drops, slot, body);
    bodyBounds(body, bounds);
    const [left, right, top, bottom] = bounds;
    for (let row = Math.max(0, Math.floor(top / cellSize)); row < rows && row * cellSize <= bottom; row++) {
      for (let col = Math.max(0, Math.floor(left / cellSize)); col < columns && col * cellSize <= right; col++) {
        const height = Math.min(bodyHeight(body, (col + 0.5) * cellSize, (row + 0.5) * cellSize), 16 - 2 ** -16);
        // To the even one of two quanta, as adding a large number does.
        const quanta = height * 65536 + 2 ** 52 - 2 ** 52;
        heights[row * stride + col] = Math.max(heights[row * stride + col], quanta / 65536);
      }
    }
  }
  const wrong: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < columns; col++) {
      const is = heap.f32[still + row * stride + col];
      const should = heights[row * stride + col];
      if (is !== should && wrong.length < 3) wrong.push(`row ${row}, col ${col}: ${is} for ${should}`);
    }
  }
  return wrong;
}

describe.each(modelNames)('%s, all at once', (name) => {
  test('books close at every step, and nothing is NaN', () => {
    const property = fc.property(everything(name), (scene) => {
      const { simulation, state } = open(scene);
      live(simulation, 70, (step) => {
        checkBooks(simulation);
        checkMaps(simulation, state);
        if (step % 20 === 0) checkLaws(simulation);
      });
    });
    fc.assert(property, runs(12));
  });

  test.runIf(name === 'rivulet')('the still map is what the bodies at rest make of it, whatever they took up', () => {
    const property = fc.property(everything(name), (scene) => {
      const { simulation, state } = open(scene);
      live(simulation, 60, (step) => {
        if (step % 3 === 0) expect(wrongCells(state)).toEqual([]);
      });
    });
    fc.assert(property, runs(8));
  });

  test('either kernels, saved and loaded at any step, give the same water', () => {
    const property = fc.property(everything(name), fc.nat(40), (scene, when) =>
      checkLoaded(scene, when, (one) => live(one, 60)),
    );
    fc.assert(property, runs(10));
  });
});
