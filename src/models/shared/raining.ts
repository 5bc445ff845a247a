import { createArrival } from '../../weather/rain.js';
import type { Model, World } from '../model.js';

const DROP = createArrival();

/** This step's rain arrives (CHEN-4, NAK-10). */
export function rainDown(model: Pick<Model, 'drops' | 'addDrop'>, world: World): void {
  const { rain, chance, step, dt } = world;
  const arrivals = rain.count(chance, step, dt, model.drops.count);
  for (let n = 0; n < arrivals; n++) {
    rain.drop(chance, step, n, DROP);
    model.addDrop(world, DROP);
  }
}
