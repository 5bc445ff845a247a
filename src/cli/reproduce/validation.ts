/** The engine against measured laws and closed forms, beyond the papers. */

import { capVolumeFactor } from '../../core/profile.js';
import { createSimulation, type SceneInput, type Simulation } from '../../index.js';
import { fresnel } from '../../optics/fresnel.js';
import { WATER_INDEX } from '../../optics/indices.js';
import { createBackdrop, readCamera, renderMaps } from '../../render/offline/index.js';
import { pendantMass } from '../../surface/pendant.js';
import { fallSpeed } from '../../weather/marshall-palmer.js';
import { residualIntervals } from './chen.js';
import { type Chapter, errorOf, type Lab, mean, near, type Row, shown, within } from './experiment.js';

const RADIAN = Math.PI / 180;

/** Does a drop of this mass [mg] start on a bare pane? */
function starts(mass: number, tilt: number, advancing: number, receding: number): boolean {
  const scene: SceneInput = {
    model: { name: 'rivulet' },
    surface: { kind: 'pane', width: 60, height: 60, cellSize: 0.5, tilt: `${tilt}deg` },
    coating: { advancing: `${advancing}deg`, receding: `${receding}deg` },
    rain: { kind: 'none' },
  };
  const simulation = createSimulation(scene);
  simulation.addDrop({ x: 30, y: 20, mass });
  for (let n = 0; n < 5; n++) simulation.step();
  return simulation.drops.count === 0 || simulation.drops.vy[0] > 0;
}

/** The least mass that starts [mg], by halving, and how far it may be off. */
function critical(tilt: number, advancing: number, receding: number): [mass: number, error: number] {
  let [low, high] = [0.1, 200];
  for (let n = 0; n < 18; n++) {
    const middle = (low + high) / 2;
    if (starts(middle, tilt, advancing, receding)) high = middle;
    else low = middle;
  }
  return [(low + high) / 2, (high - low) / 2];
}

/** Furmidge's balance with a circular rim, γ = 72.8 mN/m: weight along the glass against (π/2) γ a (cos θr − cos θa) [µL]. */
function balance(tilt: number, advancing: number, receding: number): number {
  const omega = Math.cos(receding * RADIAN) - Math.cos(advancing * RADIAN);
  const angle = ((advancing + receding) / 2) * RADIAN;
  const c = Math.cos(angle);
  const factor = (Math.PI * (2 - 3 * c + c ** 3)) / (3 * Math.sin(angle) ** 3);
  const square = (Math.PI * 72_800 * omega) / (2 * 9810 * Math.sin(tilt * RADIAN) * factor);
  return factor * square ** 1.5;
}

const COATINGS = [
  ['ordinary glass 50°/20°', 50, 20],
  ['clean glass 30°/10°', 30, 10],
  ['aged glass 65°/25°', 65, 25],
  ['fresh repellent 105°/90°', 105, 90],
] as const;

async function criticalVolume(lab: Lab) {
  const rows: Row[] = [];
  const series = [];
  for (const [name, advancing, receding] of COATINGS) {
    const tilts = lab.quick ? [27, 45, 90] : [15, 27, 35, 45, 60, 75, 90];
    const points: [number, number][] = [];
    for (const tilt of tilts) {
      const [found, error] = critical(tilt, advancing, receding);
      points.push([tilt, found]);
      const target = Number(balance(tilt, advancing, receding).toPrecision(4));
      if ([27, 45, 90].includes(tilt))
        rows.push({ ...near(`${name}, tilted by ${tilt}°`, 'µL', target, found, 0.02), error: error.toPrecision(1) });
      await lab.rest();
    }
    series.push({ name: name.split(' ')[0], points });
  }
  return { rows, plots: [{ title: 'Largest drop that stays', x: 'tilt from level [°]', y: 'µL', series }] };
}

async function rainSizes(lab: Lab) {
  const rows: Row[] = [];
  for (const rate of [5, 25]) {
    const simulation = createSimulation({
      model: { name: 'nakata2012', omega: 2 },
      surface: { kind: 'pane', width: 1000, height: 1000, cellSize: 10, tilt: '0deg' },
      rain: { kind: 'marshall-palmer', rate: `${rate}mm/h`, smallest: 0.2 },
    });
    const fluxes: number[] = [];
    for (let n = 0; n < (lab.quick ? 4 : 10); n++) {
      const before = simulation.ledger().supplied;
      await lab.advance(simulation, 1);
      fluxes.push(simulation.ledger().supplied - before);
    }
    const target = Number(((rate * 1e6) / 3600).toPrecision(5));
    rows.push({
      ...near(`flux on level glass in a rain of ${rate} mm/h`, 'mg/(s m²)', target, mean(fluxes), 0.05),
      error: errorOf(fluxes).toPrecision(2),
    });
  }
  return {
    rows,
    why: 'Drops below 0.2 mm are left out. The engine scales the spectrum so that the flux is the rate, since N₀, Λ and the fall speeds do not quite give it.',
  };
}

/** Drops of a level pane's rain, as diameters [mm]. */
async function diametersOf(lab: Lab, rate: number): Promise<number[]> {
  const simulation = await lab.after(lab.quick ? 3 : 10, {
    model: { name: 'nakata2012', omega: 2, merging: false },
    surface: { kind: 'pane', width: 1000, height: 1000, cellSize: 10, tilt: '45deg' },
    rain: { kind: 'marshall-palmer', rate: `${rate}mm/h`, weighting: 'air', arrivals: 500 },
  });
  const { count, mass } = simulation.drops;
  return Array.from(mass.subarray(0, count), (m) => Math.cbrt((6 * m) / Math.PI)).sort((a, b) => a - b);
}

/** NAK-10: sizes of drops above 1 mm in the air fall off as e^(−ΛD). */
async function spectrum(lab: Lab) {
  const rows: Row[] = [];
  const series = [];
  for (const rate of [1, 5, 25, 100]) {
    const sizes = await diametersOf(lab, rate);
    const slope = 4.1 * rate ** -0.21;
    const share = (diameter: number) => 1 - Math.exp(-slope * (diameter - 1));
    const farthest = Math.max(...sizes.map((size, n) => Math.abs(share(size) - (n + 0.5) / sizes.length)));
    // Kolmogorov and Smirnov: one sample in a thousand is farther off.
    const limit = 1.95 / Math.sqrt(sizes.length);
    const middle = mean(sizes);
    const error = errorOf(sizes);
    rows.push({
      ...near(
        `mean diameter of drops above 1 mm, ${rate} mm/h`,
        'mm',
        Number((1 + 1 / slope).toPrecision(4)),
        middle,
        0.05,
      ),
      tolerance: '± 3 errors',
      agrees: Math.abs(middle - 1 - 1 / slope) < 3 * error,
      error: error.toPrecision(2),
    });
    rows.push(within(`largest distance of the shares, ${rate} mm/h`, '1', '0', farthest, [0, limit]));
    if (rate === 5 || rate === 100) {
      const shares = sizes
        .filter((_, n) => n % 20 === 0)
        .map((size, n): [number, number] => [size, (20 * n + 0.5) / sizes.length]);
      series.push({ name: `ours, ${rate} mm/h`, points: shares, dots: true });
      const law = Array.from({ length: 60 }, (_, n): [number, number] => [1 + n / 10, share(1 + n / 10)]);
      series.push({ name: `law, ${rate} mm/h`, points: law });
    }
  }
  return { rows, plots: [{ title: 'Share of drops below a diameter', x: 'diameter [mm]', y: 'share', series }] };
}

/** Water that arrives on glass of a tilt in a car over that in a parked one, by the flux of every size. */
function driven(rate: number, tilt: number, speed: number): number {
  const slope = 4.1 * rate ** -0.21;
  let [still, moving] = [0, 0];
  for (let diameter = 0.5; diameter < 8; diameter += 0.005) {
    const weight = diameter ** 3 * Math.exp(-slope * diameter);
    const fall = 9.65 - 10.3 * Math.exp(-0.6 * diameter);
    still += weight * fall * Math.cos(tilt);
    moving += weight * (fall * Math.cos(tilt) + speed * Math.sin(tilt));
  }
  return moving / still;
}

async function dynamicRain(lab: Lab) {
  const rows: Row[] = [];
  for (const [tilt, speed] of [
    [30, 10],
    [60, 10],
    [60, 25],
  ]) {
    const ratios: number[] = [];
    for (let seed = 1; seed <= (lab.quick ? 3 : 8); seed++) {
      const supplied = async (vehicle: number) => {
        const simulation = await lab.after(lab.quick ? 3 : 8, {
          seed,
          model: { name: 'nakata2012', omega: 2, merging: false },
          surface: { kind: 'pane', width: 600, height: 600, cellSize: 10, tilt: `${tilt}deg` },
          rain: { kind: 'marshall-palmer', rate: '10mm/h', smallest: 0.5 },
          wind: { vehicle: `${vehicle}m/s` },
        });
        return simulation.ledger().supplied;
      };
      ratios.push((await supplied(speed)) / (await supplied(0)));
    }
    const target = Number(driven(10, (tilt * Math.PI) / 180, speed).toPrecision(4));
    rows.push({
      ...near(`water on glass of ${tilt}° at ${speed} m/s, of that at rest`, '1', target, mean(ratios), 0.1),
      error: errorOf(ratios).toPrecision(2),
    });
  }
  return {
    rows,
    why: 'Drops from 0.5 mm on, in a rain of 10 mm/h. Without wind both agree with the flux of level ground times the cosine of the tilt.',
  };
}

/** Gunn and Kinzer 1949, in still air: diameter [mm], speed [m/s]. */
const GUNN_KINZER = [
  [0.5, 2.06],
  [1, 4.03],
  [2, 6.49],
  [3, 8.06],
  [4, 8.83],
  [5, 9.09],
] as const;

async function falling() {
  const rows = GUNN_KINZER.map(([diameter, speed]) =>
    near(`fall speed, ${diameter} mm`, 'm/s', speed, fallSpeed(diameter) / 1000, 0.05),
  );
  const points = Array.from({ length: 60 }, (_, n): [number, number] => [
    0.1 * (n + 1),
    fallSpeed(0.1 * (n + 1)) / 1000,
  ]);
  return {
    rows,
    plots: [
      {
        title: 'Fall speed of raindrops',
        x: 'diameter [mm]',
        y: 'm/s',
        series: [
          { name: 'ours', points },
          { name: 'Gunn and Kinzer 1949', points: GUNN_KINZER, dots: true },
        ],
      },
    ],
  };
}

async function geometry() {
  const rows: Row[] = [
    [30, 1.324],
    [60, 0.997],
    [90, 0.782],
    [105, 0.678],
  ].map(([angle, radius]) =>
    near(
      `base radius of a cap of 1 µL at ${angle}°`,
      'mm',
      radius,
      Math.cbrt(1 / capVolumeFactor(angle * RADIAN)),
      0.002,
    ),
  );
  const simulation = createSimulation({
    model: { name: 'nakata2012' },
    surface: { kind: 'pane', width: 100, height: 200, cellSize: 0.25 },
    rain: { kind: 'none' },
  });
  simulation.addDrop({ x: 50, y: 20, mass: 40 });
  for (let n = 0; n < 60; n++) simulation.step();
  const { radius, stretch, mass } = simulation.drops;
  rows.push(
    near(
      `half capsule of stretch ${stretch[0].toFixed(2)}: volume by its formula`,
      'µL',
      mass[0],
      Math.PI * radius[0] ** 3 * (2 / 3 + stretch[0] / 2),
      1e-6,
    ),
  );
  return { rows };
}

/** A round drop on level glass, and where its light comes from on a backdrop `AWAY` mm behind it, seen from `EYE` mm. */
const AWAY = 40;
const EYE = 1e5;
/** It spans more than light is bent, so that nothing is cut off. */
const BLANK = { data: new Uint8ClampedArray(4 * 16 * 16), width: 16, height: 16 };
function seenThrough(angle: number) {
  const simulation = createSimulation({
    model: { name: 'rivulet', irregularity: 0 },
    surface: { kind: 'pane', width: 20, height: 20, cellSize: 0.25, tilt: '0deg' },
    coating: { advancing: `${angle}deg`, receding: `${angle}deg`, critical: 1000 },
    rain: { kind: 'none' },
    fine: null,
    film: null,
  });
  simulation.addDrop({ x: 10, y: 10, mass: 6 });
  simulation.advance(1);
  const size = 1000;
  const camera = readCamera({ distance: EYE, zoom: 1 });
  const backdrop = createBackdrop({ kind: 'image', image: BLANK, away: AWAY, span: 4 });
  const frame = simulation.frame();
  const { refraction } = renderMaps(frame, ['refraction'], { camera, backdrop, width: size, height: size });
  const row = 3 * size * Math.floor(size / 2);
  const { radius, contactAngle } = simulation.drops;
  return {
    refraction: refraction.subarray(row, row + 3 * size),
    pixel: 20 / size,
    size,
    radius: radius[0],
    contact: contactAngle[0],
  };
}

/** Focal length [mm] of a drop: how its light's origin moves across the backdrop, over how it moves beside the drop. */
function focalLength({ refraction, size, pixel }: ReturnType<typeof seenThrough>): number {
  const at = (x: number) => refraction[3 * Math.round(size / 2 + x / pixel)];
  const [middle, beside] = [(at(0.1) - at(-0.1)) / 0.2, (at(8) - at(7)) / 1];
  // A ray at x comes from x (1 + away / eye − away / focal) on the backdrop, and beside the drop from x (1 + away / eye).
  const open = 1 + AWAY / EYE;
  return AWAY / (open - (open * middle) / beside);
}

/** Radius beyond which all light is reflected, over the drop's. */
function rimOf({ refraction, size, pixel, radius }: ReturnType<typeof seenThrough>): number {
  let x = 0;
  while (x < radius && refraction[3 * Math.round(size / 2 + x / pixel) + 2] > 0.01) x += pixel;
  return x / radius;
}

async function lens() {
  const slope = Math.asin(1 / WATER_INDEX) / RADIAN;
  const drops = [30, 60].map((angle) => ({ angle, drop: seenThrough(angle) }));
  const half = seenThrough(90);
  return {
    rows: [
      ...drops.map(({ angle, drop }) => {
        const sphere = drop.radius / Math.sin(drop.contact);
        const target = Number((sphere / (WATER_INDEX - 1)).toPrecision(4));
        return {
          ...near(
            `focal length of a drop of 6 µL at ${angle}°, from its picture`,
            'mm',
            target,
            focalLength(drop),
            0.03,
          ),
          error: 'a pixel of 0.02 mm',
        };
      }),
      {
        ...near('dark rim of a drop of 90°, from its picture, of its radius', '1', 0.75, rimOf(half), 0.02),
        error: (half.pixel / half.radius).toPrecision(1),
      },
      near('Fresnel reflection at normal incidence', '1', 0.0204, fresnel(1, WATER_INDEX), 0.01),
      near('slope beyond which a drop reflects totally', '°', 48.6, slope, 0.001),
    ],
  };
}

/** Largest volume of a hanging drop of this contact angle, in cubed capillary lengths: profiles of Young and Laplace from the apex up. */
function largestHanging(angle: number): number {
  let most = 0;
  for (let curvature = 0.3; curvature < 4; curvature += 0.005) most = Math.max(most, hangingVolume(curvature, angle));
  return most;
}

/** Largest volume below a height at which the profile of an apex's curvature has the contact angle; it may have it twice. */
function hangingVolume(curvature: number, angle: number): number {
  const ds = 1e-3;
  let [x, z, slope, volume, found] = [ds, 0, curvature * ds, 0, 0];
  for (let n = 0; n < 12_000 && slope > 0; n++) {
    const before = slope;
    slope += ds * (2 * curvature - z - Math.sin(slope) / x);
    x += ds * Math.cos(slope);
    z += ds * Math.sin(slope);
    volume += ds * Math.PI * x * x * Math.sin(slope);
    if (before < angle !== slope < angle) found = volume;
    // Beyond the neck a wider part would hang from it; the drop ends where it opens again.
    if (slope < before && slope < angle) break;
  }
  return found;
}

async function pendant(lab: Lab) {
  const rows: Row[] = [];
  for (const receding of [30, 60, 90]) {
    const unit = (72_800 / 9810) ** 1.5;
    const target = largestHanging(receding * RADIAN) * unit;
    const ours = pendantMass(receding * RADIAN, 9810);
    rows.push(
      near(
        `largest drop below level glass, receding angle ${receding}°`,
        'µL',
        Number(target.toPrecision(4)),
        ours,
        0.03,
      ),
    );
    await lab.rest();
  }
  return { rows };
}

/** How long the trail of a drop lives [s]: until 2 % of its water in the map is left. */
function trailLife(cellSize: number, step: number, turn = 0): number {
  const simulation = createSimulation('window', {
    step,
    surface: { width: 100, height: 100, cellSize, turn: `${turn}deg` },
    rain: { kind: 'none' },
    drops: [],
  });
  // 44 mm through the middle along gravity, which a turn of the pane turns towards +x.
  const [dx, dy] = [Math.sin(turn * RADIAN), Math.cos(turn * RADIAN)];
  simulation.addDrop({ x: 50 - 22 * dx, y: 50 - 22 * dy, mass: 40 });
  const along = () => (simulation.drops.x[0] - 50) * dx + (simulation.drops.y[0] - 50) * dy;
  while (simulation.drops.count > 0 && along() < 22 && simulation.time < 5) simulation.step();
  simulation.clear();
  const start = simulation.time;
  const first = trailSum(simulation);
  while (trailSum(simulation) > 0.02 * first && simulation.time < start + 20) simulation.step();
  return simulation.time - start;
}

function trailSum(simulation: Simulation): number {
  const [{ trail, height }] = simulation.frame().charts;
  const map = trail ?? height;
  let sum = 0;
  for (let row = 0; row < map.height; row++)
    for (let col = 0; col < map.width; col++) sum += map.data[row * map.stride + col];
  return sum;
}

async function trails(lab: Lab) {
  const lives: number[] = [];
  const rows: Row[] = [];
  for (const [cell, step, turn] of [
    [0.25, 0.005, 0],
    [0.5, 0.005, 0],
    [1, 0.005, 0],
    [0.5, 0.0025, 0],
    [0.5, 0.01, 0],
    [0.5, 0.005, 30],
    [0.5, 0.005, 45],
    [0.5, 0.005, 90],
  ]) {
    const life = trailLife(cell, step, turn);
    lives.push(life);
    const what = `trail life, cells of ${cell} mm, steps of ${1000 * step} ms, downhill turned by ${turn}°`;
    rows.push({ ...shown(what, 's', 'the same for all', life), error: `${step}` });
    await lab.rest();
  }
  const spread = (list: readonly number[]) => Math.max(...list) / Math.min(...list);
  rows.push(within('longest over shortest, by cells', '1', '1', spread(lives.slice(0, 3)), [1, 1.25]));
  rows.push(within('longest over shortest, by steps', '1', '1', spread([lives[1], lives[3], lives[4]]), [1, 1.25]));
  rows.push(within('longest over shortest, by direction', '1', '1', spread([lives[1], ...lives.slice(5)]), [1, 1.25]));
  return {
    rows,
    why: 'Erosion of whole cells takes a trail from both of its sides. Across the grid sides lie otherwise than along it, so directions and coarse cells cannot be quite alike.',
  };
}

async function rewetting(lab: Lab) {
  const covers: number[] = [];
  for (let seed = 1; seed <= (lab.quick ? 3 : 10); seed++) {
    const simulation = await lab.after(10, 'window', { seed });
    const before = simulation.drops.count;
    simulation.clear();
    await lab.advance(simulation, 10);
    covers.push(simulation.drops.count / before);
  }
  return {
    rows: [
      {
        ...within(
          'drops 10 s after all were wiped off, of those after the first 10 s',
          '1',
          '1',
          mean(covers),
          [0.8, 1.2],
        ),
        error: errorOf(covers).toPrecision(2),
      },
    ],
  };
}

const command = 'rivulet reproduce validation -o book';

export const validation: Chapter = {
  name: 'validation',
  title: 'Validation: the engine against laws and measurements',
  about:
    'Target, source, ours with its error, tolerance. What fails is shown as failing. Closed formulas have no error of their own.',
  experiments: [
    {
      id: 'validation-critical',
      title: 'Critical volume against tilt and coating',
      paper:
        'Furmidge 1962 with the retentive factor π/2 of a circular rim (De Coninck et al. 2016). Found by halving in simulations.',
      command,
      run: criticalVolume,
    },
    {
      id: 'validation-rain',
      title: 'Marshall–Palmer: flux of rain',
      paper: 'A rain of R mm/h brings R mm of water an hour to level ground (Marshall and Palmer 1948).',
      command,
      run: rainSizes,
    },
    {
      id: 'validation-sizes',
      title: 'Marshall–Palmer: sizes of drops',
      paper: 'In the air drops of a diameter D are as many as e^(−ΛD), Λ = 4.1 R^−0.21 /mm (Marshall and Palmer 1948).',
      command,
      run: spectrum,
    },
    {
      id: 'validation-driven',
      title: 'Dynamic against static rain',
      paper:
        'The flux through glass that moves: drops of each size arrive with their fall speed and the speed of the car.',
      command,
      run: dynamicRain,
    },
    {
      id: 'validation-residuals',
      title: 'Intervals of residual droplets',
      paper: 'Chen 2013, eq. 1, with its exact mean and median (the rule has no closed form in the paper).',
      command,
      run: residualIntervals,
    },
    {
      id: 'validation-falling',
      title: 'Terminal fall speed',
      paper: 'Gunn and Kinzer 1949, still air at 20 °C.',
      command,
      run: falling,
    },
    {
      id: 'validation-shapes',
      title: 'Caps and capsules',
      paper: 'Geometry of a spherical cap, and of half a capsule.',
      command,
      run: geometry,
    },
    {
      id: 'validation-lens',
      title: 'A drop as a lens',
      paper: 'Snell and Fresnel with n = 1.333.',
      command,
      run: lens,
    },
    {
      id: 'validation-pendant',
      title: 'Hanging drops',
      paper:
        'A drop that hangs from a level plane: the largest volume of all profiles of Young and Laplace, integrated here.',
      command,
      run: pendant,
    },
    {
      id: 'validation-trails',
      title: 'Trail life against cells, steps and direction',
      paper:
        'In the model rivulet a trail should live equally long on all grids, with all steps and in all directions.',
      command,
      run: trails,
    },
    {
      id: 'validation-rewetting',
      title: 'Rewetting after a wipe',
      paper: 'Glass that was wiped dry gets as many drops in the same time as new glass.',
      command,
      run: rewetting,
    },
  ],
};
