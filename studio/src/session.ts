/** The running simulation and the choices it was made from; a change the library rejects leaves both as they were. */
import { createSimulation, type SceneInput, type Simulation, type StepProfile } from 'rivulet';
import {
  type Choices,
  coatingPatch,
  degrees,
  depthValue,
  overridesOf,
  rainPatch,
  type SwitchName,
  speedValue,
} from './choices.js';

export class Session {
  #choices: Choices;
  #simulation: Simulation;
  #profile: StepProfile;
  /** The scene's own wipers, for when they are switched on again. */
  #wipers: SceneInput['wipers'];
  readonly #now: () => number;

  /** `now` is the clock for the step times [ms]: the library itself reads none. */
  constructor(choices: Choices, now: () => number) {
    this.#now = now;
    this.#choices = choices;
    this.#simulation = createSimulation(choices.scene, overridesOf(choices));
    this.#profile = this.#simulation.profile(now);
    this.#wipers = this.#simulation.scene.wipers;
  }

  get choices(): Choices {
    return this.#choices;
  }

  get simulation(): Simulation {
    return this.#simulation;
  }

  /** Milliseconds spent in steps so far, fields and drops apart. */
  get profile(): StepProfile {
    return this.#profile;
  }

  /** Another scene or seed, or the same from the start. */
  open(patch: Partial<Choices> = {}): void {
    const choices = { ...this.#choices, ...patch };
    const simulation = createSimulation(choices.scene, overridesOf(choices));
    this.#profile = simulation.profile(this.#now);
    this.#simulation = simulation;
    this.#wipers = simulation.scene.wipers;
    this.#choices = choices;
  }

  /** What is only shown differently. */
  show(patch: Pick<Partial<Choices>, 'view' | 'showDrops'>): void {
    this.#choices = { ...this.#choices, ...patch };
  }

  /** Rain as it is measured keeps its kind, and is then a depth; all other rain becomes uniform. */
  setRain(text: string): void {
    if (this.#simulation.scene.rain.kind === 'marshall-palmer' && text.trim() !== 'none') {
      const rate = depthValue(text);
      this.#set({ rain: { kind: 'marshall-palmer', rate } }, { rain: rate });
      return;
    }
    this.#set({ rain: rainPatch(text) }, { rain: text.trim() });
  }

  setTilt(text: string): void {
    this.#set({ surface: { tilt: degrees(text) } }, { tilt: text.trim() });
  }

  setWind(text: string): void {
    this.#set({ wind: { speed: speedValue(text) } }, { wind: text.trim() });
  }

  setVehicle(text: string): void {
    this.#set({ wind: { vehicle: speedValue(text) } }, { vehicle: text.trim() });
  }

  /** Do the wipers go? Undefined if the scene has none. */
  get wipers(): boolean | undefined {
    return this.#wipers?.length ? this.#simulation.scene.wipers.length > 0 : undefined;
  }

  setWipers(on: boolean): void {
    this.#simulation.set({ wipers: on ? this.#wipers : [] });
  }

  setCoating(text: string): void {
    this.#set({ coating: coatingPatch(text) }, { coating: text.trim() });
  }

  setSwitch(name: SwitchName, on: boolean): void {
    this.#set({ model: { [name]: on } }, { switches: { ...this.#choices.switches, [name]: on } });
  }

  /** Whether an operator is on; undefined if the model has no such option. */
  getSwitch(name: SwitchName): boolean | undefined {
    const value = this.#simulation.scene.model[name];
    return typeof value === 'boolean' ? value : undefined;
  }

  #set(patch: SceneInput, choices: Partial<Choices>): void {
    this.#simulation.set(patch);
    this.#choices = { ...this.#choices, ...choices };
  }
}
