/** The models by name, and their options, for laws that hold for all of them or for those that have something in common. */
import { chen2013, chin, kaneda1996, type ModelDefinition, nakata2012, rivulet, stuppacher2007 } from 'rivulet/models';

type Options = Readonly<Record<string, string | number | boolean>>;

/** Every model there is. */
export const DEFINITIONS: readonly ModelDefinition[] = [
  rivulet,
  chen2013,
  chin,
  nakata2012,
  kaneda1996,
  stuppacher2007,
];

/** Models with drops; in others the field is the water. */
export const DROPPED: readonly string[] = DEFINITIONS.filter(({ options }) => !('remainder' in options)).map(
  ({ name }) => name,
);

/** Models whose drops leave trails in maps. */
export const MAPPED: readonly string[] = DEFINITIONS.filter(({ options }) => 'smoothing' in options).map(
  ({ name }) => name,
);

/** Models whose drops move at every instant, and are where they were put: all but droplets that hop from cell to cell. */
export const CONTINUOUS: readonly string[] = DEFINITIONS.filter(({ name }) => name !== 'kaneda1996').map(
  ({ name }) => name,
);

/**
 * Models with drops that the glass holds by its contact angles, the more the larger they are (spec 6.3). A droplet of Kaneda et
 * al. is held by the affinity of its cell alone, whatever its mass (KAN eq. 2).
 */
export const HELD: readonly string[] = DROPPED.filter((name) => name !== 'kaneda1996');

/** Options that take chance and losses out of hopping droplets. */
export const PLAIN_HOPS = { wetting: 0, alpha2: 0, affinitySpread: 0 };

/** Models whose drops at rest have one shape, whatever pulls and whatever lies around them: all but those with bodies. */
export const PLAIN_SHAPES: readonly string[] = DEFINITIONS.filter(({ options }) => !('irregularity' in options)).map(
  ({ name }) => name,
);

/** A model with those of the options that it has; options that it lacks are left out. */
export function modelWith(name: string, options: Options): Options & { name: string } {
  const known = DEFINITIONS.find((one) => one.name === name)?.options ?? {};
  return { ...Object.fromEntries(Object.entries(options).filter(([option]) => option in known)), name };
}
