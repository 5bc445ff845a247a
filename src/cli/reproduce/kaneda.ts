/** Experiments of Kaneda, Zuyama, Yamashita and Nishita 1996. */
import { createSimulation } from '../../index.js';
import { type Chapter, type Lab, near, type Row, shown } from './experiment.js';

async function windshield(lab: Lab) {
  const simulation = createSimulation('kaneda-windshield');
  const points: [number, number][] = [];
  const seconds = 20;
  const from = performance.now();
  for (let n = 0; n < seconds; n++) {
    points.push([n, simulation.drops.count]);
    await lab.advance(simulation, 1);
  }
  const frame = (performance.now() - from) / (seconds * 30);
  points.push([seconds, simulation.drops.count]);
  const start = performance.now();
  const picture = await lab.beauty(simulation, 'Fig. 7 from before the glass', { size: { width: 640, height: 360 } });
  const rendering = (performance.now() - start) / 1000;
  const { count = 0, meanLength = 0 } = simulation.runs ?? {};
  return {
    rows: [
      near('droplets in the last frame', 'droplets', 32_500, simulation.drops.count, 0.1),
      shown('runs', 'runs', 'streams in the picture', count),
      shown('mean length of a run', 'mm', 'not given', meanLength),
      shown('simulation of a frame', 's', '1.5', frame / 1000),
      shown(
        lab.quick ? 'rendering of a frame (384 × 216)' : 'rendering of a frame (640 × 360)',
        's',
        '1800',
        rendering,
      ),
    ],
    pictures: [picture, lab.map(simulation, 'height', 'water of the cells', 640)],
    plots: [{ title: 'Droplets on the windshield', x: 'time [s]', y: 'droplets', series: [{ name: 'ours', points }] }],
    why: 'The feed was chosen so that about 32,500 droplets are there after 20 s; the paper gives no rate. Theirs is an SGI Power Indigo2 of 1994.',
  };
}

async function teapot(lab: Lab) {
  const seconds = lab.quick ? 6 : 15;
  const from = performance.now();
  const simulation = await lab.after(seconds, 'kaneda-teapot');
  const frame = (performance.now() - from) / (seconds * 30);
  const { supplied, onDrops, dripped, drained } = simulation.ledger();
  const rows: Row[] = [
    near('droplets', 'droplets', 2500, simulation.drops.count, 0.2),
    shown(
      'water on the pot, and come off it, of all',
      '1',
      'not given',
      `${(onDrops / supplied).toFixed(3)}, ${((dripped + drained) / supplied).toFixed(3)}`,
    ),
  ];
  const start = performance.now();
  const picture = await lab.beauty(simulation, 'Fig. 8: the teapot, fed in advance', {
    size: { width: 640, height: 400 },
  });
  const rendering = (performance.now() - start) / 1000;
  rows.push(shown('simulation of a frame', 's', 'not given', frame / 1000));
  rows.push(
    shown(
      lab.quick ? 'rendering of a frame (384 × 240)' : 'rendering of a frame (640 × 400)',
      's',
      'not given',
      rendering,
    ),
  );
  return {
    rows,
    pictures: [picture],
    why: 'Droplets merge and run off, so their number falls with time; it is compared when the pot looks as in the figure.',
  };
}

export const kaneda: Chapter = {
  name: 'kaneda',
  title: 'Kaneda et al. 1996: water droplet flow on curved surfaces',
  about: 'Droplets that hop over the cells of Bezier patches (docs/models/kaneda1996.md).',
  experiments: [
    {
      id: 'kaneda-fig-7',
      title: 'Fig. 7: a windshield',
      paper:
        'A Bezier patch of 650 × 300 cells, 27°, about 32,500 droplets in the last frame; 1.5 s of simulation and 30 min of rendering a frame.',
      command: 'rivulet render kaneda-windshield -o windshield.png --at 20 --size 1280x720',
      run: windshield,
    },
    {
      id: 'kaneda-fig-8',
      title: 'Fig. 8: a teapot',
      paper: '32 patches, about 2,500 droplets, fed in advance.',
      command: 'rivulet render kaneda-teapot -o teapot.png --at 15 --size 1280x720',
      run: teapot,
    },
  ],
};
