/** Experiments of Stuppacher and Supan 2007. */
import { createSimulation, type SceneInput, type Simulation, sceneNames } from '../../index.js';
import { type Chapter, type Experiment, type Lab, near, type Row, shown } from './experiment.js';

/** One side of the paper's box, 256 mm, with a texture of so many texels. */
function side(texels: number): Simulation {
  const scene: SceneInput = {
    step: 1 / 60,
    model: { name: 'stuppacher2007' },
    surface: { kind: 'pane', width: 256, height: 256, cellSize: 256 / texels },
    rain: { kind: 'none' },
    backdrop: { kind: 'garden' },
  };
  const simulation = createSimulation(scene);
  // The same drops for all resolutions (STUP-18).
  for (let n = 0; n < 24; n++)
    simulation.addDrop({ x: 24 + ((n * 89) % 208), y: 16 + ((n * 53) % 120), mass: 20 + ((n * 7) % 30) });
  return simulation;
}

async function resolutions(lab: Lab) {
  const pictures = [];
  const rows: Row[] = [];
  const rates: number[] = [];
  for (const [texels, fps] of [
    [128, 480],
    [512, 160],
    [1024, 65],
  ]) {
    const simulation = side(texels);
    await lab.advance(simulation, 0.5);
    pictures.push(
      await lab.beauty(simulation, `Fig. 21: ${texels} × ${texels} texels, 0.5 s`, {
        size: { width: 300, height: 300 },
      }),
    );
    const { whole } = await lab.times(simulation, lab.quick ? 60 : 300);
    rates.push(1000 / (6 * whole));
    rows.push(
      shown(
        `${texels} × ${texels}: frames a second, water of six sides`,
        'frames/s',
        `${fps} (with drawing)`,
        1000 / (6 * whole),
      ),
    );
    const { supplied, inField, drained } = simulation.ledger();
    rows.push(
      near(
        `${texels} × ${texels}: water in the texture and drained, of all`,
        '1',
        1,
        (inField + drained) / supplied,
        1e-9,
      ),
    );
  }
  rows.push({
    what: 'smaller textures are faster',
    unit: '1',
    paper: '480 > 160 > 65',
    ours: rates.map((rate) => rate.toFixed(0)).join(' > '),
    agrees: rates[0] > rates[1] && rates[1] > rates[2],
  });
  return {
    rows,
    pictures,
    why: 'Theirs runs and draws on a GeForce 7800. Ours is one core, the water alone; tiles without water cost nothing, so the ratio is not that of the texels.',
  };
}

async function modes(lab: Lab) {
  const simulation = side(512);
  await lab.advance(simulation, 0.7);
  return {
    pictures: [
      lab.map(simulation, 'height', 'Figs. 14, 17: heights, with lines at thresholds', 380),
      lab.map(simulation, 'blurred', 'Figs. 15, 17: blurred heights', 380),
      lab.map(simulation, 'normal', 'Fig. 17: normals', 380),
      await lab.beauty(simulation, 'Fig. 17: the picture', { size: { width: 380, height: 380 } }),
    ],
  };
}

/** Figures whose scenes come with the package. */
function box(scene: string, says: string): Experiment[] {
  if (!(sceneNames as readonly string[]).includes(scene)) return [];
  const run = async (lab: Lab) => {
    const simulation = await lab.after(lab.quick ? 1 : 3, scene);
    return { pictures: [await lab.beauty(simulation, scene, { size: { width: 640, height: 400 } })] };
  };
  return [
    {
      id: scene,
      title: `Figs. 18 to 20: ${scene}`,
      paper: says,
      command: `rivulet render ${scene} -o box.png --at 3`,
      run,
    },
  ];
}

export const stuppacher: Chapter = {
  name: 'stuppacher',
  title: 'Stuppacher and Supan 2007: rendering of water drops in real-time',
  about: 'A water texture without drops (docs/models/stuppacher2007.md).',
  experiments: [
    {
      id: 'stuppacher-table-2',
      title: 'Table 2 and Fig. 21: three resolutions with the same drops',
      paper: '480, 160 and 65 frames a second with textures of 128², 512² and 1024² texels.',
      command: 'rivulet reproduce stuppacher -o book',
      run: resolutions,
    },
    {
      id: 'stuppacher-fig-17',
      title: 'Figs. 14, 15 and 17: four modes',
      paper: 'Heights show lines at the thresholds; the mean of 3 × 3 texels removes them.',
      command: 'rivulet reproduce stuppacher -o book',
      run: modes,
    },
    ...box('stuppacher-box-mirror', 'A box with mirror sides; 160 frames a second.'),
    ...box('stuppacher-box-glass', 'A box with glass sides and a model inside; 120–146 frames a second.'),
  ],
};
