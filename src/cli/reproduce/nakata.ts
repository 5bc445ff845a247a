/** Experiments of Nakata, Kakimoto and Nishita 2012. */
import { createSimulation, type SceneInput, type Simulation } from '../../index.js';
import { type Chapter, type Experiment, errorOf, type Lab, mean, near, type Row, shown, within } from './experiment.js';

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
  const close = await lab.after(2.6, 'nakata-fig-8');
  return {
    rows,
    pictures: [
      await lab.beauty(close, 'Fig. 8: a hemisphere rests, half a capsule climbs', {
        size: { width: 400, height: 500 },
      }),
      await lab.beauty(simulation, 'drops of 5 to 50 µL at 15 m/s, after 0.1 s'),
    ],
  };
}

/** Diameter of a drop as a hemisphere [mm]. */
function diameterOf(mass: number): number {
  return 2 * Math.cbrt((3 * mass) / (2 * Math.PI));
}

/** Figs. 10 to 12: what of the drops runs, of those above and below 4.3 mm. */
function verdicts(number: number, { count, mass, moving, vx, x }: Simulation['drops'], width: number): Row[] {
  const slots = Array.from({ length: count }, (_, slot) => slot);
  const running = slots.filter((slot) => moving[slot] === 1);
  const share = (list: readonly number[]) =>
    list.filter((slot) => moving[slot] === 1).length / Math.max(1, list.length);
  if (number === 10) return [within('drops that run', 'drops', '0', running.length, [0, 0])];
  if (number === 11) {
    const beside = running.filter((slot) => Math.abs(x[slot] - width / 2) > 100);
    const outwards = beside.filter((slot) => Math.sign(vx[slot]) === Math.sign(x[slot] - width / 2));
    return [
      within('drops that run', 'drops', 'some', running.length, [1, count]),
      within('of those beside the middle, drift outwards', 'share', '1', outwards.length / beside.length, [0.95, 1]),
    ];
  }
  const large = slots.filter((slot) => diameterOf(mass[slot]) > 4.3);
  const small = slots.filter((slot) => diameterOf(mass[slot]) < 4.05);
  return [
    shown('drops above 4.3 mm', 'drops', 'not given', large.length),
    within('drops above 4.3 mm that climb', 'share', '1', share(large), [0.95, 1]),
    within('drops below 4.05 mm that run', 'share', '0', share(small), [0, 0.01]),
  ];
}

function figure(number: number, fps: string, says: string): Experiment {
  const scene = `nakata-fig-${number}`;
  const run = async (lab: Lab) => {
    const simulation = createSimulation(scene, number === 12 ? { rain: { arrivals: 1000, max: 3000 } } : {});
    await lab.advance(simulation, lab.quick ? 3 : 6);
    const { whole } = await lab.times(simulation, 120);
    const { drops } = simulation;
    const rows = [
      shown('drops', 'drops', '200–1000', drops.count),
      ...verdicts(number, drops, simulation.surface.width),
      shown('frames a second at 60 steps a second of water, without drawing', 'frames/s', fps, 1000 / (4 * whole)),
    ];
    return {
      rows,
      pictures: [
        await lab.beauty(simulation, `Fig. ${number} from the driver’s seat`, { size: { width: 640, height: 400 } }),
      ],
      why: 'Their frames have physics and drawing, on a Core 2 Extreme with a GTX 480; ours are four steps of water on one core.',
    };
  };
  return { id: scene, title: `Fig. ${number}`, paper: says, command: `rivulet render ${scene} -o fig.png --at 6`, run };
}

/** Fig. 9: fine drops on the way of a drop, and how wide the way is. */
async function lotus(lab: Lab) {
  const simulation = createSimulation('nakata-fig-9', { rain: { kind: 'none' }, model: { stretchMax: 0 } });
  simulation.addDrop({ x: 120, y: 150, mass: 60 });
  while (simulation.drops.count > 0 && simulation.time < 10) {
    simulation.step();
    await lab.rest();
  }
  const [{ fine }] = simulation.frame().charts;
  if (!fine) throw new Error('nakata-fig-9 has fine drops');
  const { amount } = fine;
  const widths: number[] = [];
  for (let row = 60; row < 560; row += 20) {
    const cells = amount.data.subarray(row * amount.stride, row * amount.stride + amount.width);
    widths.push(0.25 * cells.filter((share) => share < 0.5).length);
  }
  const rain = await lab.after(8, 'nakata-fig-9');
  const low = diameterOf(60) - 0.3;
  const high = diameterOf(simulation.ledger().drained) + 0.8;
  return {
    rows: [
      {
        ...within(
          'width of the bare track of a drop of 60 µL',
          'mm',
          `${diameterOf(60).toFixed(2)}, its own`,
          mean(widths),
          [low, high],
        ),
        error: errorOf(widths).toPrecision(2),
      },
    ],
    pictures: [
      await lab.beauty(rain, 'Fig. 9: bare tracks in the fine drops', { size: { width: 640, height: 400 } }),
      lab.map(rain, 'fine', 'the alpha map: fine drops that are left', 480),
    ],
    why: 'The drop grows by the fine drops that it takes up, and a cell of 0.25 mm that it only touches is bare too.',
  };
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
      command: 'rivulet render nakata-fig-8 -o drops.png --at 2.6',
      run: closeUp,
    },
    {
      id: 'nakata-fig-9',
      title: 'Fig. 9: the Lotus effect',
      paper: 'Large drops take up the small ones on their way and leave bare tracks.',
      command: 'rivulet render nakata-fig-9 -o lotus.png --at 8',
      run: lotus,
    },
    figure(10, '134–153', 'At 11.3 m/s and Ω_min = 0.5 no drop moves.'),
    figure(11, '80–100', 'At 11.3 m/s and Ω_min = 0.05 drops move along the curve of the glass.'),
    figure(12, '70–100', 'At 15 m/s and Ω_min = 0.5 large drops climb straight and small ones stay.'),
  ],
};
