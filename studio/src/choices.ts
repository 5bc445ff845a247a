/**
 * What the user has chosen, and the same as the page's address: `?scene=window&view=id&seed=7&erosion=off&rain=17mm/h`.
 * A link reproduces the scene from its start with these choices; drops added by hand are not in it.
 */
import type { SceneInput } from 'rivulet';

/** The views of layers that a scene may be without. */
export const LAYER_VIEWS = ['fine', 'fog', 'film'] as const;
export type LayerName = (typeof LAYER_VIEWS)[number];
/** The views of smoothed heights, which Stuppacher's pictures are made from (STUP-13). */
export const BLURRED_VIEWS = ['blurred', 'blurred-normal'] as const;
export const VIEWS = [
  'beauty',
  'drops',
  'height',
  'blurred',
  'id',
  'normal',
  'blurred-normal',
  'mask',
  'caps',
  'wet',
  'roulette',
  'affinity',
  ...LAYER_VIEWS,
] as const;
export type ViewName = (typeof VIEWS)[number];
/** The views that show a map. */
export type MapName = Exclude<ViewName, 'beauty'>;

/** What goes on and off, by the name of the scene option: the four operators of Chin's Table 2, and water that falls off undersides. */
export const SWITCHES = ['erosion', 'merging', 'residuals', 'smoothing', 'detach'] as const;
export type SwitchName = (typeof SWITCHES)[number];

/** What the user has chosen. `null` and missing switches mean: as the scene has it. */
export interface Choices {
  /** A preset's name. Default `window`. */
  readonly scene: string;
  /** The picture of the glass, or which map lies under the drops. Default `beauty`. */
  readonly view: ViewName;
  /** Whether the drops are drawn over the map. Default true. */
  readonly showDrops: boolean;
  /** As typed, checked by the library. Default null. */
  readonly seed: string | null;
  /** Rain as typed: `200` is drops/s, `17mm/h` is a depth of water. Default null. */
  readonly rain: string | null;
  /** Tilt as typed: `60` is degrees, `1.2rad` is an angle too. Default null. */
  readonly tilt: string | null;
  /** Wind as typed: `30` is km/h, `5m/s` is a speed too. Default null. */
  readonly wind: string | null;
  /** Speed of the car as typed: `50` is km/h. Default null. */
  readonly vehicle: string | null;
  /** Advancing contact angle as typed: `50` is degrees. The receding one follows it. Default null. */
  readonly coating: string | null;
  /** `space` shows a pane in space, `cylinder` and `box` give the scene another surface. Default null: as the scene has it. */
  readonly shape: string | null;
  readonly switches: Readonly<Partial<Record<SwitchName, boolean>>>;
}

/** The choices that are typed, and stand in the address as they were. */
export const TYPED = ['seed', 'rain', 'tilt', 'wind', 'vehicle', 'coating', 'shape'] as const;

export const CHOICES_DEFAULTS: Choices = {
  scene: 'window',
  view: 'beauty',
  showDrops: true,
  seed: null,
  rain: null,
  tilt: null,
  wind: null,
  vehicle: null,
  coating: null,
  shape: null,
  switches: {},
};

/** Is it the view of a layer? */
export function isLayerName(view: ViewName): view is LayerName {
  return (LAYER_VIEWS as readonly string[]).includes(view);
}

/** Is it a view of smoothed heights? */
export function isBlurredName(view: ViewName): boolean {
  return (BLURRED_VIEWS as readonly string[]).includes(view);
}

export function isViewName(text: string): text is ViewName {
  return (VIEWS as readonly string[]).includes(text);
}

/** The choices in an address's query. Unknown words are ignored: an old link should still open. */
export function readChoices(search: string): Choices {
  const query = new URLSearchParams(search);
  const switches: Partial<Record<SwitchName, boolean>> = {};
  for (const name of SWITCHES) {
    const text = query.get(name);
    if (text === 'on' || text === 'off') switches[name] = text === 'on';
  }
  const view = query.get('view') ?? '';
  return {
    scene: query.get('scene') || CHOICES_DEFAULTS.scene,
    view: isViewName(view) ? view : CHOICES_DEFAULTS.view,
    showDrops: query.get('drops') !== 'hidden',
    seed: query.get('seed'),
    rain: query.get('rain'),
    tilt: query.get('tilt'),
    wind: query.get('wind'),
    vehicle: query.get('vehicle'),
    coating: query.get('coating'),
    shape: query.get('shape'),
    switches,
  };
}

/** The query of a link that reproduces these choices; what the scene itself says is left out. */
export function writeChoices(choices: Choices): string {
  const query = new URLSearchParams({ scene: choices.scene, view: choices.view });
  for (const name of TYPED) {
    const text = choices[name];
    if (text !== null) query.set(name, text);
  }
  for (const name of SWITCHES) {
    const on = choices.switches[name];
    if (on !== undefined) query.set(name, on ? 'on' : 'off');
  }
  if (!choices.showDrops) query.set('drops', 'hidden');
  return `?${query}`;
}

/** The choices as overrides of the preset. Text that is not a number goes through as it is: the library judges it. */
export function overridesOf(choices: Choices): SceneInput {
  const { seed, rain, tilt, wind, vehicle, coating, shape, switches } = choices;
  const kind = shape === null || shape === 'space' ? {} : { kind: shape as 'box' };
  return {
    // The library explains a word in the place of the seed; the cast lets it through.
    ...(seed !== null && { seed: numberOr(seed) as number }),
    ...(rain !== null && { rain: rainPatch(rain) }),
    ...((tilt !== null || 'kind' in kind) && {
      surface: { ...kind, ...(tilt !== null && { tilt: degrees(tilt) }) },
    }),
    ...((wind !== null || vehicle !== null) && {
      wind: {
        ...(wind !== null && { speed: speedValue(wind) }),
        ...(vehicle !== null && { vehicle: speedValue(vehicle) }),
      },
    }),
    ...(coating !== null && { coating: coatingPatch(coating) }),
    ...(Object.keys(switches).length > 0 && { model: { ...switches } }),
  };
}

/** A rain that falls uniformly, even on a scene that has none of its own; `none` is none. */
export function rainPatch(text: string): NonNullable<SceneInput['rain']> {
  if (text.trim() === 'none') return { kind: 'none' };
  return { kind: 'uniform', rate: numberOr(text) };
}

/** A depth of measured rain; a bare number is in mm/h. */
export function depthValue(text: string): string {
  return isNumber(text) ? `${text.trim()}mm/h` : text.trim();
}

/** A bare number is in degrees, which is what the page shows; the library itself counts in radians. */
export function degrees(text: string): string {
  return isNumber(text) ? `${text.trim()}deg` : text.trim();
}

/** A bare number is in km/h. */
export function speedValue(text: string): string {
  return isNumber(text) ? `${text.trim()}km/h` : text.trim();
}

/** Receding over advancing angle of ordinary glass, 20° over 50°. */
const RECEDING_SHARE = 0.4;

/** Another advancing angle, and the receding one that ordinary glass has with it. A word goes through as it is. */
export function coatingPatch(text: string): NonNullable<SceneInput['coating']> {
  const angle = Number(text.trim().replace(/ *deg$/, ''));
  if (text.trim() === '' || !Number.isFinite(angle)) return { advancing: text.trim() };
  return { advancing: `${angle}deg`, receding: `${RECEDING_SHARE * angle}deg` };
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

function numberOr(text: string): number | string {
  return isNumber(text) ? Number(text) : text.trim();
}
