/** Experiments of Nakata, Kakimoto and Nishita 2012. */
import { createSimulation, type SceneInput, sceneNames } from '../../index.js';
import { type Chapter, type Experiment, type Lab, near, type Row, shown } from './experiment.js';

/** Acceleration down the slope of Hashimoto's experiment in the first step [m/s²]; + is down. */
function firstAcceleration(mass: number, wind: number): number {
  const scene: SceneInput = {
    step: 1 / 240,
    model: { name: 'nakata2012', omega: 0.2574, omegaSpeed: '100m/s', viscosity: 0 },
    surface: { width: 100, height: 100, tilt: '35deg' },
    rain: { kind: 'none' },
    wind: { vehicle: `${wind}m/s` },
  };
  const simulation = createSimulation(scene);
  simulation.addDrop({ x: 50, y: 50, mass });
  simulation.step();
  return simulation.drops.vy[0] / simulation.scene.step / 1000;
}

/** The wind at which `moves` changes between `low` and `high` [m/s]. */
function threshold(mass: number, low: number, high: number): number {
  const moves = (wind: number) => firstAcceleration(mass, wind) !== 0;
  const atLow = moves(low);
  for (let n = 0; n < 24; n++) {
    const middle = (low + high) / 2;
    if (moves(middle) === atLow) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

async function windFigure(lab: Lab) {
  const volumes = [10, 20, 30, 50];
  const winds = Array.from({ length: 31 }, (_, n) => n / 2);
  const series = volumes.map((volume) => ({
    name: `${volume} µL`,
    points: winds.map((wind): [number, number] => [wind, firstAcceleration(volume, wind)]),
  }));
  await lab.rest();
  const at = (volume: number, wind: number) => firstAcceleration(volume, wind);
  return {
    rows: [
      near('30 µL: slides down below', 'm/s', 7, threshold(30, 3, 9), 0.01),
      near('30 µL: climbs above', 'm/s', 11, threshold(30, 9, 14), 0.01),
      {
        what: 'larger drops climb faster at 15 m/s',
        unit: 'm/s²',
        paper: 'yes',
        ours: `${at(10, 15).toFixed(2)}, ${at(30, 15).toFixed(2)}, ${at(50, 15).toFixed(2)}`,
        agrees: at(10, 15) > at(30, 15) && at(30, 15) > at(50, 15),
      },
    ],
    plots: [
      {
        title: 'Fig. 5: acceleration down a slope of 35° against the wind',
        x: 'wind [m/s]',
        y: 'acceleration [m/s²], + is down',
        series,
      },
    ],
    why: 'The volumes of Figs. 3 and 5 stand only in the printed pictures. Ω and C_D/δ were chosen so that the still range of Hashimoto’s 30 µL drop comes out.',
  };
}

async function closeUp(lab: Lab) {
  const simulation = createSimulation('nakata-hashimoto', { wind: { vehicle: '15m/s' } });
  await lab.advance(simulation, 0.1);
  const { drops } = simulation;
  const rows: Row[] = [];
  for (let slot = 0; slot < drops.count; slot++) {
    const [r, s] = [drops.radius[slot], drops.stretch[slot]];
    const volume = Math.PI * r ** 3 * (2 / 3 + s / 2);
    if (drops.mass[slot] > 25)
      rows.push(
        near(
          `capsule of ${drops.mass[slot].toFixed(0)} µL, stretch ${s.toFixed(2)}: its volume`,
          'µL',
          Number(drops.mass[slot].toPrecision(6)),
          volume,
          1e-6,
        ),
      );
  }
  return { rows, pictures: [await lab.beauty(simulation, 'drops of 5 to 50 µL at 15 m/s, after 0.1 s')] };
}

function runningOf({ count, vx, vy }: { count: number; vx: Float64Array; vy: Float64Array }): number {
  let running = 0;
  for (let slot = 0; slot < count; slot++) if (vx[slot] !== 0 || vy[slot] !== 0) running += 1;
  return running;
}

/** Figures whose scenes come with the package. */
function figure(number: number, says: string): Experiment[] {
  const scene = `nakata-fig-${number}`;
  if (!(sceneNames as readonly string[]).includes(scene)) return [];
  const run = async (lab: Lab) => {
    const simulation = await lab.after(lab.quick ? 2 : 6, scene);
    const { drops } = simulation;
    const rows = [shown('drops', 'drops', '200–1000', drops.count), shown('running', 'drops', says, runningOf(drops))];
    return { rows, pictures: [await lab.beauty(simulation, scene, { size: { width: 640, height: 400 } })] };
  };
  return [
    { id: scene, title: `Fig. ${number}`, paper: says, command: `rivulet render ${scene} -o fig.png --at 6`, run },
  ];
}

export const nakata: Chapter = {
  name: 'nakata',
  title: 'Nakata, Kakimoto and Nishita 2012: droplets on a hydrophobic windshield',
  about: 'Mass points with contact-angle hysteresis in the wind (docs/models/nakata2012.md).',
  experiments: [
    {
      id: 'nakata-fig-5',
      title: 'Figs. 3 and 5: drops in the wind',
      paper: 'Drops slide down below about 7 m/s, stay from 7 to 11 m/s and climb above, the larger the faster.',
      command: 'rivulet simulate nakata-hashimoto --seconds 1 --set wind.vehicle=15m/s --json',
      run: windFigure,
    },
    {
      id: 'nakata-fig-8',
      title: 'Fig. 8: hemisphere and capsule',
      paper: 'A still drop is a hemisphere, a running one half a drug capsule of the same volume.',
      command: 'rivulet render nakata-hashimoto -o drops.png --at 0.1 --set wind.vehicle=15m/s',
      run: closeUp,
    },
    ...figure(10, 'At 11.3 m/s and Ω_min = 0.5 no drop moves.'),
    ...figure(11, 'At 11.3 m/s and Ω_min = 0.05 drops move along the curve of the glass.'),
    ...figure(12, 'At 15 m/s large drops climb and small ones stay.'),
  ],
};
