import { rainMasses } from '../scene/static-limit.js';
import { Drips } from '../weather/drips.js';
import { MarshallPalmerRain } from '../weather/marshall-palmer-rain.js';
import { NO_RAIN } from '../weather/rain.js';
import { ScriptedRain } from '../weather/scripted-rain.js';
import { SeveralRains } from '../weather/several-rains.js';
import { type RainMakers, uniformRain } from './weather.js';

/** Every kind of rain. */
export const RAIN_MAKERS: Required<RainMakers> = {
  uniform: uniformRain,
  'marshall-palmer': (rain, { vehicle, place }) => {
    if (rain.rate === 0) return NO_RAIN;
    // Driving into the rain is as good as having it blown against the glass.
    const drift = rain.drift + vehicle;
    return new MarshallPalmerRain({ ...rain, drift, max: rain.max ?? Number.POSITIVE_INFINITY }, place);
  },
  script: ({ drops, repeat }) => new ScriptedRain(drops, repeat),
  drips: (rain, { coating, place }) => {
    const { large } = rainMasses(coating, { small: null, large: rain.mass, largeShare: 1 });
    const { from, to } = rain;
    return new Drips({ ...rain, from: from ?? [0, 0], to: to ?? [place.width, 0], mass: large }, place);
  },
  none: () => NO_RAIN,
  several: SeveralRains,
};
