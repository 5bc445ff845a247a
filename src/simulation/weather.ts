import type { Chance } from '../core/chance.js';
import type { SceneSingleRain } from '../scene/rain.js';
import type { Scene, SceneCoating } from '../scene/scene.js';
import { rainMasses } from '../scene/static-limit.js';
import type { Pane } from '../surface/pane.js';
import type { Rain, RainPlace } from '../weather/rain.js';
import type { SeveralRains } from '../weather/several-rains.js';
import type { SteadyWind, WindGlass } from '../weather/steady-wind.js';
import { UniformRain } from '../weather/uniform-rain.js';
import type { WindOptions } from '../weather/wind-options.js';

/** Size of the glass in whole cells [mm]. */
type Glass = Omit<RainPlace, 'index'>;

/** What a rain has to know besides its own options. */
export interface RainSite {
  readonly coating: SceneCoating;
  /** Speed of the vehicle whose glass it is [mm/s]. */
  readonly vehicle: number;
  readonly place: RainPlace;
}

/** How each kind of rain is made. */
export type RainMakers = {
  readonly [Kind in SceneSingleRain['kind']]?: (rain: Extract<SceneSingleRain, { kind: Kind }>, site: RainSite) => Rain;
} & { readonly several?: typeof SeveralRains };

/** The rain a scene asks for, which must be one that `makers` can make. */
export function createRain(
  { rain, coating, wind }: Pick<Scene, 'rain' | 'coating' | 'wind'>,
  glass: Glass,
  makers: RainMakers,
): Rain {
  const create = (one: SceneSingleRain, index: number) => {
    const make = makers[one.kind] as (rain: SceneSingleRain, site: RainSite) => Rain;
    return make(one, { coating, vehicle: wind.vehicle, place: { ...glass, index } });
  };
  const { several: Several } = makers;
  return rain.kind === 'several' && Several ? new Several(rain.rains.map(create)) : create(rain as SceneSingleRain, 0);
}

/** The papers' rain; masses that are not given follow from the coating. */
export const uniformRain: NonNullable<RainMakers['uniform']> = (rain, { coating, place }) => {
  const { small, large } = rainMasses(coating, rain);
  return new UniformRain({ ...rain, small, large, max: rain.max ?? Number.POSITIVE_INFINITY }, place);
};

/** Makes the wind: steady, or with all it can do. */
export type WindKind = new (options: WindOptions, glass: WindGlass, chance: Chance) => SteadyWind;

/** The wind a scene asks for, on its pane. */
export function createWind({ wind }: Scene, { charts, tilt, turn }: Pane, chance: Chance, Kind: WindKind): SteadyWind {
  const { width, height } = charts[0];
  return new Kind(wind, { width, height, tilt, turn }, chance);
}
