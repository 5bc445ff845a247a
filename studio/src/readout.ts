/** The figures beside the pane. They are written a few times a second, as fast as they can be read. */
import type { Frame, Simulation } from 'rivulet';
import type { Pace } from './step-meter.js';

const ROWS = [
  'Time',
  'Drops',
  'Wet share',
  'Step time',
  'Fields, drops',
  'Speed',
  'Model',
  'Kernels',
  'Cells',
] as const;
type Row = (typeof ROWS)[number];

/** Below this pace the page says so. */
const SLOW = 0.9;

export class Readout {
  readonly #cells = new Map<Row, HTMLElement>();

  constructor(list: HTMLElement) {
    for (const row of ROWS) {
      const term = document.createElement('dt');
      const value = document.createElement('dd');
      term.textContent = row;
      list.append(term, value);
      this.#cells.set(row, value);
    }
  }

  /** `ahead`: seconds that the water has gone on on the graphics card alone; null where it runs on the processor. */
  show(simulation: Simulation, pace: Pace, playing: boolean, ahead: number | null = null): void {
    const { drops, scene, surface } = simulation;
    const { step } = pace;
    this.#write('Time', `${(simulation.time + (ahead ?? 0)).toFixed(2)} s`);
    this.#write('Drops', `${drops.count} (${countMoving(drops)} running)`);
    this.#write('Wet share', `${(100 * wetShare(simulation.frame())).toFixed(1)} %`);
    this.#write('Step time', step ? `${step.total.toFixed(2)} ms` : '–');
    this.#write('Fields, drops', step ? `${step.fields.toFixed(2)}, ${step.drops.toFixed(2)} ms` : '–');
    this.#write('Speed', describeSpeed(pace.speed, playing));
    this.#cells.get('Speed')?.classList.toggle('slow', playing && isSlow(pace.speed));
    const onProcessor = simulation.kernels === 'simd' ? 'SIMD' : simulation.kernels;
    this.#write(
      'Kernels',
      ahead === null ? onProcessor : `graphics card, ${ahead.toFixed(1)} s ahead of the processor`,
    );
    this.#write('Model', scene.model.name);
    this.#write('Cells', `${surface.columns} × ${surface.rows} of ${trim(surface.cellSize)} mm`);
  }

  #write(row: Row, text: string): void {
    const cell = this.#cells.get(row);
    if (cell && cell.textContent !== text) cell.textContent = text;
  }
}

/** 0.48828125 mm is 0.488 mm to the eye. */
function trim(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function countMoving(drops: { count: number; moving: Uint8Array }): number {
  let moving = 0;
  for (let i = 0; i < drops.count; i++) moving += drops.moving[i];
  return moving;
}

/** Share of the pane's cells that hold water. */
export function wetShare(frame: Frame): number {
  const { data, width, height, stride } = frame.charts[0].height;
  let wet = 0;
  for (let row = 0; row < height; row++) {
    for (let i = row * stride; i < row * stride + width; i++) wet += data[i] > 0 ? 1 : 0;
  }
  return wet / (width * height);
}

function isSlow(speed: number | null): boolean {
  return speed !== null && speed < SLOW;
}

function describeSpeed(speed: number | null, playing: boolean): string {
  if (!playing) return 'paused';
  if (speed === null) return '–';
  return isSlow(speed) ? `${speed.toFixed(2)} ×, slower than real time` : `${speed.toFixed(2)} × real time`;
}
