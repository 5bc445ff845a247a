import type { Chance } from '../core/chance.js';
import type { SceneSingleRain } from '../scene/rain.js';
import type { Scene, SceneCoating } from '../scene/scene.js';
import { rainMasses } from '../scene/static-limit.js';
import type { Pane } from '../surface/pane.js';
import { Drips } from '../weather/drips.js';
import { MarshallPalmerRain } from '../weather/marshall-palmer-rain.js';
import { NO_RAIN, type Rain, type RainPlace } from '../weather/rain.js';
import { ScriptedRain } from '../weather/scripted-rain.js';
import { SeveralRains } from '../weather/several-rains.js';
import { UniformRain } from '../weather/uniform-rain.js';
import { Wind } from '../weather/wind.js';

/** Size of the glass in whole cells [mm]. */
type Glass = Omit<RainPlace, 'index'>;

/** The rain a scene asks for. */
export function createRain({ rain, coating, wind }: Pick<Scene, 'rain' | 'coating' | 'wind'>, glass: Glass): Rain {
  const create = (one: SceneSingleRain, index: number) => createSingle(one, coating, wind.vehicle, { ...glass, index });
  return rain.kind === 'several' ? new SeveralRains(rain.rains.map(create)) : create(rain, 0);
}

function createSingle(rain: SceneSingleRain, coating: SceneCoating, vehicle: number, place: RainPlace): Rain {
  switch (rain.kind) {
    case 'uniform': {
      const { small, large } = rainMasses(coating, rain);
      return new UniformRain({ ...rain, small, large, max: rain.max ?? Number.POSITIVE_INFINITY }, place);
    }
    case 'marshall-palmer': {
      if (rain.rate === 0) return NO_RAIN;
      // Driving into the rain is as good as having it blown against the glass.
      const drift = rain.drift + vehicle;
      return new MarshallPalmerRain({ ...rain, drift, max: rain.max ?? Number.POSITIVE_INFINITY }, place);
    }
    case 'script':
      return new ScriptedRain(rain.drops, rain.repeat);
    case 'drips': {
      const { large } = rainMasses(coating, { small: null, large: rain.mass, largeShare: 1 });
      const { from, to } = rain;
      return new Drips({ ...rain, from: from ?? [0, 0], to: to ?? [place.width, 0], mass: large }, place);
    }
    case 'none':
      return NO_RAIN;
  }
}

/** The wind a scene asks for, on its pane. */
export function createWind({ wind }: Scene, { charts, tilt, turn }: Pane, chance: Chance): Wind {
  const { width, height } = charts[0];
  return new Wind(wind, { width, height, tilt, turn }, chance);
}
