import type { World } from '../models/model.js';
import type { Scene } from '../scene/scene.js';
import { limitUnder, staticLimit } from '../scene/static-limit.js';
import type { Pane } from '../surface/pane.js';
import type { PaneMotion, PaneState } from '../weather/pane-motion.js';

/** What of the world depends on how the pane stands. */
type Poised = Pick<World, 'gravity' | 'rain' | 'wind'> & { critical: number };

/** How a scene's pane stands at a time, and what that does to the water. Follows from the time alone: nothing to save. */
export class Poise {
  readonly #scene: Scene;
  readonly #pane: Pane;
  readonly #motion: PaneMotion | null;
  readonly #state: PaneState;

  constructor(scene: Scene, pane: Pane, Motion: typeof PaneMotion | null) {
    const { surface, motion } = scene;
    this.#scene = scene;
    this.#pane = pane;
    this.#state = { tilt: surface.tilt, turn: surface.turn, ax: 0, ay: 0, forward: 0 };
    this.#motion = motion && Motion && new Motion(motion.keys, motion.repeat, { ...this.#state });
    pane.tilt = surface.tilt;
    pane.turn = surface.turn;
  }

  /** Is it the same at all times? */
  get rests(): boolean {
    return this.#motion === null;
  }

  /** Sets pull, static limit, rain and wind as they are at `time` [s]. True if what pulls drops is another than before. */
  apply(world: Poised, time: number): boolean {
    const { gravity } = world;
    const x = gravity[0];
    const y = gravity[1];
    if (this.#motion) {
      this.#motion.at(time, this.#state);
      const pull = this.#motion.pull(this.#state, this.#scene.gravity, gravity);
      world.critical = limitUnder(this.#scene, pull);
      this.#pane.tilt = this.#state.tilt;
      this.#pane.turn = this.#state.turn;
    } else {
      this.#pane.gravityOn(0, this.#scene.gravity, gravity);
      world.critical = staticLimit(this.#scene);
    }
    world.rain.aim(this.#state.tilt);
    const otherWind = world.wind.aim(this.#state.tilt, this.#state.turn);
    return otherWind || gravity[0] !== x || gravity[1] !== y;
  }
}
