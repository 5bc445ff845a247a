/** What did not change is kept from picture to picture: the last picture of a film is the one that a new renderer draws. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_SLOW } from '../support/runs.ts';
import { openWebglPage, type WebglPage } from './webgl-page.ts';

let opened: WebglPage;
beforeAll(async () => {
  opened = await openWebglPage();
});
afterAll(() => opened?.close());

/** A film: scene, camera, options of the renderer. */
const FILMS = {
  'a window': ['window', {}, {}],
  'a window with glow': ['window', { exposure: 1.5 }, {}],
  'water out of focus': ['window', { focus: 'street' }, {}],
  'a close look': ['window', { zoom: 2, centre: [40, 30] }, {}],
  'water alone': ['window', {}, { transparent: true }],
  fog: ['window-fog', {}, {}],
  'a storm, fast': ['window-storm', {}, { quality: 'fast' }],
  "Chin's drops": ['chin-table-3', {}, {}],
} as const;

test.each(Object.entries(FILMS))('%s', async (_, [scene, camera, options]) => {
  const result = await opened.page.evaluate(
    ({ scene, camera, options }) => {
      // biome-ignore lint/suspicious/noExplicitAny: the page's own library, without types there.
      const { lib } = window as any;
      const simulation = lib.createSimulation(scene, { surface: { width: 80, height: 60 } });
      simulation.advance(6);
      const backdrop = lib.createBackdrop({ kind: 'garden', resolution: 256 });
      const make = () => {
        const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1, camera, ...options });
        renderer.resize(200, 150);
        renderer.setBackdrop(backdrop);
        return renderer;
      };
      const renderer = make();
      renderer.draw(simulation.frame());
      const first = renderer.readPixels();
      for (let n = 0; n < 45; n++) {
        simulation.advance(1 / 30);
        renderer.draw(simulation.frame());
      }
      // Fog and fine drops come a few tiles a picture.
      let pictures = 1;
      while (renderer.draw(simulation.frame()) && pictures < 90) pictures++;
      const last = renderer.readPixels();
      const other = make();
      other.draw(simulation.frame());
      const fresh = other.readPixels();
      renderer.dispose();
      other.dispose();
      let most = 0;
      for (let p = 0; p < fresh.data.length; p++) most = Math.max(most, Math.abs(fresh.data[p] - last.data[p]));
      return { moved: lib.differ(first, last).mean, most, pictures };
    },
    { scene, camera, options },
  );
  expect(result.moved).toBeGreaterThan(0.1);
  expect(result.pictures).toBeLessThan(90);
  // A layer of fine drops that changed is drawn tile by tile, and the last bit may differ there.
  expect(result.most).toBeLessThanOrEqual(1);
});

/** Pictures of a film that is compared in each; of spots it takes more until one lies where a mark matters. */
const PICTURES = IS_SLOW ? 60 : 30;
const PICTURES_OF_SPOTS = 60;

/** Films in which little moves at a time, so that tiles change beside tiles that are kept; 5 px a mm. */
const NEARLY_STILL = {
  'drops that land one by one': `
    const simulation = lib.createSimulation('window', { ...pane, rain: { kind: 'none' }, fine: null });
    const next = () => {
      simulation.addDrop({ x: 80 * chance(), y: 60 * chance(), mass: 0.1 + 2 * chance() });
      simulation.advance(0.1);
    };`,
  'one run after another': `
    const simulation = lib.createSimulation('chin-table-3', { ...pane, rain: { kind: 'none' } });
    const next = () => {
      if (simulation.drops.movingCount === 0) simulation.addDrop({ x: 80 * chance(), y: 30 * chance(), mass: 12 });
      simulation.step();
    };`,
  'fine drops under a cloth': `
    const simulation = lib.createSimulation('window', { ...pane, rain: { kind: 'none' } });
    const next = () => {
      const [x, y] = [80 * chance(), 60 * chance()];
      simulation.wipe({ from: { x, y }, to: { x: x + 1, y }, width: 1, keeps: 'cloth' });
      simulation.step();
    };`,
  // What is marked must reach a little beyond what changed: here nothing else marks it.
  'spots wiped off trails that stand': `
    const surface = { ...pane.surface, cellSize: 2 };
    const calm = { smoothing: false, erosion: false, residuals: false };
    const simulation = lib.createSimulation('chin-table-3', { surface, rain: { kind: 'none' }, model: calm });
    for (let x = 5; x < 80; x += 10) simulation.addDrop({ x, y: 4, mass: 300 });
    simulation.advance(5);
    const next = () => {
      const [x, y] = [5 + 10 * Math.floor(8 * chance()), 60 * chance()];
      simulation.wipe({ from: { x, y }, to: { x: x + 1, y }, width: 4, keeps: 'cloth' });
    };`,
  'fine drops, magnified, wiped off beside the edge of their tile': `
    const simulation = lib.createSimulation('window', { ...pane, rain: { kind: 'none' } });
    const edge = 8 * simulation.frame().charts[0].fine.cellSize;
    // 80 px a mm; the edge lies a pixel before that of three tiles of the picture.
    camera = { zoom: 16, centre: [5 * edge + (200 - (3 * 64 - 1)) / 80, 20] };
    const next = () => {
      const [x, y] = [5 * edge - 0.3, 18 + 4 * chance()];
      simulation.wipe({ from: { x, y }, to: { x: x + 0.1, y }, width: 0.3, keeps: 'cloth' });
      simulation.step();
    };`,
} as const;

test.each(Object.entries(NEARLY_STILL))(
  'every picture of %s is the one of a renderer that keeps nothing',
  async (name, film) => {
    const pictures = name.startsWith('spots') ? PICTURES_OF_SPOTS : PICTURES;
    const result = (await opened.page.evaluate(`(() => {
    const pane = { surface: { width: 80, height: 60 } };
    let seed = 1;
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    let camera = {};
    ${film}
    const backdrop = lib.createBackdrop({ kind: 'garden', resolution: 256 });
    const [keeps, forgets] = [0, 1].map(() => {
      const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1, camera });
      renderer.resize(400, 300);
      renderer.setBackdrop(backdrop);
      return renderer;
    });
    const pictures = [];
    for (let n = 0; n < ${pictures}; n++) {
      next();
      // What stands behind the glass is new, so all is drawn.
      forgets.setBackdrop(backdrop);
      // A large change of fine drops takes more than one picture.
      for (const renderer of [keeps, forgets]) while (renderer.draw(simulation.frame()));
      const [kept, whole] = [keeps.readPixels(), forgets.readPixels()];
      let most = 0;
      for (let p = 0; p < whole.data.length; p++) most = Math.max(most, Math.abs(whole.data[p] - kept.data[p]));
      pictures.push(most);
    }
    keeps.dispose();
    forgets.dispose();
    return pictures;
  })()`)) as number[];
    expect(Math.max(...result)).toBeLessThanOrEqual(1);
  },
);

/** One renderer draws two simulations, and its second picture is that of a renderer that saw only the second. */
const OTHERS = {
  'coarser cells, and nothing of the first trails is left': `
    const first = lib.createSimulation('chin-table-3', pane);
    first.advance(6);
    const second = lib.createSimulation('chin-table-3', { ...pane, surface: { ...pane.surface, cellSize: 1 } });`,
  'the same fine drops, swept elsewhere': `
    const dry = { ...pane, rain: { kind: 'none' } };
    const first = lib.createSimulation('window', dry);
    const second = lib.createSimulation('window', dry);
    const look = (simulation) => { simulation.advance(0.02); return simulation.frame().charts[0].fine.amount.version; };
    first.wipe({ from: { x: 10, y: 10 }, to: { x: 70, y: 10 }, width: 15 });
    look(first);
    second.wipe({ from: { x: 10, y: 50 }, to: { x: 70, y: 50 }, width: 15 });
    for (let n = 0; n < 9; n++) look(second);`,
  'a drop at rest in the same tiles, but heavier': `
    const calm = { ...pane, rain: { kind: 'none' }, fine: null };
    const [first, second] = [12, 13].map((mass) => {
      const simulation = lib.createSimulation('window', calm);
      simulation.addDrop({ x: 40, y: 30, mass });
      simulation.advance(1);
      return simulation;
    });`,
} as const;

test.each(Object.entries(OTHERS))('another simulation: %s', async (_, simulations) => {
  const result = (await opened.page.evaluate(`(() => {
    const pane = { surface: { width: 80, height: 60 } };
    ${simulations}
    const backdrop = lib.createBackdrop({ kind: 'garden', resolution: 256 });
    const shotAfter = (...simulations) => {
      const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1 });
      renderer.resize(200, 150);
      renderer.setBackdrop(backdrop);
      for (const simulation of simulations) renderer.draw(simulation.frame());
      const shot = renderer.readPixels();
      renderer.dispose();
      return shot;
    };
    const fresh = shotAfter(second);
    return { apart: lib.differ(shotAfter(first), fresh).mean, ...lib.differ(shotAfter(first, second), fresh) };
  })()`)) as { apart: number; mean: number };
  expect(result.apart).toBeGreaterThan(0.01);
  expect(result.mean).toBe(0);
});

test('nothing is still to come of fine drops that are gone with their layer', async () => {
  const result = (await opened.page.evaluate(`(() => {
    const pane = { surface: { width: 80, height: 60 }, rain: { kind: 'none' } };
    const [fine, bare] = [lib.createSimulation('window', pane), lib.createSimulation('window', { ...pane, fine: null })];
    const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1 });
    renderer.resize(200, 150);
    renderer.draw(fine.frame());
    fine.wipe({ from: { x: 0, y: 30 }, to: { x: 80, y: 30 }, width: 60 });
    const late = [fine, bare, bare].map((simulation) => renderer.draw(simulation.frame()));
    renderer.dispose();
    return late;
  })()`)) as boolean[];
  expect(result).toEqual([true, false, false]);
});

test('pixels are those of the last picture, whatever stands behind the glass since', async () => {
  const result = (await opened.page.evaluate(`(() => {
    const simulation = lib.createSimulation('window', { surface: { width: 80, height: 60 } });
    simulation.advance(6);
    const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1 });
    renderer.resize(200, 150);
    renderer.setBackdrop(lib.createBackdrop({ kind: 'garden', resolution: 256 }));
    renderer.draw(simulation.frame());
    const before = renderer.readPixels();
    renderer.setBackdrop(lib.createBackdrop({ kind: 'night', resolution: 256 }));
    const after = renderer.readPixels();
    renderer.draw(simulation.frame());
    const next = renderer.readPixels();
    renderer.dispose();
    return { same: lib.differ(before, after).mean, apart: lib.differ(before, next).mean };
  })()`)) as { same: number; apart: number };
  expect(result.same).toBe(0);
  expect(result.apart).toBeGreaterThan(1);
});

test('what goes straight to the canvas because all of it is new every time is there when less is new', async () => {
  const result = (await opened.page.evaluate(`(() => {
    const simulation = lib.createSimulation('window', { surface: { width: 80, height: 60 } });
    simulation.advance(6);
    const live = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const paint = live.getContext('2d');
    const backdrop = lib.createBackdrop({ kind: 'garden', resolution: 256 });
    const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1 });
    renderer.resize(200, 150);
    renderer.setBackdrop(live);
    const shots = [];
    for (const colour of ['red', 'lime', 'blue']) {
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 64, 48);
      renderer.draw(simulation.frame());
      shots.push(renderer.readPixels());
    }
    renderer.setBackdrop(backdrop);
    renderer.draw(simulation.frame());
    shots.push(renderer.readPixels());
    for (let n = 0; n < 2; n++) renderer.draw(simulation.frame());
    shots.push(renderer.readPixels());
    renderer.dispose();
    return shots.slice(1).map((shot, n) => lib.differ(shots[n], shot).mean);
  })()`)) as number[];
  const last = result.pop();
  for (const mean of result) expect(mean).toBeGreaterThan(5);
  expect(last).toBe(0);
});

test('the console stayed silent', () => {
  expect(opened.said).toEqual([]);
});

test('of a pane that is wiped clean in the rain nothing is left six pictures later', async () => {
  const late = await opened.page.evaluate(`(() => {
    const simulation = lib.createSimulation('window');
    simulation.advance(1);
    const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1 });
    renderer.resize(640, 360);
    renderer.setBackdrop(lib.createBackdrop({ kind: 'garden', resolution: 256 }));
    renderer.draw(simulation.frame());
    for (const y of [50, 150]) simulation.wipe({ from: { x: 0, y }, to: { x: 300, y }, width: 100, keeps: 'cloth' });
    for (let n = 0; n < 6; n++) {
      simulation.advance(1 / 60);
      renderer.draw(simulation.frame());
    }
    const live = renderer.readPixels();
    while (renderer.draw(simulation.frame()));
    const { outside } = lib.differ(live, renderer.readPixels());
    renderer.dispose();
    return outside;
  })()`);
  expect(late).toBeLessThan(0.01);
});
