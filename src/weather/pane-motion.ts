/** A pane that moves: a window that is tilted, a car that brakes. */
import { cos, sin } from '../core/math.js';

/** How the pane stands and moves at one time. */
export interface PaneState {
  /** Slope from level [rad]. */
  tilt: number;
  /** Direction of the slope in the pane [rad]: 0 along +y, positive turns towards +x. */
  turn: number;
  /** Acceleration of the pane along its own x and y [mm/s²]. The water lags behind: it feels the opposite. */
  ax: number;
  ay: number;
  /** Level acceleration of the pane to where it slopes down, as a windscreen does to the front of its car [mm/s²]. */
  forward: number;
}

/** What is known of the pane at a time [s]; what is null lies on the line between the nearest keys that say it. */
export type MotionKey = { readonly t: number } & { readonly [Channel in keyof PaneState]: number | null };

const CHANNELS = ['tilt', 'turn', 'ax', 'ay', 'forward'] as const;

/** A pull of less than this along the pane is rounding, and the pane level [mm/s²]. */
const LEVEL = 1e-6;

/** One number over time. */
interface Track {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** A script of keys, played once or over and over. */
export class PaneMotion {
  readonly #tracks: readonly Track[];
  readonly #period: number;

  /**
   * @param keys by time
   * @param repeat length of a round [s], or null to stay as at the last key
   * @param rest what holds where no key says otherwise
   */
  constructor(keys: readonly MotionKey[], repeat: number | null, rest: PaneState) {
    this.#period = repeat ?? Number.POSITIVE_INFINITY;
    this.#tracks = CHANNELS.map((channel) => {
      const given = keys.filter((key) => key[channel] !== null);
      if (given.length === 0) return { times: [0], values: [rest[channel]] };
      return { times: given.map(({ t }) => t), values: given.map((key) => key[channel] as number) };
    });
  }

  /** Writes to `out` how the pane is at `time` [s]. */
  at(time: number, out: PaneState): void {
    const t = time < this.#period ? time : time - Math.floor(time / this.#period) * this.#period;
    for (let n = 0; n < CHANNELS.length; n++) out[CHANNELS[n]] = valueAt(this.#tracks[n], t);
  }

  /** What pulls water along the pane as it is in `state`; see `pullAlong`. */
  pull(state: PaneState, g: number, out: Float64Array): number {
    return pullAlong(state, g, out);
  }
}

/** On the line between two keys; before the first and after the last it stays. Of two at one time the later holds. */
function valueAt({ times, values }: Track, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return values[0];
  const from = values[low - 1];
  if (low === times.length) return from;
  return from + ((values[low] - from) * (t - times[low - 1])) / (times[low] - times[low - 1]);
}

/** What pulls water along such a pane where gravity is `g` [mm/s²]; x and y to `out`. Returns its size. */
export function pullAlong(pane: PaneState, g: number, out: Float64Array): number {
  const down = g * sin(pane.tilt) - pane.forward * cos(pane.tilt);
  out[0] = down * sin(pane.turn) - pane.ax;
  out[1] = down * cos(pane.turn) - pane.ay;
  const size = Math.sqrt(out[0] * out[0] + out[1] * out[1]);
  if (size >= LEVEL) return size;
  out.fill(0);
  return 0;
}
