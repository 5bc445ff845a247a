/** Chen's and Chin's water in WebGL2: from the height map as well, and as the CPU draws it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Difference, openWebglPage, type WebglPage } from '../browser/webgl-page.ts';

let opened: WebglPage;
beforeAll(async () => {
  opened = await openWebglPage();
});
afterAll(() => opened?.close());

function expectAlike({ mean, outside }: Difference): void {
  expect(mean).toBeLessThan(1.5);
  expect(outside).toBeLessThan(0.01);
}

test.each([
  ['a close look at still drops', ['chen-pane-500', {}, 10, 'street', { zoom: 8, centre: [150, 140] }, [480, 360]]],
  ['pixels larger than cells', ['chen-pane-500', {}, 6, 'garden', { glow: 0 }, [200, 200]]],
  ['trails', ['chin-fig-7e', {}, 4, 'garden', { zoom: 2 }, [360, 480]]],
  ['lakes', ['chin-fig-7b', {}, 3, 'night', {}, [360, 480]]],
  ['focused on the street', ['chin-fig-7e', {}, 3, 'street', { focus: 'street' }, [360, 480]]],
  ['with fine drops', ['chen-pane-500', { fine: {} }, 3, 'garden', {}, [400, 400]]],
  ['with bodies', ['chen-pane-500', { model: { name: 'rivulet' } }, 3, 'garden', {}, [400, 400]]],
] as const)('%s', async (_, frame) => {
  expectAlike((await opened.page.evaluate(`lib.compare(${JSON.stringify(frame)})`)) as Difference);
});

test('one renderer draws bodies, heights, heights that changed, and bodies again', async () => {
  const differences = (await opened.page.evaluate(`(() => {
    const [width, height] = [320, 240];
    const backdrop = lib.createBackdrop({ kind: 'garden', resolution: 256 });
    const camera = { glow: 0 };
    const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1, camera });
    renderer.resize(width, height);
    renderer.setBackdrop(backdrop);
    const [bodies, heights] = [lib.createSimulation('window'), lib.createSimulation('chin-fig-7e')];
    bodies.advance(3);
    heights.advance(3);
    return [bodies, heights, heights, heights, bodies].map((simulation) => {
      renderer.draw(simulation.frame());
      while (renderer.draw(simulation.frame())) {}
      const difference = lib.differ(renderer.readPixels(), lib.renderBeauty(simulation.frame(), { backdrop, camera, width, height }));
      simulation.advance(0.3);
      return difference;
    });
  })()`)) as Difference[];
  differences.forEach(expectAlike);
});

test('without its height map a frame of such a scene shows dry glass, and the console stays silent', async () => {
  const difference = (await opened.page.evaluate(`(() => {
    const simulation = lib.createSimulation('chin-fig-7e');
    const dry = simulation.frame();
    const backdrop = lib.createBackdrop({ kind: 'garden', resolution: 256 });
    const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1 });
    renderer.resize(120, 160);
    renderer.setBackdrop(backdrop);
    const draw = (frame) => { renderer.draw(frame); return renderer.readPixels(); };
    const clear = draw(dry);
    simulation.advance(2);
    const [{ cellSize, columns, rows, drawnFrom, trail, id }] = simulation.frame().charts;
    const height = { data: new Float32Array(0), width: 0, height: 0, stride: 0, version: 0, changedSince: () => new Int32Array(0) };
    const bare = { cellSize, columns, rows, drawnFrom, height, trail, id, affinity: null, film: null, fog: null, fine: null };
    return lib.differ(clear, draw({ ...simulation.frame(), charts: [bare] }));
  })()`)) as Difference;
  expect(difference.mean).toBe(0);
  expect(opened.said).toEqual([]);
});
