import type { Scene } from '../scene/scene.js';
import { rainMasses } from '../scene/static-limit.js';
import { NO_RAIN, type Rain, UniformRain } from '../weather/rain.js';

/** The rain a scene asks for. */
export function createRain({ rain, coating }: Scene): Rain {
  if (rain.kind === 'none') return NO_RAIN;
  const { small, large } = rainMasses(coating, rain);
  const { rate, largeShare } = rain;
  return new UniformRain({ rate, small, large, largeShare, max: rain.max ?? Number.POSITIVE_INFINITY });
}
