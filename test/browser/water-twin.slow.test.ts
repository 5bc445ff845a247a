/** STUP-12, more scenes: many drops on the lowest corner of a box, and edges that water leaves over. */
import { afterAll, beforeAll, test } from 'vitest';
import { openThreePage, type ThreePage, VERSIONS } from './three-page.ts';
import { BOX, compareTwin, LAB, type TwinScene } from './water-twin-lab.ts';

const SCENES: Readonly<Record<string, TwinScene>> = {
  // Six drops a face, light enough that no texel of the lowest corner is full.
  'a box on its corner with many drops': {
    surface: BOX,
    model: { reach: 4 },
    pose: [0.35, 0.1, 0.3, 0.88175961],
    drops: 6,
    lightest: 1,
  },
  'a box with an open bottom and an open side': {
    surface: { ...BOX, open: ['bottom', 'left'] },
    model: {},
    pose: [0.1, 0.05, 0.12, 0.98633],
    leaves: true,
  },
  'a box without seams': {
    surface: BOX,
    model: { seams: false },
    pose: [0.1, 0.05, 0.12, 0.98633],
    leaves: true,
  },
  'a pane that water leaves': {
    surface: { width: 48, height: 50, cellSize: 1, turn: '40deg' },
    model: {},
    leaves: true,
  },
};

let opened: ThreePage;
beforeAll(async () => {
  opened = await openThreePage(VERSIONS['three 0.187']);
  await opened.page.evaluate(LAB);
});
afterAll(() => opened?.close());

test.each(Object.entries(SCENES))('the twin goes on as the simulation: %s', (_, scene) =>
  compareTwin(opened.page, scene),
);
