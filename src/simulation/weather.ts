import type { Chance } from '../core/chance.js';
import type { Scene } from '../scene/scene.js';
import { rainMasses } from '../scene/static-limit.js';
import type { Pane } from '../surface/pane.js';
import { NO_RAIN, type Rain, UniformRain } from '../weather/rain.js';
import { Wind } from '../weather/wind.js';

/** The rain a scene asks for. */
export function createRain({ rain, coating }: Scene): Rain {
  if (rain.kind === 'none') return NO_RAIN;
  const { small, large } = rainMasses(coating, rain);
  const { rate, largeShare } = rain;
  return new UniformRain({ rate, small, large, largeShare, max: rain.max ?? Number.POSITIVE_INFINITY });
}

/** The wind a scene asks for, on its pane. */
export function createWind({ wind }: Scene, { charts, tilt, turn }: Pane, chance: Chance): Wind {
  const { width, height } = charts[0];
  return new Wind(wind, { width, height, tilt, turn }, chance);
}
