/** The page as a whole: the simulation, the loop that drives it, and the controls that show and change it. */
import { BeautyView, type Focus } from './beauty-view.js';
import { listenForPictures } from './behind.js';
import { showBooks } from './books.js';
import { CanvasView } from './canvas-view.js';
import { isBlurredName, isLayerName, SWITCHES, type SwitchName, type ViewName, writeChoices } from './choices.js';
import { createFields } from './fields.js';
import { createKeyButtons, type KeyButtons, keepSingleKeys } from './key-buttons.js';
import { listenForKeyboardHand } from './keyboard-hand.js';
import { type Action, KEYS, listenForKeys } from './keys.js';
import { barLength, describeView, VIEW_TITLES } from './legend.js';
import { Loop } from './loop.js';
import { createSceneMenu, createShowcase, createViewMenu, type Menu } from './menus.js';
import { find } from './page.js';
import { listenForHand, type Point } from './pointer.js';
import { Readout } from './readout.js';
import type { Session } from './session.js';
import { isStroke, SpaceMode } from './space-mode.js';
import { StepMeter } from './step-meter.js';
import { messageOf } from './text-field.js';

/** Time between two updates of the figures [ms]. */
const READOUT_PERIOD = 250;
/** How wide a wipe is [mm]. */
const WIDTH = { finger: 12, cloth: 40 } as const;
/** Way of the brush between two drops [mm]: near enough to flow together. */
const BRUSH_SPACING = 4;
/** What the page says of where the water is computed. */
const RUNS = {
  cpu: 'The processor moves the water, rain falls, and every milligram is in the ledger.',
  gpu: 'The graphics card moves the water from where it was. Brush and turns work there; rain, wipes and drips do not.',
} as const;
/** How much is simulated before the one still picture of a page that should not move [s]. */
const SETTLE_SECONDS = 5;

export class Studio {
  readonly #session: Session;
  readonly #view: CanvasView;
  readonly #beauty: BeautyView;
  readonly #space: SpaceMode;
  readonly #loop: Loop;
  readonly #meter = new StepMeter();
  readonly #readout = new Readout(find('readout'));
  readonly #buttons: KeyButtons;
  readonly #sceneMenu: Menu<string>;
  readonly #showcase: Menu<string>;
  readonly #viewMenu: Menu<ViewName>;
  readonly #fields: { show(): void };
  readonly #still: MediaQueryList;
  #readAt = Number.NEGATIVE_INFINITY;
  #beforeIds: ViewName = 'height';
  /** Way of the brush since its last drop [mm]. */
  #brushed = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#still = matchMedia('(prefers-reduced-motion: reduce)');
    this.#loop = new Loop({
      stepSeconds: () => this.simulation.scene.step,
      step: () => {
        if (this.#space.hasTwin) this.#space.stepTwin(this.simulation.scene.step);
        else this.simulation.step();
      },
      draw: () => this.#draw(),
      measured: (at, elapsed, steps) => this.#measure(at, elapsed, steps),
      failed: (error) => this.#complain(error),
    });
    this.#view = new CanvasView(find('pane', HTMLCanvasElement), () => this.#resized());
    this.#beauty = new BeautyView(find('beauty', HTMLCanvasElement), () => this.#loop.invalidate());
    this.#space = new SpaceMode(find('space', HTMLCanvasElement), {
      simulation: () => this.simulation,
      hand: () => find('hand', HTMLSelectElement).value,
      add: ({ chart, x, y }) => this.addDrop(x, y, chart),
      begin: (place) => this.#begin(place, place.chart),
      stroke: (from, to) => this.#stroke(from, to, from.chart),
      turn: (pose) => {
        this.#guard(() => this.simulation.set({ pose }));
      },
      redraw: () => this.#loop.invalidate(),
      complain: (error) => this.#complain(error),
      say: (text) => {
        find('status').textContent = text;
      },
    });
    this.#buttons = createKeyButtons(find('keys'), (action) => this.act(action));
    this.#sceneMenu = createSceneMenu(find('scene', HTMLSelectElement), (scene) => this.openScene(scene));
    this.#showcase = createShowcase(find('showcase'), (scene) => this.openScene(scene));
    this.#viewMenu = createViewMenu(find('views'), (view) => this.setView(view));
    this.#fields = createFields(
      session,
      () => this.#changed(),
      () => this.#opened(),
    );
    this.#listen();
  }

  get simulation(): Session['simulation'] {
    return this.#session.simulation;
  }

  /** Starts the water, or settles it and waits if the user prefers reduced motion. */
  start(): void {
    if (!this.#still.matches) this.#loop.play();
    this.#opened();
    if (this.#beauty.problem) this.setView(this.#session.choices.view);
  }

  act(action: Action): void {
    if (this.#idle(action)) return;
    this.#guard(() => {
      if (action === 'play') this.#togglePlay();
      else if (action === 'step') this.#stepOnce();
      else if (action === 'clear') this.simulation.clear();
      else if (action === 'map') this.#toggleIds();
      else if (action === 'drops') this.#session.show({ showDrops: !this.#session.choices.showDrops });
      else if (action === 'wipers') this.#session.setWipers(!this.#session.wipers);
      else this.#session.setSwitch(action, !this.#session.getSwitch(action));
      this.#changed();
      this.#announce(action);
    });
  }

  /** A scene from its own settings: rain, tilt, seed and switches of the one before would not fit it. */
  openScene(scene: string): void {
    this.#guard(() => {
      this.#session.open({
        scene,
        seed: null,
        rain: null,
        tilt: null,
        wind: null,
        vehicle: null,
        coating: null,
        shape: null,
        switches: {},
      });
      this.#opened();
    });
  }

  /** Shows a view; the map of heights where the glass cannot be drawn, and why. */
  setView(view: ViewName): void {
    const missing = view === 'beauty' && !this.#space.isOn && this.#beauty.problem;
    this.#session.show({ view: missing ? 'height' : view });
    this.#changed();
    if (missing) this.#complain(missing);
  }

  addDrop(x: number, y: number, chart = 0): void {
    this.#guard(() => {
      const mass = find('mass', HTMLInputElement).valueAsNumber;
      if (this.#space.hasTwin) this.#space.addToTwin({ chart, x, y }, mass);
      else this.simulation.addDrop({ chart, x, y, mass });
      this.#loop.invalidate();
    });
  }

  /** Lets the processor or the graphics card move the water (STUP-12); says in one line if that cannot be. */
  runOn(where: keyof typeof RUNS): void {
    this.#guard(() => this.#space.runTwin(where === 'gpu'));
    this.#forgetPace();
    this.#changed();
  }

  /** A stroke begins where the pointer comes down: of the brush with a drop. */
  #begin({ x, y }: Point, chart = 0): void {
    this.#brushed = 0;
    if (find('hand', HTMLSelectElement).value === 'brush') this.addDrop(x, y, chart);
  }

  /** A stroke goes on: the brush adds drops along it, a finger or a cloth wipes. */
  #stroke(from: Point, to: Point, chart = 0): void {
    const hand = find('hand', HTMLSelectElement).value;
    if (hand !== 'brush') {
      this.wipe(from, to, hand === 'cloth' ? 'cloth' : 'finger', chart);
      return;
    }
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    for (let at = BRUSH_SPACING - this.#brushed; at <= length; at += BRUSH_SPACING) {
      const share = at / length;
      this.addDrop(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y), chart);
    }
    this.#brushed = (this.#brushed + length) % BRUSH_SPACING;
  }

  /** Wipes the glass with a fingertip or a cloth. */
  wipe(from: Point, to: Point, keeps: keyof typeof WIDTH, chart = 0): void {
    this.#guard(() => {
      this.simulation.wipe({
        from: { x: from.x, y: from.y },
        to: { x: to.x, y: to.y },
        width: WIDTH[keeps],
        keeps,
        chart,
      });
      this.#loop.invalidate();
    });
  }

  #listen(): void {
    this.#still.addEventListener('change', () => {
      if (!this.#still.matches) return;
      this.#loop.pause();
      this.#changed();
    });
    const singleKeys = find('single-keys', HTMLInputElement);
    keepSingleKeys(singleKeys);
    listenForKeys(
      document,
      (action) => this.act(action),
      () => singleKeys.checked,
    );
    this.#listenForHands();
    const shape = find('shape', HTMLSelectElement);
    shape.addEventListener('change', () => {
      this.#guard(() => {
        this.#session.open({ shape: shape.value || null });
        this.#opened();
      });
      shape.value = this.#session.choices.shape ?? '';
    });
    listenForPictures({
      changed: (behind) => {
        this.#guard(() => this.#beauty.setBehind(behind));
        this.setView('beauty');
      },
      complain: (error) => this.#complain(error),
    });
    const runs = find('runs', HTMLSelectElement);
    runs.addEventListener('change', () => this.runOn(runs.value as keyof typeof RUNS));
    const focus = find('focus', HTMLSelectElement);
    focus.addEventListener('change', () => {
      this.#beauty.focus = focus.value as Focus;
      this.setView('beauty'); // maps have no focus
    });
    document.addEventListener('visibilitychange', () => {
      this.#forgetPace();
      this.#loop.setHidden(document.hidden);
    });
    find('play').addEventListener('click', () => this.act('play'));
    find('step').addEventListener('click', () => this.act('step'));
    find('restart').addEventListener('click', () => {
      this.#guard(() => {
        this.#session.open();
        this.#opened();
      });
    });
    find('check').addEventListener('click', () => {
      const result = find('check-result');
      this.#guard(() => showBooks(this.simulation, result));
      result.scrollIntoView({ block: 'nearest' });
    });
    // For hands that use no pointer: near the top, in the middle, where a drop has the longest way.
    find('add').addEventListener('click', () => {
      const { width, height } = this.simulation.surface;
      this.addDrop(width / 2, height / 12);
    });
    const mass = find('mass', HTMLInputElement);
    mass.addEventListener('input', () => {
      find('mass-text').textContent = `${mass.value} mg`;
    });
  }

  #listenForHands(): void {
    const pane = find('pane', HTMLCanvasElement);
    const hand = find('hand', HTMLSelectElement);
    const wipes = () => isStroke(hand.value);
    hand.addEventListener('change', () => {
      // Wiping goes every way; adding drops leaves the page its scrolling.
      pane.style.touchAction = wipes() ? 'none' : '';
    });
    const does = {
      wipes,
      begin: (place: Point) => this.#begin(place),
      wipe: (from: Point, to: Point) => this.#stroke(from, to),
      add: (x: number, y: number) => this.addDrop(x, y),
    };
    listenForHand(pane, { ...does, toPane: (clientX, clientY) => this.#view.toPane(clientX, clientY) });
    listenForKeyboardHand(find('over-pane'), find('mark'), {
      ...does,
      size: () => this.simulation.surface,
      say: (text) => {
        find('status').textContent = text;
      },
    });
  }

  /** To the ID map, and back to what was shown before it. */
  #toggleIds(): void {
    const { view } = this.#session.choices;
    if (view !== 'id') this.#beforeIds = view;
    this.setView(view === 'id' ? this.#beforeIds : 'id');
  }

  #togglePlay(): void {
    if (this.#loop.playing) this.#loop.pause();
    else this.#loop.play();
    this.#forgetPace();
  }

  #stepOnce(): void {
    this.#forgetPace();
    this.#loop.stepOnce();
    this.#measure(performance.now(), 0, 1);
  }

  /** Another simulation is in place. */
  #opened(): void {
    const { width, height } = this.simulation.surface;
    this.#forgetPace();
    this.#view.setPane(width, height);
    this.#guard(() => this.#beauty.open(this.simulation.scene));
    this.#space.open(this.#session.choices.shape === 'space' || this.simulation.surface.kind !== 'pane');
    find('shape', HTMLSelectElement).value = this.#session.choices.shape ?? '';
    find('focus', HTMLSelectElement).value = this.#beauty.focus;
    find('check-result').replaceChildren();
    find('about').textContent = this.simulation.scene.about;
    const settle = this.#still.matches && !this.#loop.playing;
    this.#note(settle ? 'Settling …' : '');
    this.#loop.rush(settle ? Math.round(SETTLE_SECONDS / this.simulation.scene.step) : 0);
    this.#changed();
    this.#resized();
  }

  /** Something is chosen or shown differently: brings every control in line. */
  #changed(): void {
    if (this.#isMissing(this.#session.choices.view)) this.#session.show({ view: 'beauty' });
    const { choices } = this.#session;
    this.#sceneMenu.show(choices.scene);
    this.#showcase.show(choices.scene);
    this.#beauty.show(choices.view === 'beauty' && !this.#space.isOn);
    this.#viewMenu.show(
      choices.view,
      (view) => this.#isMissing(view),
      (view) => isBlurredName(view) && !this.#hasTexture,
    );
    this.#showRuns();
    this.#buttons.show(
      (action) => this.#pressed(action),
      (action) => this.#idle(action),
    );
    this.#fields.show();
    this.#showPlaying();
    find('legend').textContent = describeView(choices.view, choices.showDrops, this.#space.isOn);
    const seed = String(this.simulation.scene.seed);
    history.replaceState(null, '', writeChoices({ ...choices, seed }));
    this.#loop.invalidate();
  }

  /** Is the water a texture, which may run on the graphics card? */
  get #hasTexture(): boolean {
    return this.simulation.scene.model.name === 'stuppacher2007';
  }

  /** Shows where the water is computed, and what works there. */
  #showRuns(): void {
    const where = this.#space.hasTwin ? 'gpu' : 'cpu';
    find('runs-field').hidden = !this.#hasTexture || !this.#space.isOn;
    find('runs', HTMLSelectElement).value = where;
    find('runs-note').textContent = RUNS[where];
    find('hand-turns').hidden = !this.#space.isOn || this.simulation.surface.kind === 'pane';
  }

  /** Is it the view of a layer that the scene is without, or of a map that the model is? */
  #isMissing(view: ViewName): boolean {
    if (view === 'roulette') return this.simulation.frame().charts.every(({ roulettes }) => !roulettes);
    if (isBlurredName(view)) return !this.#hasTexture;
    if (this.#space.hasTwin) return !TWIN_VIEWS.includes(view);
    // Water without drops has no ids.
    if (view === 'id') return this.#hasTexture;
    if (view === 'affinity') return this.simulation.frame().charts.every(({ affinity }) => !affinity);
    return isLayerName(view) && !this.simulation.scene[view];
  }

  #pressed(action: Action): boolean | undefined {
    if (action === 'map') return this.#session.choices.view === 'id';
    if (action === 'drops') return this.#session.choices.showDrops;
    if (action === 'wipers') return this.#session.wipers;
    return isSwitch(action) ? this.#session.getSwitch(action) : undefined;
  }

  /** The glass always shows its drops, and a model may have no such operator. */
  #idle(action: Action): boolean {
    if (action === 'wipers') return this.#session.wipers === undefined;
    if (isSwitch(action)) return this.#session.getSwitch(action) === undefined;
    return action === 'drops' && this.#session.choices.view === 'beauty';
  }

  #draw(): void {
    const { view, showDrops } = this.#session.choices;
    const frame = this.simulation.frame();
    if (this.#space.isOn) this.#space.draw(frame, view);
    else if (view === 'beauty') this.#beauty.draw(frame);
    else this.#view.draw(frame, view, showDrops);
    this.#note('');
    const now = performance.now();
    if (this.#loop.playing && now - this.#readAt < READOUT_PERIOD) return;
    this.#readAt = now;
    const ahead = this.#space.hasTwin ? this.#space.ahead : null;
    this.#readout.show(this.simulation, this.#meter.pace(this.simulation.scene.step), this.#loop.playing, ahead);
  }

  /** The time until now was none of running water: nothing passed, or all of it at once. */
  #forgetPace(): void {
    const { fields, drops } = this.#session.profile;
    this.#meter.reset(fields, drops);
  }

  #measure(at: number, elapsed: number, steps: number): void {
    const { fields, drops } = this.#session.profile;
    this.#meter.add(at, elapsed, steps, fields, drops);
  }

  #resized(): void {
    const length = barLength(this.#view.scale);
    find('scale-bar').parentElement?.toggleAttribute('hidden', this.#space.isOn);
    find('scale-bar').style.width = `${length * this.#view.scale}px`;
    const { width, height } = this.simulation.surface;
    find('scale-text').textContent = `${length} mm of ${width} × ${height} mm`;
    this.#loop.invalidate();
  }

  #note(text: string): void {
    find('pane-note').textContent = text;
    find('pane-note').hidden = text === '';
  }

  /** Announces to screen readers what a key did. */
  #announce(action: Action): void {
    const label = KEYS.find((binding) => binding.action === action)?.label ?? '';
    const pressed = this.#pressed(action);
    const said: Partial<Record<Action, string>> = {
      clear: 'All drops deleted',
      map: VIEW_TITLES[this.#session.choices.view],
      play: this.#loop.playing ? 'Playing' : 'Paused',
      step: `One step, ${this.simulation.time.toFixed(3)} s`,
    };
    find('status').textContent = said[action] ?? `${label} ${pressed ? 'on' : 'off'}`;
  }

  /** Does `work`; if it fails the page says why and goes on. */
  #guard(work: () => void): void {
    try {
      work();
      find('alert').hidden = true;
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Play or pause, wherever it shows. */
  #showPlaying(): void {
    find('play-text').textContent = this.#loop.playing ? 'Pause' : 'Play';
    this.#beauty.play(this.#loop.playing);
  }

  #complain(error: unknown): void {
    const alert = find('alert');
    alert.textContent = messageOf(error);
    alert.hidden = false;
    this.#showPlaying();
  }
}

/** What the graphics card shows of its water. */
const TWIN_VIEWS: readonly ViewName[] = ['beauty', 'height', 'blurred', 'normal', 'blurred-normal'];

function isSwitch(action: Action): action is SwitchName {
  return (SWITCHES as readonly string[]).includes(action);
}
