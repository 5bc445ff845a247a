/** What a blade, a finger and a cloth do to the water of every model. */
import { createSimulation, imbalance, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import type { LayerMap } from '../../src/core/frame.js';
import { checkLaws } from '../support/laws.ts';

/** A blade of 60 mm that turns about the middle of the bottom edge, over a pane that is wet when it starts. */
const PIVOT = { x: 60, y: 90 };
const ARM = 10;
const LENGTH = 60;
const FROM = -2.9;
const TO = -0.24;

/** The models with maps. */
const MODELS = [{ name: 'chen2013' }, { name: 'rivulet', contact: 'trails' }, { name: 'chin' }] as const;
type Model = (typeof MODELS)[number];

/** What there must be to wipe: drops, drops out of reach, a trail [mm]. Bodies lie flatter than hemispheres, so they cover more glass and meet sooner. */
const AT_LEAST = {
  chen2013: { drops: 120, far: 30, trail: 1 },
  chin: { drops: 120, far: 30, trail: 1 },
  rivulet: { drops: 60, far: 15, trail: 0.5 },
} as const;

function wetPane(model: Model, changes: SceneInput = {}): SceneInput {
  return {
    seed: 5,
    model,
    surface: { width: 120, height: 100, cellSize: 0.5 },
    coating: { critical: 6 },
    rain: { kind: 'uniform', rate: 400, largeShare: 0 },
    wipers: [{ ...PIVOT, arm: ARM, length: LENGTH, from: FROM, to: TO, stroke: 0.6, interval: 100, delay: 1 }],
    ...changes,
  };
}

/** How deep a place lies inside the sector that the blade sweeps [mm]; below 0 outside. */
function depthInSector(x: number, y: number): number {
  const dx = x - PIVOT.x;
  const dy = y - PIVOT.y;
  const radius = Math.hypot(dx, dy);
  const angle = Math.atan2(dy, dx);
  // Angles as distances along the arc.
  return Math.min(radius - ARM, ARM + LENGTH - radius, (angle - FROM) * radius, (TO - angle) * radius);
}

/** All layers, changing slowly; runners leave less than a blade. */
const LAYERS = {
  film: { thickness: 0.001, evaporation: 0 },
  fine: { refill: 1000 },
  fog: { regrow: 1000 },
} as const satisfies SceneInput;
type Wiper = NonNullable<SceneInput['wipers']>[0];

/** What a layer holds in the cells whose centres `isWanted`. */
function valuesIn(map: LayerMap<Float32Array>, isWanted: (x: number, y: number) => boolean): number[] {
  const { data, width, stride, cellSize } = map;
  const at = (cell: number) => (cell + 0.5) * cellSize;
  return [...data].filter((_, n) => n % stride < width && isWanted(at(n % stride), at(Math.floor(n / stride))));
}

/** Lets it rain for a second, then not, and the blade go forth once. */
function wipeOnce(simulation: Simulation): void {
  simulation.advance(1);
  simulation.set({ rain: { kind: 'none' } });
  simulation.advance(0.6);
}

describe.each(MODELS)('$name', (model) => {
  test('after one sweep nothing is left in the swept area, and the ledger closed at every step', () => {
    // Without residual droplets: what the wave shed runs in again, and having left some it would come to rest there.
    const simulation = createSimulation(wetPane(model), { model: { residuals: false } });
    simulation.advance(1);
    simulation.set({ rain: { kind: 'none' } });
    expect(simulation.drops.count).toBeGreaterThan(AT_LEAST[model.name].drops);
    for (let step = 0; step < 120; step++) {
      simulation.step();
      expect(imbalance(simulation.ledger())).toBeLessThan(1e-12);
    }
    checkLaws(simulation);
    const { drops } = simulation;
    for (let n = 0; n < drops.count; n++) {
      // What the wave shed at the blade's ends runs down from there; drops taken whole end up just outside.
      if (drops.moving[n] === 1) continue;
      expect(depthInSector(drops.x[n], drops.y[n]), `drop at ${drops.x[n]}, ${drops.y[n]}`).toBeLessThan(0);
    }
    const { height } = simulation.frame().charts[0];
    let left = 0;
    let above = 0;
    for (let row = 0; row < height.height; row++) {
      for (let col = 0; col < height.width; col++) {
        const x = (col + 0.5) * 0.5;
        const y = (row + 0.5) * 0.5;
        // Away from the ends of the blade, where what was shed runs in again.
        if (depthInSector(x, y) > 4 && y < 60) left += height.data[row * height.stride + col];
        if (depthInSector(x, y) < -8) above += height.data[row * height.stride + col];
      }
    }
    expect(above).toBeGreaterThan(100);
    expect(left).toBeLessThan(0.02 * above);
  });

  test('with all layers the swept area holds the film, as much as was set, and nothing else', () => {
    const thickness = 0.002;
    const scene = wetPane(model, LAYERS);
    const [wiper] = scene.wipers as [Wiper];
    const simulation = createSimulation({ ...scene, wipers: [{ ...wiper, film: thickness }] });
    simulation.advance(1);
    simulation.set({ rain: { kind: 'none' } });
    for (let step = 0; step < 120; step++) {
      simulation.step();
      expect(imbalance(simulation.ledger())).toBeLessThan(1e-12);
    }
    const { film, fine, fog } = simulation.frame().charts[0];
    // At the very start the blade has met no water yet, at the very end it may have pushed all of it off the glass.
    const isWiped = (x: number, y: number) => {
      const angle = Math.atan2(y - PIVOT.y, x - PIVOT.x);
      return depthInSector(x, y) > 1 && angle > FROM + 0.2 && angle < TO - 0.2;
    };
    const films = valuesIn(film!, isWiped);
    expect(films.length * film!.cellSize ** 2).toBeGreaterThan(4500);
    // To the quantum of the layer in each cell, 2⁻²⁴ mm. So the volume is that of all cells whose centres were swept.
    const without = (values: number[], film: number) => values.filter((value) => Math.abs(value - film) > 2 ** -24);
    const others = without(films, thickness);
    // What the wave shed at the blade's end runs in again and leaves a film of its own: a track of 14 mm at most.
    const dry = without(others, LAYERS.film.thickness);
    expect(others.length - dry.length).toBeLessThan(0.01 * films.length);
    // Water runs along the blade: where it has run dry for a moment it leaves nothing. 7 cells of 22,294 at most.
    expect(dry.filter((value) => value !== 0)).toHaveLength(0);
    expect(dry.length).toBeLessThan(0.001 * films.length);
    // Nothing else but what came back in 0.6 s: that over 1000 s, in the few cells that have their turn in that time.
    for (const values of [valuesIn(fine!.amount, isWiped), valuesIn(fog!, isWiped)]) {
      const back = values.reduce((all, value) => all + value, 0) / values.length;
      expect(back).toBeLessThan(0.6 / 1000);
      expect(Math.max(...values)).toBeLessThan(0.03);
    }
    // Beside it they are as they were.
    const isFar = (x: number, y: number) => depthInSector(x, y) < -8 && y < 60;
    expect(Math.max(...valuesIn(fog!, isFar))).toBeCloseTo(0.8, 3);
    expect(Math.max(...valuesIn(fine!.amount, isFar))).toBe(1);
    checkLaws(simulation);
  });

  test('the volume of the film is its thickness times the swept area, to the cells on its border', () => {
    const thickness = 0.002;
    const scene = wetPane(model, { film: { thickness: 0.0001, evaporation: 0 } });
    const [wiper] = scene.wipers as [Wiper];
    const simulation = createSimulation({ ...scene, wipers: [{ ...wiper, film: thickness }] });
    wipeOnce(simulation);
    const { film } = simulation.frame().charts[0];
    const left = valuesIn(film!, () => true).filter((value) => value > 0.0011).length;
    const swept = valuesIn(film!, (x, y) => depthInSector(x, y) > 0).length;
    // Measured: 0.12 % too little at most, where the blade has met no water yet. The rest is to the cell.
    expect(left / swept).toBeGreaterThan(0.995);
    expect(left / swept).toBeLessThan(1.001);
  });

  test('a dry pane gets no film', () => {
    const simulation = createSimulation(wetPane(model, { rain: { kind: 'none' }, film: {} }));
    simulation.advance(2);
    expect(simulation.ledger()).toMatchObject({ supplied: 0, onDrops: 0, wiped: 0, film: 0 });
  });

  test('nothing that it does not touch is changed', () => {
    const scene = wetPane(model, { seed: 6 });
    // All has run down when the blade starts: a run goes another way with another number, and a blade's beads take numbers.
    const shed: { x: number; y: number }[] = [];
    const [wiped, idle] = [scene.wipers?.map((wiper) => ({ ...wiper, delay: 4 })), []].map((wipers) => {
      const simulation = createSimulation(scene, { wipers });
      simulation.advance(1);
      simulation.set({ rain: { kind: 'none' } });
      simulation.advance(3);
      expect(simulation.drops.moving.subarray(0, simulation.drops.count).some(Boolean)).toBe(false);
      for (let step = 0; step < 120; step++) {
        simulation.step();
        const { count, moving, x, y } = simulation.drops;
        for (let n = 0; n < count; n++) {
          if (moving[n] && depthInSector(x[n], y[n]) < 0) shed.push({ x: x[n], y: y[n] });
        }
      }
      return simulation;
    });
    const far = ({ drops }: Simulation) => {
      const found: string[] = [];
      for (let n = 0; n < drops.count; n++) {
        const { x, y } = { x: drops.x[n], y: drops.y[n] };
        // Out of reach of blade and wave, and of what they shed at the blade's ends.
        const isFar = depthInSector(x, y) < -8 && y < 60 && drops.moving[n] === 0;
        if (!isFar || shed.some((way) => Math.hypot(way.x - x, way.y - y) < 8)) continue;
        found.push(`${drops.id[n]} ${x} ${y} ${drops.mass[n]} ${drops.lobes[n]}`);
      }
      return found.sort();
    };
    expect(far(wiped).length).toBeGreaterThan(AT_LEAST[model.name].far);
    expect(far(wiped)).toEqual(far(idle));
    // The beads did take numbers: the next drop has a higher one.
    const [next, nextIdle] = [wiped, idle].map((one) => one.addDrop({ x: 1, y: 1, mass: 1 }));
    expect(next).toBeGreaterThan(nextIdle);
  });

  test('what is pushed off the glass is wiped', () => {
    const blade = {
      kind: 'parallel',
      x: 60,
      y: 50,
      arm: 100,
      length: 400,
      from: -Math.PI,
      to: 0,
      blade: -Math.PI / 2,
      stroke: 1,
    };
    const scene = wetPane(model, { wipers: [{ ...blade, kind: 'parallel', delay: 1, interval: 100 }] });
    const simulation = createSimulation(scene);
    simulation.advance(1);
    simulation.set({ rain: { kind: 'none' } });
    const { onDrops, drained } = simulation.ledger();
    simulation.advance(1);
    const after = simulation.ledger();
    expect(simulation.drops.count).toBe(0);
    expect(after.onDrops).toBe(0);
    expect(after.wiped).toBeGreaterThan(0.3 * onDrops);
    expect(after.wiped + after.drained - drained).toBeCloseTo(onDrops, 6);
  });

  test('the glass is as wet again in half the time when it rains twice as much', () => {
    const timeUntilWet = (rate: number, seed: number): number => {
      const simulation = createSimulation(wetPane(model, { seed }));
      wipeOnce(simulation);
      simulation.advance(0.6);
      simulation.set({ rain: { kind: 'uniform', rate, largeShare: 0, small: [0.3, 0.5] } });
      const wet = () => {
        const { drops } = simulation;
        let count = 0;
        for (let n = 0; n < drops.count; n++) if (depthInSector(drops.x[n], drops.y[n]) > 5) count += 1;
        return count;
      };
      for (let n = 0; ; n++) {
        if (wet() >= 60) return n * 0.005;
        simulation.step();
      }
    };
    const seeds = [1, 2, 3, 4, 5, 6];
    const mean = (rate: number) => seeds.reduce((sum, seed) => sum + timeUntilWet(rate, seed), 0) / seeds.length;
    const ratio = mean(200) / mean(400);
    // 6 × 60 drops each: two standard errors of the ratio are 15 %.
    expect(ratio).toBeGreaterThan(1.7);
    expect(ratio).toBeLessThan(2.3);
  });

  test('a worn blade leaves streaks of droplets, and thicker film in them', () => {
    const scene = wetPane(model);
    const [wiper] = scene.wipers as [Wiper];
    const film = { thickness: 0.0001, evaporation: 0 };
    const good = createSimulation({ ...scene, film });
    const worn = createSimulation({ ...scene, film, wipers: [{ ...wiper, wear: 1 }] });
    for (const simulation of [good, worn]) wipeOnce(simulation);
    const inside = ({ drops }: Simulation) =>
      [...drops.x.subarray(0, drops.count)].filter((x, n) => depthInSector(x, drops.y[n]) > 5).length;
    expect(inside(worn)).toBeGreaterThan(inside(good) + 10);
    const thickest = (simulation: Simulation) => Math.max(...simulation.frame().charts[0].film!.data);
    // To the quantum of the layer: behind a worn spot the film is five times as thick.
    expect(thickest(worn) / thickest(good)).toBeCloseTo(5, 3);
  });

  test('the same water with either kernels, saved and loaded in mid-stroke', () => {
    const scene = wetPane(model, { ...LAYERS, wind: { speed: 5000, gusts: {} } });
    const simd = createSimulation(scene);
    const reference = createSimulation(scene, {}, { kernels: 'reference' });
    for (const one of [simd, reference]) one.advance(1.25);
    const loaded = createSimulation.load(simd.save());
    expect(loaded.hash()).toBe(simd.hash());
    for (const one of [simd, reference, loaded]) one.advance(0.6);
    expect(reference.hash()).toBe(simd.hash());
    expect(loaded.hash()).toBe(simd.hash());
  });
});

test('a blade that is there and back within a step wipes as well', () => {
  const simulation = createSimulation({
    step: 0.1,
    surface: { width: 40, height: 40, tilt: 0 },
    rain: { kind: 'none' },
    wipers: [{ x: 20, y: 60, length: 80, from: '-170deg', to: '-10deg', stroke: 0.05 }],
    drops: [{ x: 20, y: 20, mass: 1 }],
  });
  simulation.advance(2);
  expect(simulation.ledger()).toMatchObject({ onDrops: 0, wiped: 1 });
});

test('droplets that a worn blade leaves in one step have masses of their own', () => {
  const simulation = createSimulation({
    step: 0.1,
    surface: { width: 100, height: 100, tilt: 0 },
    rain: { kind: 'none' },
    // Forth in one step.
    wipers: [{ x: 50, y: 110, arm: 20, length: 80, from: -2.9, to: -0.24, stroke: 0.1, wear: 1 }],
    drops: [30, 40, 50, 60, 70].map((y) => ({ x: 25, y, mass: 20 })),
  });
  simulation.step();
  const { drops } = simulation;
  const droplets = [...drops.mass.subarray(0, drops.count)].filter((mass) => mass < 0.2);
  expect(droplets.length).toBeGreaterThan(4);
  expect(new Set(droplets).size).toBe(droplets.length);
  expect(Math.min(...droplets)).toBeGreaterThanOrEqual(0.01);
  expect(Math.max(...droplets)).toBeLessThanOrEqual(0.15);
});

describe.each(MODELS.slice(0, 2))('by hand, $name', (model) => {
  const pane = (): Simulation => {
    const simulation = createSimulation({
      ...wetPane(model),
      coating: { critical: 100 },
      rain: { kind: 'none' },
      wipers: [],
      drops: [20, 30, 40, 60].map((x) => ({ x, y: 50, mass: 2 })),
    });
    simulation.step();
    return simulation;
  };
  const STROKE = { from: { x: 10, y: 50 }, to: { x: 44, y: 50 }, width: 10 } as const;

  test('a finger pushes the water before it', () => {
    const simulation = pane();
    expect(simulation.wipe(STROKE)).toBe(0);
    const { drops } = simulation;
    const water = [...drops.mass.subarray(0, drops.count)].reduce((sum, mass) => sum + mass, 0);
    expect(water).toBeCloseTo(8, 12);
    for (let n = 0; n < drops.count; n++) expect(drops.x[n]).toBeGreaterThan(49);
    expect(drops.count).toBe(2);
    simulation.advance(0.1);
    checkLaws(simulation);
  });

  test('a cloth takes it with it', () => {
    const simulation = pane();
    expect(simulation.wipe({ ...STROKE, keeps: 'cloth' })).toBeCloseTo(6, 12);
    expect(simulation.ledger()).toMatchObject({ wiped: 6, onDrops: 2 });
    expect(simulation.drops.count).toBe(1);
    checkLaws(simulation);
    const { height } = simulation.frame().charts[0];
    const left = height.data.filter((h, n) => h > 0 && ((n % height.stride) + 0.5) * 0.5 < 47);
    expect(left).toHaveLength(0);
  });

  test('trails under it are wiped away, and those beside it stay', () => {
    const simulation = createSimulation({
      ...wetPane(model),
      model: { ...model, smoothing: false, erosion: false, residuals: false, meander: 0, affinityTie: 10 },
      rain: { kind: 'none' },
      wipers: [],
      drops: [{ x: 60.2, y: 5, mass: 20 }],
    });
    simulation.advance(1);
    expect(simulation.drops.count).toBe(0);
    const depthAt = (y: number) => {
      const { height } = simulation.frame().charts[0];
      return height.data[Math.floor(y / 0.5) * height.stride + 120];
    };
    const before = depthAt(30);
    expect(before).toBeGreaterThan(AT_LEAST[model.name].trail);
    simulation.wipe({ from: { x: 50, y: 50 }, to: { x: 70, y: 50 }, width: 10 });
    expect(depthAt(30)).toBe(before);
    for (const y of [45.5, 50, 54.5]) expect(depthAt(y)).toBe(0);
    expect(depthAt(56)).toBeGreaterThan(AT_LEAST[model.name].trail);
    checkLaws(simulation);
  });

  test('a dab wipes a spot', () => {
    const simulation = pane();
    simulation.wipe({ from: { x: 30, y: 50 }, to: { x: 30, y: 50 }, width: 8, keeps: 'cloth' });
    expect(simulation.drops.count).toBe(3);
  });

  test.each([
    [null, 'stroke must be an object with from, to and width; got null.'],
    [{ ...STROKE, to: 5 }, 'stroke.to must be a place such as { x: 10, y: 20 }; got 5.'],
    [{ ...STROKE, from: { x: Number.NaN, y: 1 } }, 'stroke.from.x must be -10000 to 10000 mm; got NaN.'],
    [{ ...STROKE, width: 0 }, 'stroke.width must be 0.1 to 1000 mm; got 0.'],
    [{ ...STROKE, keeps: 'cat' }, 'stroke.keeps must be "finger" or "cloth"; got "cat".'],
  ])('%j', (stroke, line) => {
    const simulation = pane();
    const before = simulation.hash();
    expect(() => simulation.wipe(stroke as typeof STROKE)).toThrow(line);
    expect(simulation.hash()).toBe(before);
  });
});
