/** The WebGL2 renderer draws what the CPU draws: mean difference below 1.5/255, 99 % of the pixels within 8/255. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Difference, FRAMES, openWebglPage, type WebglPage } from './webgl-page.ts';

let opened: WebglPage;
beforeAll(async () => {
  opened = await openWebglPage();
});
afterAll(() => opened?.close());

test.each(Object.entries(FRAMES))('%s', async (_, frame) => {
  const difference = (await opened.page.evaluate(`lib.compare(${JSON.stringify(frame)})`)) as Difference;
  expect(difference.size).toEqual(frame[5]);
  expect(difference.mean).toBeLessThan(1.5);
  expect(difference.outside).toBeLessThan(0.01);
});

test('running drops are drawn as far on as they go in the lag', async () => {
  const [same, other] = (await opened.page.evaluate(`(() => {
    const simulation = lib.createSimulation('window-storm');
    simulation.advance(8);
    const backdrop = lib.createBackdrop({ kind: 'garden', resolution: 512 });
    const camera = { glow: 0 };
    const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1, camera });
    renderer.resize(320, 180);
    renderer.setBackdrop(backdrop);
    const late = { ...simulation.frame(), lag: 0.1 };
    renderer.draw(late);
    const gpu = renderer.readPixels();
    renderer.dispose();
    return [late, simulation.frame()].map((frame) =>
      lib.differ(gpu, lib.renderBeauty(frame, { backdrop, camera, width: 320, height: 180 })).mean);
  })()`)) as number[];
  expect(same).toBeLessThan(1.5);
  expect(other).toBeGreaterThan(2 * same);
});

test("quality 'fast' differs by no more than that on the whole", async () => {
  const difference = await opened.page.evaluate(`(() => {
    const simulation = lib.createSimulation('window');
    simulation.advance(8);
    const backdrop = lib.createBackdrop({ kind: 'garden', resolution: 512 });
    const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1, quality: 'fast', camera: { glow: 0 } });
    renderer.resize(640, 360);
    renderer.setBackdrop(backdrop);
    renderer.draw(simulation.frame());
    const gpu = renderer.readPixels();
    renderer.dispose();
    return lib.differ(gpu, lib.renderBeauty(simulation.frame(), { backdrop, camera: { glow: 0 }, width: 640, height: 360 }));
  })()`);
  expect((difference as { mean: number }).mean).toBeLessThan(1.5);
  // It is coarser inside drops, and fine ones are everywhere.
  expect((difference as { outside: number }).outside).toBeLessThan(0.05);
});

test('fog and fine caps, and both again after a cloth went over a part of them', async () => {
  const differences = await opened.page.evaluate(`(() => {
    const simulation = lib.createSimulation('window');
    simulation.advance(3);
    const [width, height] = [480, 320];
    const cellSize = 2;
    const [columns, rows] = [150, 100];
    let version = 1;
    let changed = Int32Array.of(0, 0, columns, rows);
    const layer = (data) => ({ data, width: columns, height: rows, stride: columns, cellSize, get version() { return version; }, changedSince: (since) => (since < version ? changed : new Int32Array(0)) });
    const fog = Float32Array.from({ length: columns * rows }, (_, n) => 0.5 + 0.5 * Math.sin(n * 0.01));
    const amount = new Float32Array(columns * rows).fill(0.8);
    const generation = new Uint32Array(columns * rows);
    const fine = { seed: 5, density: 0.5, sizeRate: 2, largest: 1, spread: 0.7, contactAngle: 1, cellSize, amount: layer(amount), generation: layer(generation) };
    const frame = () => { const whole = simulation.frame(); const [chart] = whole.charts; return { ...whole, charts: [{ cellSize: chart.cellSize, columns: chart.columns, rows: chart.rows, height: chart.height, trail: chart.trail, id: chart.id, affinity: chart.affinity, film: null, fog: layer(fog), fine }] }; };
    const backdrop = lib.createBackdrop({ kind: 'street', resolution: 512 });
    const differences = [];
    for (const camera of [{}, { focus: 'street' }]) {
      const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1, camera });
      renderer.resize(width, height);
      renderer.setBackdrop(backdrop);
      const compare = () => { renderer.draw(frame()); differences.push(lib.differ(renderer.readPixels(), lib.renderBeauty(frame(), { backdrop, camera, width, height }))); };
      compare();
      version++;
      changed = Int32Array.of(40, 30, 24, 16);
      for (let row = 30; row < 46; row++) for (let col = 40; col < 64; col++) { fog[row * columns + col] = 0; amount[row * columns + col] *= 0.25; generation[row * columns + col]++; }
      compare();
      renderer.dispose();
    }
    return differences;
  })()`);
  for (const difference of differences as { mean: number; outside: number }[]) {
    expect(difference.mean).toBeLessThan(1.5);
    expect(difference.outside).toBeLessThan(0.01);
  }
});

test('OPT-T4: a level film leaves the street as far out of focus as clear glass does', async () => {
  const differences = await opened.page.evaluate(`(() => {
    const [width, height] = [480, 270];
    const simulation = lib.createSimulation('window', { rain: { kind: 'none' } });
    const dry = simulation.frame();
    const [{ trail, cellSize, columns, rows, height: heights, id, affinity }] = dry.charts;
    const level = { data: new Float32Array(trail.width * trail.height).fill(0.4), width: trail.width, height: trail.height, stride: trail.width, version: 1 };
    const film = { ...dry, charts: [{ cellSize, columns, rows, height: heights, id, affinity, trail: level, film: null, fog: null, fine: null }] };
    const bare = { ...dry, charts: [{ ...film.charts[0], trail }] };
    const backdrop = lib.createBackdrop({ kind: 'night', resolution: 512 });
    const draw = (frame) => {
      const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1 });
      renderer.resize(width, height);
      renderer.setBackdrop(backdrop);
      renderer.draw(frame);
      const picture = renderer.readPixels();
      renderer.dispose();
      return picture;
    };
    const wet = draw(film);
    return [lib.differ(wet, draw(bare)), lib.differ(wet, lib.renderBeauty(film, { backdrop, width, height }))];
  })()`);
  for (const difference of differences as { mean: number; outside: number }[]) {
    expect(difference.mean).toBeLessThan(1.5);
    expect(difference.outside).toBeLessThan(0.01);
  }
});

test('the console stayed silent', () => {
  expect(opened.said).toEqual([]);
});
