/** STUP-12: the passes of the water texture on the graphics card do what the CPU does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThreePage, type ThreePage, VERSIONS } from './three-page.ts';
import { BOX, compareTwin, LAB } from './water-twin-lab.ts';

/** Scenes without rain, which the twin has not. */
const SCENES = {
  pane: { surface: { width: 48, height: 120, cellSize: 1, turn: '20deg' }, model: {} },
  'a box that stands': { surface: BOX, model: {} },
  // Down, to the side and ahead: water crosses edges and corners.
  'a box on its corner': { surface: BOX, model: { reach: 4 }, pose: [0.35, 0.1, 0.3, 0.88175961], drops: 1 },
  'a cylinder that lies': {
    surface: { kind: 'cylinder', radius: 20, height: 40, cellSize: 1, tilt: 0 },
    model: {},
  },
} as const;

describe('the twin of a water texture', () => {
  let opened: ThreePage;
  beforeAll(async () => {
    opened = await openThreePage(VERSIONS['three 0.187']);
    await opened.page.evaluate(LAB);
  });
  afterAll(() => opened?.close());

  test.each(Object.entries(SCENES))('%s: total within 1e-6 and heights within 1 %% after 600 steps', (_, scene) =>
    compareTwin(opened.page, scene),
  );

  test('a drop that is added has its mass, and a turned surface turns the water of the twin', async () => {
    const found = (await opened.page.evaluate(`(() => {
      const scene = { model: { name: 'stuppacher2007' }, surface: ${JSON.stringify(BOX)}, rain: { kind: 'none' }, step: 1 / 60 };
      const simulation = rivulet.createSimulation(scene);
      const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
      const twin = new wet.WaterTwin({ simulation, renderer });
      const sum = () => simulation.surface.charts.reduce((all, _, n) => twin.read(n).reduce((a, b) => a + b, all), 0);
      const masses = [];
      for (const [x, y, mass] of [[30, 24, 50], [0, 0, 12.5], [59.7, 47.2, 0.01]]) {
        const before = sum();
        twin.addDrop({ chart: 0, x, y, mass });
        masses.push([mass, sum() - before]);
      }
      simulation.set({ pose: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
      twin.aim();
      const middle = () => { const all = twin.read(0); let [m, x] = [0, 0]; all.forEach((h, i) => { m += h; x += h * (i % 60); }); return x / m; };
      const before = middle();
      twin.step(20);
      const lines = [];
      for (const drop of [{ chart: 9, x: 1, y: 1, mass: 1 }, { x: 61, y: 1, mass: 1 }, { x: 1, y: 1, mass: 0 }]) {
        try { twin.addDrop(drop); } catch (error) { lines.push(error.message); }
      }
      const swept = rivulet.createSimulation({ ...scene, model: { name: 'stuppacher2007', sweep: 0.5 } });
      try { new wet.WaterTwin({ simulation: swept, renderer }); } catch (error) { lines.push(error.message); }
      const shift = middle() - before;
      twin.dispose();
      renderer.dispose();
      return { masses, shift, lines };
    })()`)) as { masses: [number, number][]; shift: number; lines: string[] };
    for (const [mass, added] of found.masses) {
      expect(mass - added).toBeGreaterThanOrEqual(0);
      expect(mass - added).toBeLessThan(2 ** -16);
    }
    // A quarter about Z takes the face's right edge up: water goes along its columns.
    expect(Math.abs(found.shift)).toBeGreaterThan(1);
    expect(found.lines).toEqual([
      'chart must be a whole number from 0 to 5; got 9.',
      'x must be 0 to 60 mm; got 61.',
      'mass must be 0.001 to 10000 mg; got 0.',
      'scene.model.sweep must be 0 for a twin, which has no direction memory; got 0.5.',
    ]);
  });

  test('another model, or no float targets, is refused in one line', async () => {
    const lines = await opened.page.evaluate(`(() => {
      const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
      const line = (options) => { try { new wet.WaterTwin(options); return ''; } catch (error) { return error.message; } };
      const texture = rivulet.createSimulation({ model: { name: 'stuppacher2007' } });
      const found = [
        line({ simulation: rivulet.createSimulation('window'), renderer }),
        line({ simulation: texture, renderer: { extensions: { has: () => false } } }),
      ];
      texture.advance(0.1);
      renderer.dispose();
      return [...found, texture.time > 0.09];
    })()`);
    expect(lines).toEqual([
      'simulation must be one with the model stuppacher2007; got "rivulet".',
      'renderer must draw into float targets (EXT_color_buffer_float), which it does not. The simulation goes on without a twin.',
      true,
    ]);
  });
});
