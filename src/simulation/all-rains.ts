import { rainMasses } from '../scene/static-limit.js';
import { MarshallPalmerRain } from '../weather/marshall-palmer.js';
import { NO_RAIN, SeveralRains } from '../weather/rain.js';
import { Drips, ScriptedRain } from '../weather/scripted-rain.js';
import { type RainMakers, uniformRain } from './world.js';

/** Every kind of rain. */
export const RAIN_MAKERS: Required<RainMakers> = {
  uniform: uniformRain,
  'marshall-palmer': (rain, { vehicle, ...site }) => {
    if (rain.rate === 0) return NO_RAIN;
    // Driving into the rain is the same as rain that blows against the glass.
    const drift = rain.drift + vehicle;
    return new MarshallPalmerRain({ ...rain, drift, max: rain.max ?? Number.POSITIVE_INFINITY }, site);
  },
  script: ({ drops, repeat }) => new ScriptedRain(drops, repeat),
  drips: (rain, { coating, surface, index }) => {
    const { large } = rainMasses(coating, { small: null, large: rain.mass, largeShare: 1 });
    const { from, to } = rain;
    // By default it is the upper edge of the first chart.
    const chart = 0;
    const { width } = surface.charts[chart];
    return new Drips({ ...rain, chart, from: from ?? [0, 0], to: to ?? [width, 0], mass: large }, { index });
  },
  none: () => NO_RAIN,
  several: SeveralRains,
};
