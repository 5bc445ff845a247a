/** Experiments of Stuppacher and Supan 2007. */
import { createSimulation, type SceneInput, type Simulation } from '../../index.js';
import { renderMaps } from '../../render/offline/index.js';
import { type Chapter, type Lab, near, type Row, shown } from './experiment.js';

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

/** How much heights bend from texel to texel [mm]. */
function roughness(simulation: Simulation, blurred: boolean): number {
  const [{ columns, rows, height }] = simulation.frame().charts;
  const map = blurred ? 'blurred' : 'height';
  const data = renderMaps(simulation.frame(), ['blurred'], {}).blurred;
  const at = (row: number, col: number) =>
    map === 'blurred' ? data[row * columns + col] : height.data[row * height.stride + col];
  let [sum, count] = [0, 0];
  for (let row = 0; row < rows; row++) {
    for (let col = 1; col < columns - 1; col++) {
      if (at(row, col) === 0) continue;
      sum += Math.abs(at(row, col - 1) - 2 * at(row, col) + at(row, col + 1));
      count += 1;
    }
  }
  return sum / count;
}

async function modes(lab: Lab) {
  const simulation = side(512);
  await lab.advance(simulation, 0.7);
  const [rough, smooth] = [false, true].map((blurred) => roughness(simulation, blurred));
  return {
    rows: [
      {
        what: 'mean second difference of wet texels: heights, and blurred heights',
        unit: 'µm',
        paper: 'lines before, none after the blur',
        ours: `${(1000 * rough).toFixed(2)}, ${(1000 * smooth).toFixed(2)}`,
        tolerance: 'at most half',
        agrees: smooth < 0.5 * rough,
      },
    ],
    pictures: [
      lab.map(simulation, 'height', 'Figs. 14, 17: heights, with lines at thresholds', 380),
      lab.map(simulation, 'blurred', 'Figs. 15, 17: blurred heights', 380),
      lab.map(simulation, 'normal', 'Fig. 17: normals', 380),
      await lab.beauty(simulation, 'Fig. 17: the picture', { size: { width: 380, height: 380 } }),
    ],
  };
}

/** Half the angle of a turn about an axis, as a rotation. */
function turn([x, y, z]: readonly number[], degrees: number): [number, number, number, number] {
  const half = (degrees * Math.PI) / 360;
  return [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)];
}

const TABLE_1 = [
  ['mirror', 'stuppacher-box-mirror', 0, '160'],
  ['glass + Dragon', 'stuppacher-box-glass', 100_000, '120'],
  ['glass + Bunny', 'stuppacher-box-glass', 69_666, '125'],
  ['glass + Planck', 'stuppacher-box-glass', 50_801, '146'],
] as const;

/** Table 1 and Fig. 18: boxes, and what a model inside costs. */
async function boxes(lab: Lab) {
  const rows: Row[] = [];
  const pictures = [];
  const size = { width: 520, height: 420 };
  const times: number[] = [];
  for (const [name, scene, triangles, fps] of TABLE_1) {
    const simulation = await lab.after(lab.quick ? 1 : 4, scene, triangles ? { inside: { triangles } } : {});
    const { whole } = await lab.times(simulation, lab.quick ? 30 : 120);
    const start = performance.now();
    const picture = await lab.beauty(simulation, `Fig. 18: ${name}, ${triangles} triangles inside`, { size });
    const drawing = performance.now() - start;
    if (triangles === 0 || triangles === 100_000) pictures.push(picture);
    times.push(drawing);
    rows.push(
      shown(`${name} (${triangles} triangles): a step of the water`, 'ms', `${fps} frames/s with drawing`, whole),
    );
    rows.push(shown(`${name}: a picture by rays`, 's', `${fps} frames/s with the water`, drawing / 1000));
  }
  return {
    rows,
    pictures,
    why: 'Their models are not free; a knot of as many triangles stands for each (100,000 is also the Buddha). Theirs draws polygons on a GeForce 7800, ours traces every ray on the processor, so times are shown only. Frames of three.js are in docs/three.md.',
  };
}

/** Figs. 19 and 20: the box turned about the axis of sight, and from below. */
async function turned(lab: Lab) {
  const box = await lab.after(lab.quick ? 2 : 5, 'stuppacher-box-mirror');
  const size = { width: 420, height: 420 };
  const pictures = [await lab.beauty(box, 'Fig. 19: upright', { size })];
  box.set({ pose: turn([0, 0, 1], 40), rain: { kind: 'none' } });
  await lab.advance(box, 0.7);
  pictures.push(await lab.beauty(box, 'Fig. 19: 0.7 s after a turn by 40°', { size }));
  const under = await lab.after(lab.quick ? 2 : 5, 'stuppacher-box-glass', { pose: turn([1, 0, 0], -50) });
  const camera = { ...under.scene.camera, position: [200, -150, 540] };
  pictures.push(
    await lab.beauty(under, 'Fig. 20: turned by 50°, seen from below', {
      scene: { ...under.scene, camera } as Simulation['scene'],
      size,
    }),
  );
  const { supplied, inField, drained, dripped } = under.ledger();
  return {
    pictures,
    rows: [
      near(
        'water on the turned box, drained and dripped, of all',
        '1',
        1,
        (inField + drained + dripped) / supplied,
        1e-9,
      ),
    ],
    why: 'In the paper water fades out where a side ends. Ours goes on over the edge (the paper’s future work), and hangs on the underside.',
  };
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
    {
      id: 'stuppacher-table-1',
      title: 'Table 1 and Fig. 18: boxes of mirrors and of glass',
      paper: 'Mirror 160 frames a second; glass with Dragon or Buddha (100,000 faces) 120, Bunny 125, Planck 146.',
      command: 'rivulet render stuppacher-box-glass -o box.png --at 4',
      run: boxes,
    },
    {
      id: 'stuppacher-fig-19',
      title: 'Figs. 19 and 20: the box turned, and from below',
      paper: 'Water keeps following gravity when the box is turned, and stays on undersides.',
      command: 'rivulet reproduce stuppacher -o book',
      run: turned,
    },
  ],
};
