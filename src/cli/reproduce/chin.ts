/** Experiments of Chin's report. */
import { createSimulation, type Simulation } from '../../index.js';
import { renderView } from '../../render/offline/index.js';
import { volumeOf } from './chen.js';
import { type Chapter, enlarged, type Lab, png, type Row, shown, within } from './experiment.js';

async function table3(lab: Lab) {
  const simulation = await lab.after(lab.quick ? 5 : 20, 'chin-table-3');
  const { whole } = await lab.times(simulation, lab.quick ? 200 : 1000);
  const frame = (whole * (1 / 30)) / simulation.scene.step;
  return {
    rows: [
      shown('drops', 'drops', '700 at most', simulation.drops.count),
      shown('one step of 5 ms', 'ms', 'not given', whole),
      shown('a frame of 1/30 s', 'ms', '14.8–31.8', frame),
      {
        what: 'holds 30 frames a second',
        unit: 'ms a frame',
        paper: 'yes, 33.3',
        ours: frame,
        tolerance: 'at most 33.3',
        agrees: frame <= 33.3,
      },
    ],
    why: 'Theirs is an i5-5200U of 2015. Chin computes one step a frame with four substeps; ours computes 6.7 steps of 5 ms.',
  };
}

/** Follows a drop that starts beside the trail of another, which has left; returns how far from it it ends [radii]. */
function followed(seed: number): number {
  const simulation = createSimulation('chin-fig-7a', { seed, rain: { kind: 'none' } });
  simulation.addDrop({ x: 45, y: 5, mass: 8 });
  while (simulation.drops.count > 0 && simulation.steps < 400) simulation.step();
  simulation.addDrop({ x: 46, y: 5, mass: 8 });
  const radius = Math.cbrt((3 * 8) / (2 * Math.PI));
  const trail = trailColumn(simulation);
  let last = 0;
  while (simulation.drops.count > 0 && simulation.steps < 1000) {
    const { x, y } = simulation.drops;
    if (y[0] < 110) last = Math.abs(x[0] - trail(y[0])) / radius;
    simulation.step();
  }
  return last;
}

/** The middle of the water in the row at `y` [mm], as it is now. */
function trailColumn(simulation: Simulation): (y: number) => number {
  const [{ height, cellSize }] = simulation.frame().charts;
  const middles = Array.from({ length: height.height }, (_, row) => {
    let [sum, count] = [0, 0];
    for (let col = 0; col < height.width; col++) {
      if (height.data[row * height.stride + col] <= 0) continue;
      sum += (col + 0.5) * cellSize;
      count += 1;
    }
    return sum / count;
  });
  return (y) => middles[Math.min(middles.length - 1, Math.floor(y / cellSize))];
}

async function following(lab: Lab) {
  const seeds = lab.quick ? 12 : 50;
  const ends: number[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    ends.push(followed(seed));
    await lab.rest();
  }
  const share = ends.filter((end) => end <= 1).length / seeds;
  const simulation = createSimulation('chin-fig-7a', { rain: { kind: 'none' } });
  simulation.addDrop({ x: 45, y: 5, mass: 8 });
  await lab.advance(simulation, 0.4);
  simulation.addDrop({ x: 46, y: 5, mass: 8 });
  await lab.advance(simulation, 0.2);
  return {
    rows: [
      {
        what: 'second drops that end within a radius of the first one’s trail',
        unit: 'share',
        paper: 'drops follow trails',
        ours: share,
        error: `${seeds} seeds`,
        tolerance: 'at least 0.9',
        agrees: share >= 0.9,
      },
    ],
    pictures: [lab.map(simulation, 'drops', 'Figs. 2 and 3: particles over the map', 270)],
  };
}

async function iterations(lab: Lab) {
  const simulation = createSimulation('chin-fig-7c', { rain: { kind: 'none' } });
  simulation.addDrop({ x: 45, y: 5, mass: 8 });
  while (simulation.drops.count > 0 && simulation.drops.y[0] < 80) simulation.step();
  const pictures = [];
  const points: [number, number][] = [];
  for (let n = 0; n <= 24; n++) {
    if (n % 8 === 0)
      pictures.push(
        png(
          enlarged(renderView(simulation.frame(), 'height', { width: 360 }), [150, 20, 60, 160], 2),
          `after ${n} iterations`,
        ),
      );
    points.push([n, volumeOf(simulation)]);
    simulation.step();
    await lab.rest();
  }
  const left = points[20][1] / points[0][1];
  return {
    rows: [
      within(
        'water of the trail after 20 iterations, of that at first',
        '1',
        'a thin trail, then none',
        left,
        [0, 0.5],
      ),
    ],
    pictures,
    plots: [
      {
        title: 'Fig. 4: water in the height map',
        x: 'iterations',
        y: 'mm³',
        series: [{ name: 'smoothing and erosion', points }],
      },
    ],
  };
}

async function idMerge(lab: Lab) {
  const simulation = createSimulation('chin-fig-7e', { rain: { kind: 'none' }, model: { residuals: false } });
  simulation.addDrop({ x: 45, y: 20, mass: 3.9 });
  simulation.addDrop({ x: 45, y: 8, mass: 8 });
  const before = simulation.drops.count;
  const picture = (caption: string) =>
    png(enlarged(renderView(simulation.frame(), 'id', { width: 360 }), [130, 10, 100, 130], 2), caption);
  let last = picture('before');
  while (simulation.drops.count >= before && simulation.steps < 100) {
    last = picture('Fig. 5: before the merge');
    simulation.step();
    await lab.rest();
  }
  const ids = new Set<number>();
  const [{ id }] = simulation.frame().charts;
  for (let row = 0; row < id.height; row++)
    for (let col = 0; col < id.width; col++) ids.add(id.data[row * id.stride + col]);
  ids.delete(0);
  return {
    pictures: [last, picture('Fig. 6: after the merge, filled with one ID')],
    rows: [
      {
        what: 'IDs on the map after the merge',
        unit: 'IDs',
        paper: '1 (flood fill)',
        ours: ids.size,
        agrees: ids.size === 1,
      },
    ],
  };
}

async function figure7(lab: Lab) {
  const pictures = [];
  const rows: Row[] = [];
  const wet: number[] = [];
  for (const letter of ['a', 'b', 'c', 'd', 'e']) {
    const simulation = await lab.after(5, `chin-fig-7${letter}`);
    pictures.push(lab.map(simulation, 'height', `7${letter}`, 180));
    wet.push(volumeOf(simulation));
    rows.push(
      shown(
        `7${letter}: drops and water in the map`,
        'drops, mm³',
        'picture',
        `${simulation.drops.count}, ${volumeOf(simulation).toFixed(0)}`,
      ),
    );
  }
  rows.push({
    what: 'smoothing (b) spreads water, erosion (c) takes it back',
    unit: 'mm³',
    paper: 'as in the pictures',
    ours: `${wet[1].toFixed(0)} > ${wet[2].toFixed(0)}`,
    agrees: wet[1] > wet[2],
  });
  return { pictures, rows };
}

export const chin: Chapter = {
  name: 'chin',
  title: 'Chin: animating raindrops on a surface',
  about: 'Chen’s method re-implemented, with the engineering that the paper leaves out (docs/models/chin.md).',
  experiments: [
    {
      id: 'chin-table-3',
      title: 'Table 3: time of a frame',
      paper: '1000 × 600 cells of 0.5 mm and 700 drops hold 30 frames a second; 14.8–31.8 ms a frame without a limit.',
      command: 'rivulet bench chin-table-3',
      run: table3,
    },
    {
      id: 'chin-fig-3',
      title: 'Figs. 2 and 3: particles, and following',
      paper: 'A drop follows the trail of an earlier one.',
      command: 'rivulet render chin-fig-7a -o drops.png --at 2 --view drops',
      run: following,
    },
    {
      id: 'chin-fig-4',
      title: 'Fig. 4: more than 20 iterations on a trail',
      paper: 'Smoothing and erosion thin a trail to nothing.',
      command: 'rivulet reproduce chin -o book',
      run: iterations,
    },
    {
      id: 'chin-fig-5',
      title: 'Figs. 5 and 6: ID map before and after a merge',
      paper: 'A flood fill gives the merged area one ID.',
      command: 'rivulet render chin-fig-7e -o id.png --at 5 --view id',
      run: idMerge,
    },
    {
      id: 'chin-fig-7',
      title: 'Fig. 7: operations one by one',
      paper: 'All off (a), smoothing (b), erosion (c), residual droplets (d), merging (e).',
      command: 'rivulet render chin-fig-7e -o e.png --at 5 --view height',
      run: figure7,
    },
  ],
};
