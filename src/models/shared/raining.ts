import { ARRIVAL } from '../../weather/rain.js';
import type { Model, World } from '../model.js';

const DROP = new Float64Array(ARRIVAL.length);

/** Lets this step's rain arrive (CHEN-4, NAK-10). */
export function rainDown(model: Pick<Model, 'drops' | 'addDrop'>, world: World): void {
  const { rain, chance, step, dt } = world;
  const arrivals = rain.count(chance, step, dt, model.drops.count);
  for (let n = 0; n < arrivals; n++) {
    rain.drop(chance, step, n, DROP);
    const { x, y, mass, vx, vy } = ARRIVAL;
    model.addDrop(world, 0, DROP[x], DROP[y], DROP[mass], DROP[vx], DROP[vy]);
  }
}
