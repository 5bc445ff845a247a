import { rainMasses } from '../scene/static-limit.js';
import { DirectedRain } from '../weather/directed-rain.js';
import { MarshallPalmerRain } from '../weather/marshall-palmer.js';
import { windDirection } from '../weather/posed-wind.js';
import { NO_RAIN, SeveralRains } from '../weather/rain.js';
import { Drips, ScriptedRain } from '../weather/scripted-rain.js';
import { type RainMakers, uniformRain } from './world.js';

/** Every kind of rain. */
export const RAIN_MAKERS: Required<RainMakers> = {
  uniform: uniformRain,
  'marshall-palmer': (rain, { wind, isPosed, ...site }) => {
    if (rain.rate === 0) return NO_RAIN;
    // Driving into the rain is the same as rain that blows against the glass.
    const drift = rain.drift + wind.vehicle;
    const options = { ...rain, drift, max: rain.max ?? Number.POSITIVE_INFINITY };
    if (!isPosed) return new MarshallPalmerRain(options, site);
    // In the world the wind carries the rain along.
    const [x, , z] = windDirection(wind.towards, wind.direction);
    const level = [wind.speed * x, wind.speed * z + drift] as const;
    return new DirectedRain(options, level, site);
  },
  script: ({ drops, repeat }) => new ScriptedRain(drops, repeat),
  drips: (rain, { coating, surface, index }) => {
    const { large } = rainMasses(coating, { small: null, large: rain.mass, largeShare: 1 });
    const { chart, from, to } = rain;
    const { width } = surface.charts[chart];
    return new Drips({ ...rain, from: from ?? [0, 0], to: to ?? [width, 0], mass: large }, { index });
  },
  none: () => NO_RAIN,
  several: SeveralRains,
};
