import { ALL_SCENES } from '../core/build-flags.js';
import type { Chance } from '../core/chance.js';
import { cos, sin } from '../core/math.js';
import { createPose, type Pose, setPaneRotation, toWorld } from '../core/pose.js';
import type { Stopwatch } from '../core/stopwatch.js';
import type { Layers } from '../layers/layers.js';
import type { World } from '../models/model.js';
import type { SceneCoating } from '../scene/coating.js';
import type { SceneSingleRain } from '../scene/rain.js';
import type { Scene } from '../scene/scene.js';
import { limitUnder, rainMasses, retentionOf, standsByPose, staticLimit } from '../scene/static-limit.js';
import type { SceneWind } from '../scene/wind.js';
import type { Place, Surface } from '../surface/surface.js';
import type { PaneMotion, PaneState } from '../weather/pane-motion.js';
import type { PosedWind } from '../weather/posed-wind.js';
import { NO_RAIN, type Rain, type RainSite, type SeveralRains, UniformRain } from '../weather/rain.js';
import type { SteadyWind, WindOptions, WindSite } from '../weather/steady-wind.js';
import type { PosedStance } from './posed-stance.js';

/** What the maker of a rain needs besides the rain's own options. */
export interface RainSetting extends RainSite {
  readonly surface: Surface;
  readonly coating: SceneCoating;
  readonly wind: SceneWind;
  /** Does the surface stand by a pose? */
  readonly isPosed: boolean;
}

/** How each kind of rain is made. */
export type RainMakers = {
  readonly [Kind in SceneSingleRain['kind']]?: (
    rain: Extract<SceneSingleRain, { kind: Kind }>,
    setting: RainSetting,
  ) => Rain;
} & { readonly several?: typeof SeveralRains };

/** The papers' rain; masses that are not given follow from the coating. */
export const uniformRain: NonNullable<RainMakers['uniform']> = (rain, { coating, ...site }) => {
  const { small, large } = rainMasses(coating, rain);
  return new UniformRain({ ...rain, small, large, max: rain.max ?? Number.POSITIVE_INFINITY }, site);
};

/** Makes the wind: steady, or with all it can do. */
export type WindKind = new (options: WindOptions, site: WindSite, chance: Chance) => SteadyWind;

/** What a world is put together from. */
export interface WorldParts {
  readonly rains: RainMakers;
  readonly wind: WindKind;
  readonly motion: typeof PaneMotion | null;
  /** For surfaces that stand by a pose: all but panes, and panes that are given one. */
  readonly posed: { readonly stance: typeof PosedStance; readonly wind: typeof PosedWind } | null;
}

/** Nothing comes off a pane that stands by its tilt, so nothing falls: neither its weight nor how it turns is needed. */
const NOTHING = new Float64Array(3);

/** What stays for as long as the simulation runs. */
interface WorldSetup {
  readonly surface: Surface;
  readonly chance: Chance;
  readonly layers: Layers;
  readonly stopwatch: Stopwatch;
}

/**
 * The world of a scene: how the surface stands, what pulls and holds there, rain and wind. All of it follows from the scene
 * and the time, but for the gusts' watch: there is nothing else to save.
 */
export class SceneWorld implements World {
  readonly dt: number;
  step = 0;
  time = 0;
  readonly chance: Chance;
  readonly layers: Layers;
  readonly stopwatch: Stopwatch;
  coating!: SceneCoating;
  retention = 0;
  rain: Rain = NO_RAIN;
  wind!: SteadyWind;
  edgesDrip = false;

  readonly #surface: Surface;
  readonly #parts: WorldParts;
  #scene!: Scene;
  /** How a surface stands by its pose; null for a pane that stands by tilt and turn. */
  #posed: PosedStance | null = null;
  #motion: PaneMotion | null = null;
  #stance!: PaneState;
  readonly #panePose = createPose();
  /** The same on the whole pane. */
  readonly #pull = new Float64Array(2);
  #limit = 0;

  constructor(scene: Scene, { surface, chance, layers, stopwatch }: WorldSetup, parts: WorldParts) {
    this.dt = scene.step;
    this.#surface = surface;
    this.chance = chance;
    this.layers = layers;
    this.stopwatch = stopwatch;
    this.#parts = parts;
    this.configure(scene);
  }

  get pose(): Pose {
    return (ALL_SCENES && this.#posed?.pose) || this.#panePose;
  }

  get weight(): Float64Array {
    return (ALL_SCENES && this.#posed?.weight) || NOTHING;
  }

  get turning(): Float64Array {
    return (ALL_SCENES && this.#posed?.turning) || NOTHING;
  }

  pull(place: Place, out: Float64Array): void {
    if (ALL_SCENES && this.#posed) {
      this.#posed.pull(place, out);
      return;
    }
    out[0] = this.#pull[0];
    out[1] = this.#pull[1];
  }

  limit(place: Place): number {
    return (ALL_SCENES && this.#posed?.limit(place)) || this.#limit;
  }

  hang(place: Place): number {
    return (ALL_SCENES && this.#posed?.hang(place)) || Number.POSITIVE_INFINITY;
  }

  /** Takes a scene whose fixed parts are those of the one before. */
  configure(scene: Scene): void {
    const { surface, coating } = scene;
    const { posed } = this.#parts;
    this.#scene = scene;
    this.coating = coating;
    this.retention = retentionOf(scene);
    this.edgesDrip = ALL_SCENES && surface.kind !== 'pane' && surface.edges === 'drip';
    this.#posed = ALL_SCENES && posed && standsByPose(scene) ? new posed.stance(scene, this.#surface) : null;
    this.rain = this.#createRain(scene);
    this.#setWind(scene);
    this.goTo(this.step);
    this.stand();
  }

  #setWind({ surface, motion, wind }: Scene): void {
    const { posed, motion: Motion, wind: Wind } = this.#parts;
    const { tilt, turn } = surface.kind === 'pane' ? surface : { tilt: 0, turn: 0 };
    this.#stance = { tilt, turn, ax: 0, ay: 0, forward: 0 };
    this.#motion =
      ALL_SCENES && motion && Motion && !this.#posed
        ? new Motion(motion.keys, motion.repeat, { ...this.#stance })
        : null;
    this.wind =
      ALL_SCENES && posed && this.#posed
        ? new posed.wind(wind, this.#surface, this.chance)
        : new Wind(wind, { charts: this.#surface.charts, tilt, turn }, this.chance);
  }

  /** Sets the number of the step to come, and the time with all that follows it but how the surface stands. */
  goTo(step: number): void {
    this.step = step;
    this.time = step * this.dt;
    this.wind.now(this.time);
  }

  /** Goes on to the next step. True if what pulls drops has changed. */
  next(): boolean {
    this.goTo(this.step + 1);
    return ALL_SCENES && (this.#posed?.moves || this.#motion !== null) && this.stand();
  }

  /** Sets pull, static limit, rain and wind as the surface stands now. True if what pulls drops has changed. */
  stand(): boolean {
    return ALL_SCENES && this.#posed ? this.#standByPose(this.#posed) : this.#standByTilt();
  }

  #standByPose(posed: PosedStance): boolean {
    const isChanged = posed.stand(this.time);
    this.rain.aim(Number.NaN, posed.pose);
    (this.wind as PosedWind).turnTo(posed.pose);
    this.wind.now(this.time);
    return isChanged;
  }

  #standByTilt(): boolean {
    const [x, y] = this.#pull;
    const stance = this.#stance;
    if (ALL_SCENES) this.#motion?.at(this.time, stance);
    this.#setPull();
    this.#setPose();
    this.rain.aim(stance.tilt, this.#panePose);
    const otherWind = this.wind.aim(stance.tilt, stance.turn);
    if (otherWind) this.wind.now(this.time);
    return otherWind || this.#pull[0] !== x || this.#pull[1] !== y;
  }

  #setPull(): void {
    const scene = this.#scene;
    const { gravity } = scene;
    if (ALL_SCENES && this.#motion) {
      this.#limit = limitUnder(scene, this.#motion.pull(this.#stance, gravity, this.#pull));
      return;
    }
    const { tilt, turn } = this.#stance;
    const along = gravity * sin(tilt);
    this.#pull[0] = along * sin(turn);
    this.#pull[1] = along * cos(turn);
    this.#limit = staticLimit(scene, tilt);
  }

  /** Pictures need the rotation. What pulls comes from tilt and turn themselves, which have one rounding less. */
  #setPose(): void {
    if (!ALL_SCENES) return;
    const { tilt, turn, ax, ay, forward } = this.#stance;
    const pose = this.#panePose;
    setPaneRotation(pose, tilt, turn);
    toWorld(pose, Float64Array.of(ax, -ay, 0), pose.acceleration);
    pose.acceleration[2] -= forward;
  }

  /** The rain a scene asks for, which must be one that the parts can make. */
  #createRain({ rain, coating, wind }: Scene): Rain {
    const { rains } = this.#parts;
    const create = (one: SceneSingleRain, index: number) => {
      const make = rains[one.kind] as (rain: SceneSingleRain, setting: RainSetting) => Rain;
      return make(one, { coating, wind, surface: this.#surface, index, isPosed: this.#posed !== null });
    };
    const { several: Several } = rains;
    return ALL_SCENES && rain.kind === 'several' && Several
      ? new Several(rain.rains.map(create))
      : create(rain as SceneSingleRain, 0);
  }
}
