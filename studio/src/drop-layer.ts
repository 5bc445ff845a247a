/** Draws the drops from their shapes, sharp at any size: at 0.5 mm cells a 9 mg drop is only three cells wide. */
import { type DropsView, lobeOffsets } from 'rivulet';

/** The colours of still and running drops, those of `rivulet render --view drops`. */
const STILL = { line: '#66d9e8', fill: 'rgb(102 217 232 / 0.4)' };
const RUNNING = { line: '#ffb454', fill: 'rgb(255 180 84 / 0.4)' };
const TICK = '#ffffff';
/** Under every line, so that it stands out from any map. */
const HALO = 'rgb(0 0 0 / 0.5)';

/** Width of lines [CSS px], and the most of a drop they may take [mm] where the pane is shown small. */
const LINE = 1.25;
const LINE_MAX = 0.4;
/** A tick is the way of this time [s], but never longer than `TICK_MAX` [mm]: in Chen's scenes drops fall fast. */
const TICK_TIME = 0.06;
const TICK_MAX = 10;
/** The most lobes a drop has (CHEN-12). */
const MAX_LOBES = 5;

/** Where and how large the layer is drawn. */
export interface LayerSize {
  /** [px]. */
  readonly width: number;
  readonly height: number;
  /** Pixels a millimetre. */
  readonly scale: number;
}

/**
 * A layer of its own, because the outline around several lobes is made by stroking all of them and then clearing their
 * inside. Left out: the stretch, which neither model of this page uses.
 */
export class DropLayer {
  readonly #context: CanvasRenderingContext2D;
  readonly #offsets = new Float64Array(2 * MAX_LOBES);

  constructor() {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('this browser gives no 2D canvas.');
    this.#context = context;
  }

  get canvas(): HTMLCanvasElement {
    return this.#context.canvas;
  }

  /** Draws all drops; `filled` as on a plain ground, otherwise only their outlines, so that the map stays readable. */
  draw(drops: DropsView, cellSize: number, { width, height, scale }: LayerSize, filled: boolean): void {
    const context = this.#context;
    if (context.canvas.width !== width) context.canvas.width = width;
    if (context.canvas.height !== height) context.canvas.height = height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const line = Math.min((LINE * devicePixelRatio) / scale, LINE_MAX);
    // Running drops last: they are few, and what the eye looks for.
    for (const [moving, ink] of [STILL, RUNNING].entries()) {
      const path = this.#outline(drops, moving, cellSize);
      this.#stroke(path, ink.line, 2 * line);
      context.globalCompositeOperation = 'destination-out';
      context.fillStyle = '#000'; // clears as far as it is opaque
      context.fill(path);
      context.globalCompositeOperation = 'source-over';
      context.fillStyle = ink.fill;
      if (filled) context.fill(path);
    }
    this.#stroke(ticks(drops), TICK, line);
  }

  /** One path around all lobes of all still (0) or running (1) drops, in mm. */
  #outline(drops: DropsView, moving: number, cellSize: number): Path2D {
    const path = new Path2D();
    for (let i = 0; i < drops.count; i++) {
      if (drops.moving[i] !== moving) continue;
      const lobes = lobeOffsets(drops.lobes[i], cellSize, this.#offsets);
      for (let k = 0; k < lobes; k++) {
        const x = drops.x[i] + this.#offsets[2 * k];
        const y = drops.y[i] + this.#offsets[2 * k + 1];
        path.moveTo(x + drops.radius[i], y);
        path.arc(x, y, drops.radius[i], 0, 2 * Math.PI);
      }
    }
    return path;
  }

  /** A line `width` [mm] wide with a dark edge. */
  #stroke(path: Path2D, colour: string, width: number): void {
    const context = this.#context;
    context.lineWidth = 2 * width;
    context.strokeStyle = HALO;
    context.stroke(path);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke(path);
  }
}

/** A line from each running drop's centre along its velocity. */
function ticks(drops: DropsView): Path2D {
  const path = new Path2D();
  for (let i = 0; i < drops.count; i++) {
    const speed = Math.hypot(drops.vx[i], drops.vy[i]);
    if (!drops.moving[i] || speed === 0) continue;
    const time = Math.min(TICK_TIME, TICK_MAX / speed);
    path.moveTo(drops.x[i], drops.y[i]);
    path.lineTo(drops.x[i] + drops.vx[i] * time, drops.y[i] + drops.vy[i] * time);
  }
  return path;
}
