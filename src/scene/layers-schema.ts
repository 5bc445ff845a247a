/** The layers of a scene as valibot schemas. */
import * as v from 'valibot';
import { type Fields, part, plainNumber, quantity } from './fields.js';
import type { SceneFilm, SceneFine, SceneFog } from './layers.js';
import * as limits from './limits.js';

/** 1 mm/h [mm/s], as the text "1mm/h" reads. */
const DRIZZLE = 1 / 3600;

export function fine() {
  const fields = {
    density: v.optional(quantity(limits.FINE_DENSITY, 'count per area'), 0.8),
    cellSize: v.optional(quantity(limits.LAYER_CELL_SIZE, 'length'), 0.5),
    largest: v.optional(quantity(limits.FINE_LARGEST, 'length'), 1),
    rainRate: v.optional(quantity(limits.FINE_RAIN, 'rain depth'), DRIZZLE),
    refill: v.optional(v.nullable(quantity(limits.LAYER_TIME, 'time')), null),
    wetAtStart: v.optional(plainNumber(limits.SHARE), 1),
  } satisfies Fields<SceneFine>;
  return part(fields, 'For none write null.');
}

export function fog() {
  const fields = {
    density: v.optional(plainNumber(limits.SHARE), 0.8),
    regrow: v.optional(quantity(limits.LAYER_TIME, 'time'), 20),
    cellSize: v.optional(quantity(limits.LAYER_CELL_SIZE, 'length'), 1),
    mass: v.optional(quantity(limits.FOG_MASS, 'mass per area'), 0.005),
  } satisfies Fields<SceneFog>;
  return part(fields, 'For none write null.');
}

export function film() {
  const fields = {
    thickness: v.optional(quantity(limits.FILM_THICKNESS, 'length'), 0.005),
    evaporation: v.optional(quantity(limits.FILM_EVAPORATION, 'speed'), 0.0002),
    friction: v.optional(plainNumber(limits.SHARE), 0.5),
    cellSize: v.optional(quantity(limits.LAYER_CELL_SIZE, 'length'), 0.5),
  } satisfies Fields<SceneFilm>;
  return part(fields, 'For none write null.');
}
