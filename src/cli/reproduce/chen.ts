/** Experiments of Chen, Chen and Wong 2013. */
import { createSimulation, type SceneInput, type Simulation } from '../../index.js';
import { renderView } from '../../render/offline/index.js';
import { type Chapter, enlarged, errorOf, type Lab, mean, near, png, type Row, shown, within } from './experiment.js';

/** A small pane for single drops: no rain, and no lobes unless asked for. */
function bench(model: Record<string, string | number | boolean> = {}, cellSize = 0.25, seed = 1): Simulation {
  const scene: SceneInput = {
    step: 0.005,
    seed,
    model: { name: 'chen2013', mergeGain: 1.1, operatorPeriod: 0, viscosity: 0, lobes: 1, ...model },
    surface: { kind: 'pane', width: 40, height: 40, cellSize },
    coating: { critical: 2 },
    rain: { kind: 'none' },
  };
  return createSimulation(scene);
}

/** Table 1: of each run the scene, what is changed, and the paper's ranges [ms]. */
const TABLE_1 = [
  { grid: '500 × 500', drops: 250, scene: 'chen-pane-250', rain: {}, a: '4–5', b: '1–4' },
  { grid: '500 × 500', drops: 500, scene: 'chen-pane-500', rain: {}, a: '8–9', b: '4–7' },
  {
    grid: '1000 × 1000',
    drops: 250,
    scene: 'chen-pane-1000',
    rain: { rate: 100, largeShare: 0.5 },
    a: '7–8',
    b: '2–4',
  },
  { grid: '1000 × 1000', drops: 500, scene: 'chen-pane-1000', rain: { rate: 140 }, a: '11–12', b: '4–8' },
];

async function table1(lab: Lab) {
  const rows: Row[] = [];
  for (const { grid, drops, scene, rain, a, b } of TABLE_1) {
    const simulation = await lab.after(lab.quick ? 8 : 20, scene, { rain });
    const counts: number[] = [];
    for (let n = 0; n < 10; n++) {
      await lab.advance(simulation, lab.quick ? 0.3 : 2);
      counts.push(simulation.drops.count);
    }
    const { fields, drops: forces } = await lab.times(simulation, lab.quick ? 200 : 1000);
    const held = within(`${grid}: drops on the pane`, 'drops', `${drops}`, mean(counts), [0.8 * drops, 1.2 * drops]);
    rows.push({ ...held, error: errorOf(counts).toPrecision(2) });
    rows.push(shown(`${grid}, ${drops} drops: part A, maps`, 'ms a step', a, fields));
    rows.push(shown(`${grid}, ${drops} drops: part B, drops`, 'ms a step', b, forces));
  }
  return {
    rows,
    why: 'At any rate from 20 to 200 a second these panes fill to about 500 drops by themselves, since drops that touch run off; 250 need more drops that run from the start. Times are of this machine, theirs of a Core i7-2600 of 2011. Operators here visit only tiles with water, so part A does not grow with the grid.',
  };
}

/** A trail that a drop left, and how it goes under some operators. */
async function sequence(lab: Lab, model: Record<string, boolean>, steps: readonly number[], what: string) {
  const simulation = bench({ smoothing: false, erosion: false, residuals: false, merging: false });
  simulation.addDrop({ x: 20, y: 4, mass: 14 });
  while (simulation.drops.count > 0 && simulation.drops.y[0] < 30) simulation.step();
  simulation.set({ model: { ...model }, gravity: 1e-3 });
  const pictures = [];
  const volumes: [number, number][] = [];
  for (let n = 0; n <= (steps.at(-1) ?? 0); n++) {
    const picture = renderView(simulation.frame(), 'height', { width: 160 });
    if (steps.includes(n)) pictures.push(png(enlarged(picture, [50, 10, 60, 120], 3), `${what}, step ${n}`));
    volumes.push([n, volumeOf(simulation)]);
    simulation.step();
    await lab.rest();
  }
  return { pictures, volumes };
}

/** Water in the picture [mm³]. */
export function volumeOf(simulation: Simulation): number {
  const [{ height, cellSize }] = simulation.frame().charts;
  let sum = 0;
  for (let row = 0; row < height.height; row++) {
    for (let i = row * height.stride; i < row * height.stride + height.width; i++) sum += height.data[i];
  }
  return sum * cellSize * cellSize;
}

async function operators(lab: Lab) {
  const erosion = await sequence(lab, { erosion: true }, [0, 2, 4, 6], 'erosion alone');
  const both = await sequence(lab, { smoothing: true, erosion: true }, [0, 8, 16, 28], 'smoothing and erosion');
  const gone = both.volumes.find(([, volume]) => volume < 0.05 * both.volumes[0][1]);
  return {
    pictures: [...erosion.pictures, ...both.pictures],
    plots: [
      {
        title: 'Water in the height map after the drop has passed',
        x: 'step of 5 ms',
        y: 'mm³',
        series: [
          { name: 'erosion', points: erosion.volumes },
          { name: 'smoothing and erosion', points: both.volumes },
        ],
      },
    ],
    rows: [shown('steps until 5 % of the trail is left', 'steps', 'not given', gone?.[0] ?? 'more than 28')],
    why: 'Both operators run in each step, so a trail lives a number of steps that depends on the cell size (the paper states this limit).',
  };
}

async function merging(lab: Lab) {
  const simulation = bench({ residuals: false });
  simulation.addDrop({ x: 20, y: 22, mass: 1.9 });
  simulation.addDrop({ x: 20, y: 12, mass: 6 });
  const before = simulation.drops.count;
  const mass = () => simulation.ledger().onDrops;
  const start = mass();
  const pictures = [];
  let [merged, after] = [-1, 0];
  for (let n = 0; n < 60 && (merged < 0 || n < merged + 12); n++) {
    if (merged < 0 && simulation.drops.count < before) {
      merged = n;
      after = mass();
    }
    if (n % 12 === 0 || n === merged) {
      pictures.push(
        png(
          enlarged(renderView(simulation.frame(), 'height', { width: 160 }), [50, 30, 60, 90], 2),
          `heights, step ${n}`,
        ),
      );
      pictures.push(
        png(enlarged(renderView(simulation.frame(), 'id', { width: 160 }), [50, 30, 60, 90], 2), `ids, step ${n}`),
      );
    }
    simulation.step();
    await lab.rest();
  }
  const rows: Row[] = [
    { what: 'two drops become one', unit: 'step', paper: 'in the sequence', ours: merged, agrees: merged > 0 },
    within('mass after the merge, of the sum', '1', '1 (sum of masses)', after / start, [1 - 1e-9, 1 + 1e-9]),
  ];
  return { pictures, rows };
}

async function shapes() {
  const picture = (caption: string, lobes: number, seed: number) => {
    const simulation = bench({ lobes }, 0.25, seed);
    simulation.addDrop({ x: 20, y: 20, mass: 1.9 });
    simulation.step();
    return png(enlarged(renderView(simulation.frame(), 'height', { width: 160 }), [64, 64, 32, 32], 5), caption);
  };
  const chains = [1, 2, 3, 4, 5, 6].map((seed) => picture(`Fig. 11: a chain of 1 to 5, seed ${seed}`, 5, seed));
  return {
    pictures: [picture('Fig. 7: one hemisphere', 1, 1), ...chains],
    why: 'Drops of 1.9 mg. Which number of hemispheres a drop gets, and which way its chain goes, is random.',
  };
}

export async function residualIntervals(lab: Lab) {
  const intervals: number[] = [];
  const simulation = createSimulation({
    step: 0.005,
    gravity: 10,
    model: { name: 'chen2013', merging: false, smoothing: false, erosion: false, viscosity: 500, operatorPeriod: 0 },
    surface: { kind: 'pane', width: 400, height: 400, cellSize: 1 },
    coating: { critical: 0.02 },
    rain: { kind: 'none' },
  });
  for (let n = 0; n < 16; n++) simulation.addDrop({ x: 15 + 24 * n, y: 12, mass: 60 });
  const parents = new Map<number, { mass: number; at: number }>();
  const seconds = lab.quick ? 60 : 300;
  for (let step = 0; step < seconds * 200; step++) {
    simulation.step();
    const { drops } = simulation;
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.mass[slot] < 1) continue;
      const last = parents.get(drops.id[slot]);
      if (last && drops.mass[slot] < last.mass - 1e-6 && last.at > 0) intervals.push((step - last.at) * 0.005);
      if (!last || drops.mass[slot] < last.mass - 1e-6)
        parents.set(drops.id[slot], { mass: drops.mass[slot], at: last ? step : 0 });
    }
    await lab.rest();
  }
  const sorted = [...intervals].sort((a, b) => a - b);
  const spread = errorOf(intervals);
  const middle = mean(intervals);
  const bins = Array.from({ length: 30 }, (_, k): [number, number] => [
    0.04 * k,
    intervals.filter((t) => Math.floor(t / 0.04) === k).length / intervals.length,
  ]);
  return {
    rows: [
      {
        what: 'mean interval',
        unit: 's',
        paper: '0.29825 by its own rule',
        ours: middle,
        error: spread.toPrecision(2),
        tolerance: '0.29825 ± 3 errors',
        agrees: Math.abs(middle - 0.29825) < 3 * spread,
      },
      near('mean interval that the paper states', 's', 0.4, middle, 0.05),
      within('median interval', 's', '0.275 (its rule)', sorted[Math.floor(sorted.length / 2)], [0.255, 0.295]),
      shown('intervals counted', '1', '–', intervals.length),
    ],
    plots: [
      {
        title: 'Intervals between residual droplets',
        x: 's',
        y: 'share of intervals in 40 ms',
        series: [{ name: 'ours', points: bins }],
      },
    ],
    why: 'The paper takes the hazard for a density and concludes a mean of 0.4 s. The rule that it prints has a mean of 0.298 s, and 22 % of the intervals are longer than τmax; ours follows the rule, so it differs from the stated mean.',
  };
}

async function panes(lab: Lab) {
  const simulation = await lab.after(lab.quick ? 6 : 20, 'chen-pane-512');
  const pictures = [await lab.beauty(simulation, 'Figs. 17, 18: pane of 512 × 512 cells, street')];
  const close = { ...simulation.scene.camera, zoom: 4 };
  pictures.push(
    await lab.beauty(simulation, 'Fig. 6: flows and residual droplets, a close-up', {
      scene: { ...simulation.scene, camera: close } as Simulation['scene'],
    }),
  );
  for (const kind of ['garden', 'night']) {
    pictures.push(
      await lab.beauty(simulation, `Fig. 19: ${kind}`, {
        scene: { ...simulation.scene, backdrop: { kind } } as Simulation['scene'],
      }),
    );
  }
  return {
    pictures,
    why: 'The photographs of the paper are not public; look at the figures of the paper beside these.',
  };
}

async function idMaps(lab: Lab) {
  const simulation = await lab.after(5, 'chen-pane-500');
  const [views, box] = [['height', 'id'] as const, [150, 150, 120, 120]];
  const pictures = views.map((view) =>
    png(enlarged(renderView(simulation.frame(), view, { width: 500 }), box, 3), `${view}, a part of 60 × 60 mm`),
  );
  const touching = async (gap: number) => {
    const pair = bench({}, 1);
    pair.addDrop({ x: 10.5, y: 20.5, mass: 1.9 });
    pair.addDrop({ x: 10.5 + gap, y: 20.5, mass: 1.9 });
    await lab.advance(pair, 0.01);
    return pair.drops.count;
  };
  // Figs. 13 and 14: ids before and after, with merging switched off for the first.
  for (const [figure, gap] of [
    ['Fig. 13: adjacent', 3.6],
    ['Fig. 14: overlapping', 2.6],
  ] as const) {
    for (const merging of [false, true]) {
      const pair = bench({ merging }, 0.25);
      for (const x of [18, 18 + 0.5 * gap]) pair.addDrop({ x, y: 20, mass: 1.9 });
      await lab.advance(pair, 0.01);
      const caption = `${figure} drops, ${merging ? 'merged' : 'ids before the merge'}`;
      pictures.push(png(enlarged(renderView(pair.frame(), 'id', { width: 160 }), [60, 64, 36, 32], 5), caption));
    }
  }
  const [apart, adjacent] = [await touching(2), await touching(1)];
  return {
    pictures,
    rows: [
      {
        what: 'two still drops of one cell each, one dry cell between them',
        unit: 'drops left',
        paper: '2',
        ours: apart,
        agrees: apart === 2,
      },
      {
        what: 'two still drops in adjacent cells',
        unit: 'drops left',
        paper: '1',
        ours: adjacent,
        agrees: adjacent === 1,
      },
    ],
  };
}

export const chen: Chapter = {
  name: 'chen',
  title: 'Chen, Chen and Wong 2013: water drops and flows on glass panes',
  about: 'Particles with a height map and an ID map (docs/models/chen2013.md).',
  experiments: [
    {
      id: 'chen-table-1',
      title: 'Table 1: times of 250 and 500 drops',
      paper:
        'Part A (maps) takes 4–12 ms and part B (forces, shapes, merging) 1–8 ms a step on grids of 500² and 1000².',
      command: 'rivulet bench chen-pane-250 chen-pane-500 chen-pane-1000',
      run: table1,
    },
    {
      id: 'chen-residuals',
      title: 'Eq. 1: residual droplets',
      paper: 'Residual droplets appear with a probability that grows with time, τmax = 0.4 s, β = 3.',
      command: 'rivulet reproduce chen -o book',
      run: residualIntervals,
    },
    {
      id: 'chen-fig-8',
      title: 'Figs. 8 and 9: erosion, and smoothing with erosion',
      paper: 'Erosion narrows a flow from its sides; with smoothing the trail thins and vanishes.',
      command: 'rivulet reproduce chen -o book',
      run: operators,
    },
    {
      id: 'chen-fig-11',
      title: 'Figs. 7 and 11: a hemisphere on the grid, and shapes of still drops',
      paper: 'A moving drop is one hemisphere, a still one a chain of 1 to 5.',
      command: 'rivulet reproduce chen -o book',
      run: shapes,
    },
    {
      id: 'chen-fig-12',
      title: 'Figs. 12 to 14: the ID map, adjacent and overlapping drops',
      paper: 'Drops merge if their regions overlap or touch, by eight neighbours.',
      command: 'rivulet render chen-pane-500 -o id.png --at 5 --view id',
      run: idMaps,
    },
    {
      id: 'chen-fig-15',
      title: 'Fig. 15: two drops merge',
      paper: 'A running drop takes up a still one; the absorbed heights stay and decay.',
      command: 'rivulet reproduce chen -o book',
      run: merging,
    },
    {
      id: 'chen-fig-17',
      title: 'Figs. 6, 17 to 19: panes before backgrounds',
      paper: 'A pane of 512² cells with flows and residual droplets before several backgrounds.',
      command: 'rivulet render chen-pane-512 -o pane.png --at 20',
      run: panes,
    },
  ],
};
