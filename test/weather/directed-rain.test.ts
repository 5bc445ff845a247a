/** Rain with a direction on surfaces in space: flux by angle, dry under an overhang; and wind in the world. */
import { createSimulation, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import { aboutAxis, createPose, toWorld } from '../../src/core/pose.js';
import { Box } from '../../src/surface/box.js';
import { Cylinder } from '../../src/surface/cylinder.js';
import { createSurfacePoint, type Surface } from '../../src/surface/surface.js';
import { DirectedRain } from '../../src/weather/directed-rain.js';
import { MarshallPalmerRain } from '../../src/weather/marshall-palmer.js';
import { createArrival } from '../../src/weather/rain.js';

const OPTIONS = {
  rate: 50 / 3600,
  drift: 0,
  smallest: 1,
  weighting: 'arrival',
  max: Number.POSITIVE_INFINITY,
} as const;
/** Level velocity of the air along X and Z [mm/s]. */
const WIND = [3000, -2000] as const;

/** Drops, their water, and the sum of squares of their masses, by chart, in `seconds`. */
function gather(surface: Surface, rain: DirectedRain, seconds: number) {
  const chance = new Chance(7);
  const drop = createArrival();
  const charts = surface.charts.map(() => ({ drops: 0, water: 0, squares: 0 }));
  const places: { x: number; y: number; chart: number }[] = [];
  for (let step = 0; step < seconds * 10; step++) {
    const count = rain.count(chance, step, 0.1, 0);
    for (let n = 0; n < count; n++) {
      rain.drop(chance, step, n, drop);
      const sum = charts[drop.chart];
      sum.drops += 1;
      sum.water += drop.mass;
      sum.squares += drop.mass * drop.mass;
      places.push({ chart: drop.chart, x: drop.x, y: drop.y });
    }
  }
  return { charts, places };
}

describe('on a tilted box in wind', () => {
  const box = new Box({ width: 80, height: 60, depth: 100, cellSize: 1, open: [] });
  const pose = createPose();
  aboutAxis([1, 0.4, -0.3], 0.6, pose.rotation);
  const rain = new DirectedRain(OPTIONS, WIND, { surface: box, index: 0 });
  rain.aim(Number.NaN, pose);
  const SECONDS = 60;
  const { charts } = gather(box, rain, SECONDS);

  test.each(box.charts.map(({ name }, chart) => [name, chart] as const))(
    'the %s gets its analytic flux within three standard errors',
    (_name, chart) => {
      const { width, height } = box.charts[chart];
      const depth = rain.depthAt({ chart, x: 1, y: 1 }) - rain.fineDepthOn(chart);
      const expected = depth * width * height * SECONDS;
      const { water, squares } = charts[chart];
      // Of a compound Poisson process the variance is the sum of the squares.
      expect(Math.abs(water - expected)).toBeLessThanOrEqual(3 * Math.sqrt(squares));
    },
  );

  test('three faces look into the rain, and what they get is the flux through their shadow', () => {
    expect(charts.filter(({ drops }) => drops > 0)).toHaveLength(3);
    const through = box.charts.map(({ width, height }, chart) => rain.depthAt({ chart, x: 1, y: 1 }) * width * height);
    expect(Math.min(...through)).toBe(0);
  });
});

test('straight down on level ground it is the rate, and upright faces stay dry', () => {
  const box = new Box({ width: 80, height: 60, depth: 100, cellSize: 1, open: [] });
  const rain = new DirectedRain(OPTIONS, [0, 0], { surface: box, index: 0 });
  rain.aim(Number.NaN, createPose());
  const depths = box.charts.map((_, chart) => rain.depthAt({ chart, x: 1, y: 1 }));
  expect(depths).toEqual([0, 0, 0, 0, expect.closeTo(OPTIONS.rate, 12), 0]);
});

test('on a pane it brings what the rain of panes brings, at any tilt and drift', () => {
  for (const [tilt, drift] of [
    [0.3, 0],
    [1, 4000],
    [1.5, 2500],
  ]) {
    // The front of a tilted pane faces −Z: rain that drifts towards it moves along +Z.
    const scene: SceneInput = { rain: { kind: 'none' }, surface: { tilt } };
    const { pose } = createSimulation(scene).frame();
    const { width, height } = createSimulation(scene).surface;
    const flat = new MarshallPalmerRain(
      { ...OPTIONS, drift },
      { surface: { charts: [{ width, height }], sample: () => {} }, index: 0 },
    );
    flat.aim(tilt);
    const pane = createSimulation(scene).surface;
    const surface = {
      charts: pane.charts,
      point: (place: { x: number; y: number }, out: ReturnType<typeof createSurfacePoint>) =>
        Object.assign(out, pane.point(place)),
    } as unknown as Surface;
    const rain = new DirectedRain(OPTIONS, [0, drift], { surface, index: 0 });
    rain.aim(Number.NaN, pose);
    expect(rain.fineDepthOn(0) / flat.fineDepth).toBeCloseTo(1, 3);
  }
});

test('under the roof of a pipe that is open at one end it is dry: only what the sky sees gets rain', () => {
  // Wet inside, upright, rain at 45°: the sky is seen from the side that the rain comes through the upper opening to.
  const pipe = new Cylinder({ radius: 30, width: null, height: 200, cellSize: 1, wet: 'concave' });
  const rain = new DirectedRain({ ...OPTIONS, rate: 200 / 3600 }, [0, 6500], { surface: pipe, index: 0 });
  rain.aim(Number.NaN, createPose());
  const { places } = gather(pipe, rain, 20);
  expect(places.length).toBeGreaterThan(50);
  const point = createSurfacePoint();
  const world = new Float64Array(3);
  for (const place of places) {
    pipe.point(place, point);
    toWorld(createPose(), point.normal, world);
    // The wall beyond, and not deeper than slow drops come across the pipe.
    expect(world[2]).toBeLessThan(0);
    expect(place.y).toBeLessThan((60 * 9650) / 6500);
  }
});

/** What came to the layer of fine drops of a level sheet in `seconds` of rain without wind, by the angle from its middle. */
function fineOn(wet: 'convex' | 'concave', seconds: number) {
  const simulation = createSimulation({
    model: { name: 'nakata2012' },
    surface: { kind: 'cylinder', radius: 30, height: 60, tilt: 0, wet, cellSize: 1 },
    rain: { kind: 'marshall-palmer', rate: '100mm/h', drift: 0, max: 0 },
    fine: { wetAtStart: 0 },
  });
  simulation.advance(seconds);
  const { fine } = simulation.frame().charts[0];
  if (!fine) throw new Error('no fine drops');
  const { data, width, height, stride } = fine.amount;
  // An amount grows as 1 − e^(−t/τ), row by row at other times: the mean of t/τ down the sheet.
  return (angle: number) => {
    const col = Math.floor(((angle / (2 * Math.PI) + 0.5) % 1) * width);
    let sum = 0;
    for (let row = 0; row < height; row++) sum -= Math.log(1 - data[row * stride + col]);
    return sum / height;
  };
}

test('fine drops come as the angle to the sky lets them, and none to the underside', () => {
  const came = fineOn('convex', 30);
  // The middle of a band, of 15° each.
  const at = (band: number) => came(((band + 0.5) * Math.PI) / 12);
  const top = (at(0) + at(-1)) / (2 * Math.cos(Math.PI / 24));
  expect(top).toBeGreaterThan(0.5);
  for (const band of [-6, -5, -4, -3, -2, 1, 2, 3, 4, 5]) {
    expect(Math.abs(at(band) / top - Math.cos(((band + 0.5) * Math.PI) / 12)), `band ${band}`).toBeLessThan(0.06);
  }
  for (const band of [6, 7, 9, 11, -8, -10, -12]) expect(at(band)).toBeCloseTo(0, 12);
});

test('under the roof of a level pipe no fine drops come', () => {
  const came = fineOn('concave', 10);
  for (const angle of [0, 0.7, -0.7, 2, -2, Math.PI]) expect(came(angle)).toBeCloseTo(0, 12);
});

test('wind in the world pushes drops along each place of a cylinder', () => {
  const scene: SceneInput = {
    model: { name: 'nakata2012', omega: 1e-9 },
    gravity: 0,
    rain: { kind: 'none' },
    surface: { kind: 'cylinder', radius: 50, height: 100 },
    wind: { speed: '10m/s', towards: [1, 0, 0] },
  };
  const simulation = createSimulation(scene);
  const { width } = simulation.surface;
  // The middle of the sheet faces −Z, where +x is +X; a quarter on it faces +X, where the wind is head on.
  for (const share of [0.5, 0.75, 0, 0.25]) simulation.addDrop({ x: share * width, y: 50, mass: 10 });
  simulation.step();
  const speeds = new Map<number, number>();
  const { count, x, vx, vy } = simulation.drops;
  for (let n = 0; n < count; n++) {
    speeds.set((Math.round((4 * x[n]) / width) / 4) % 1, vx[n]);
    expect(Math.abs(vy[n])).toBeLessThan(1e-9);
  }
  expect(speeds.get(0.5)).toBeGreaterThan(1);
  expect(speeds.get(0)).toBeCloseTo(-(speeds.get(0.5) as number), 6);
  expect(Math.abs(speeds.get(0.75) as number)).toBeLessThan(1e-6);
});

test('uniform rain is a rate an area whatever the normal', () => {
  const counts = new Float64Array(6);
  const scene: SceneInput = {
    model: { name: 'chen2013', merging: false },
    // So wide that few of the drops touch: to look for their contacts would take eight times as long.
    surface: { kind: 'box', width: 180, height: 90, depth: 120, cellSize: 1 },
    rain: { kind: 'uniform', rate: 2000, small: [0.5, 0.6], large: [0.5, 0.6] },
    gravity: 0,
  };
  const simulation = createSimulation(scene);
  simulation.advance(1);
  const { count, chart } = simulation.drops;
  for (let n = 0; n < count; n++) counts[chart[n]] += 1;
  const areas = simulation.surface.charts.map(({ width, height }) => width * height);
  const whole = areas.reduce((sum, area) => sum + area);
  expect(count).toBeGreaterThan(1800);
  areas.forEach((area, k) => {
    const expected = (count * area) / whole;
    expect(Math.abs(counts[k] - expected)).toBeLessThan(3 * Math.sqrt(expected * (1 - area / whole)));
  });
});

test('the depth of uniform rain falls on all faces', () => {
  const scene: SceneInput = { surface: { kind: 'box', cellSize: 1 }, rain: { rate: '36mm/h' } };
  const box = createSimulation({ ...scene, model: { name: 'chen2013' } }).scene.rain;
  const pane = createSimulation({ ...scene, surface: { width: 100, height: 100, cellSize: 1 } }).scene.rain;
  if (box.kind !== 'uniform' || pane.kind !== 'uniform') throw new Error('it is uniform');
  expect(box.rate).toBeCloseTo(6 * pane.rate, 9);
});
