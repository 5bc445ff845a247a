/** Every way a surface, its pose and what stands on it can be wrong. */
import { createSimulation, type SceneInput } from 'rivulet';
import { expect, test } from 'vitest';
import { type Case, testRefusals } from './refusals.ts';

const CYLINDER = { kind: 'cylinder', radius: 100 };
const BOX = { kind: 'box', width: 60, height: 40, depth: 50, cellSize: 1 };
const DRY = { rain: { kind: 'none' } };

testRefusals({
  cylinder: [
    [
      'a width beyond the circumference',
      { surface: { ...CYLINDER, width: 700 } },
      'scene.surface.width must be at most the circumference, 628.318 mm; got 700. Leave it out to close the cylinder, or raise surface.radius.',
    ],
    [
      'a radius of a needle',
      { surface: { kind: 'cylinder', radius: '2mm' } },
      'scene.surface.radius must be 10 to 100000 mm; got "2mm".',
    ],
    [
      'a side that cannot be wet',
      { surface: { ...CYLINDER, wet: 'inside' } },
      'scene.surface.wet must be "convex" or "concave"; got "inside".',
    ],
    [
      'an option of a pane',
      { surface: { ...CYLINDER, turn: 1 } },
      'scene.surface has no "turn"; it has kind, radius, width, height, cellSize, tilt, wet, edges.',
    ],
  ],
  box: [
    [
      'a side below 30 mm',
      { surface: { ...BOX, depth: 20 } },
      'scene.surface.depth must be 30 to 1000000 mm; got 20. Make it longer: a drop must not reach over two opposite edges.',
    ],
    [
      'a side with a unit below 30 mm',
      { surface: { ...BOX, width: '2cm' } },
      'scene.surface.width must be 3 to 100000 cm; got "2cm". Make it longer: a drop must not reach over two opposite edges.',
    ],
    [
      'a side that is no length',
      { surface: { ...BOX, width: 'long' } },
      'scene.surface.width must be 30 to 1000000 mm; got "long". Write it like "0.5mm".',
    ],
    [
      'too many cells on six faces',
      { surface: { kind: 'box', width: 4000, height: 4000, depth: 4000 } },
      'scene.surface must have at most 64000000 cells; got 384000000 (on 6 charts). Make the box smaller or the cells larger.',
    ],
    [
      'an unknown face',
      { surface: { ...BOX, open: ['lid'] } },
      'scene.surface.open[0] must be "front", "right", "back", "left", "top" or "bottom"; got "lid".',
    ],
    [
      'no face left',
      { surface: { ...BOX, open: ['front', 'right', 'back', 'left', 'top', 'bottom'] } },
      'scene.surface.open must be a list of at most 5 different faces such as ["top"]; got ["front","right","back","left","top","bottom"].',
    ],
    [
      'wipers',
      { surface: BOX, wipers: [{ x: 0, y: 0, length: 10, from: 0, to: 1 }] },
      'scene.wipers must be empty on a box; got 1. Leave them out, or wipe by hand with simulation.wipe on one face.',
    ],
    [
      'scripted rain on a missing chart',
      { surface: BOX, rain: { kind: 'script', drops: [{ t: 0, chart: 7, x: 1, y: 1, mass: 5 }] } },
      'scene.rain.drops[0].chart must be 0 to 5, one of the charts front, right, back, left, top, bottom; got 7.',
    ],
    [
      'an edge that drips on a missing chart',
      { surface: BOX, rain: { kind: 'drips', chart: 6 } },
      'scene.rain.chart must be 0 to 5, one of the charts front, right, back, left, top, bottom; got 6.',
    ],
    [
      'an edge that drips beside its chart',
      { surface: BOX, rain: { kind: 'drips', chart: 4, to: [70, 0] } },
      "scene.rain.to[0] must be 0 to 60 mm; got 70. That is outside the box's top.",
    ],
    [
      'a drop on a missing chart',
      { surface: BOX, drops: [{ chart: 6, x: 1, y: 1, mass: 5 }] },
      'scene.drops[0].chart must be 0 to 5, one of the charts front, right, back, left, top, bottom; got 6.',
    ],
    [
      'a drop outside its face',
      { surface: BOX, drops: [{ chart: 4, x: 1, y: 55, mass: 5 }] },
      "scene.drops[0].y must be 0 to 50 mm; got 55. That is outside the box's top.",
    ],
  ],
  pose: [
    [
      'a quaternion that is no rotation',
      { ...DRY, pose: [0, 0, 0, 0] },
      'scene.pose must be a rotation, a quaternion [x, y, z, w] of length 1; got [0,0,0,0], of length 0. Divide it by its length.',
    ],
    [
      'three numbers',
      { pose: [0, 0, 1] },
      'scene.pose must be a rotation, a quaternion [x, y, z, w] of length 1; got [0,0,1].',
    ],
    [
      'a key of a pane on a box',
      { surface: BOX, motion: { keys: [{ t: 0, tilt: 1 }] } },
      'scene.motion.keys[0].tilt must be null on a box; got 1. Write pose and acceleration instead.',
    ],
    [
      'tilt and pose at once',
      { pose: [0, 0, 0, 1], motion: { keys: [{ t: 0, turn: 1 }] } },
      'scene.motion.keys[0].turn must be null on a pane that stands by a pose; got 1. Write pose and acceleration instead.',
    ],
    [
      'a spin about nothing',
      { motion: { spin: { axis: [0, 0, 0] } } },
      'scene.motion.spin.axis must be a direction; got [0,0,0], which is none.',
    ],
    [
      'a spin without a unit that it has',
      { motion: { spin: { rate: '3rpm' } } },
      'scene.motion.spin.rate must be -100 to 100 rad/s; got "3rpm". Write it like "30deg/s".',
    ],
  ],
} satisfies Record<string, readonly Case[]>);

test('a pose can be set while it runs, and a bad one changes nothing', () => {
  const scene: SceneInput = { surface: { kind: 'cylinder', width: 100, cellSize: 1 } };
  const simulation = createSimulation(scene);
  simulation.set({ pose: [0, 0, 0, 1] });
  expect([...simulation.frame().pose.rotation]).toEqual([0, 0, 0, 1]);
  expect(() => simulation.set({ pose: [1, 1, 0, 0] })).toThrow('scene.pose must be a rotation');
  expect(simulation.scene.pose).toEqual([0, 0, 0, 1]);
});
