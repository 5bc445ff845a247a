import { createSurfacePoint, type Place, type Surface } from '../../surface/surface.js';
import type { World } from '../model.js';

/** Where on each chart the pull is asked for, as shares of its width: a curved chart turns from one to the other. */
const SHARES = [0.25, 0.75];
/** Added to the diagonal of the equations, so that they have a solution where no chart sees a direction. */
const HAIR = 1e-9;

/**
 * The plumb line of a surface: what pulls in space [mm/s²], found from what pulls along its charts. It says which of two places
 * on different charts is lower, and how far the surface has turned.
 */
export class Plumb {
  readonly pull = new Float64Array(3);
  readonly #surface: Surface;
  readonly #places: readonly Place[];
  readonly #point = createSurfacePoint();
  readonly #along = new Float64Array(2);

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#places = surface.charts.flatMap(({ width, height }, chart) =>
      SHARES.map((share) => ({ chart, x: share * width, y: height / 2 })),
    );
  }

  /** Finds the pull in space that fits best what pulls along the surface: least squares, three equations. */
  measure(world: World): void {
    const [sum, right] = [new Float64Array(9), new Float64Array(3)];
    for (const place of this.#places) {
      this.#surface.point(place, this.#point);
      world.pull(place, this.#along);
      const { tangentX, tangentY } = this.#point;
      for (let i = 0; i < 3; i++) {
        right[i] += this.#along[0] * tangentX[i] + this.#along[1] * tangentY[i];
        for (let j = 0; j < 3; j++) sum[3 * i + j] += tangentX[i] * tangentX[j] + tangentY[i] * tangentY[j];
      }
    }
    for (let i = 0; i < 3; i++) sum[4 * i] += HAIR;
    const whole = determinant(sum);
    for (let i = 0; i < 3; i++) {
      const replaced = sum.slice();
      for (let row = 0; row < 3; row++) replaced[3 * row + i] = right[row];
      this.pull[i] = determinant(replaced) / whole;
    }
  }

  /** How low a place is, times the pull [mm²/s²]. */
  depth(place: Place): number {
    this.#surface.point(place, this.#point);
    const { position } = this.#point;
    return position[0] * this.pull[0] + position[1] * this.pull[1] + position[2] * this.pull[2];
  }
}

function determinant([a, b, c, d, e, f, g, h, i]: Float64Array): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}
