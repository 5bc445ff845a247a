import { RivuletError } from '../core/errors.js';
import type { Scene } from '../scene/scene.js';
import {
  ATTRIBUTES,
  fromStart,
  isSame,
  LIVE_ATTRIBUTES,
  type LiveAttribute,
  livePatch,
  WATER_ATTRIBUTES,
  type Water,
  waterOf,
} from './attributes.js';
import type { MountPane } from './mount-pane.js';
import type { Pane } from './pane.js';
import { checkPaneWord, DEFAULT_LABEL, logError, type PaneOptions } from './pane-options.js';
import { ReflectingElement } from './reflecting-element.js';
import type { SnapshotOptions } from './snapshot.js';

/** The element is as wide as its container, or 20em where that has no width of its own. An empty one covers no fallback. */
const STYLE =
  ':host{display:block;contain:inline-size layout;contain-intrinsic-inline-size:20em;min-height:10em}' +
  ':host([hidden]),div:empty{display:none}div{position:absolute;inset:0}';

/**
 * Rain on a pane of glass, over a picture of your own or over the page. docs/element.md lists attributes and events.
 * @slot - Shown where there is no WebGL2.
 * @csspart play - The button that plays and pauses the rain.
 */
export class RivuletPaneElement extends ReflectingElement {
  static readonly observedAttributes = ATTRIBUTES;
  /** How panes are mounted; set by `defineRivuletPane`. */
  static mount: MountPane | null = null;

  #pane: Pane | null = null;
  #mounting: AbortController | null = null;
  /** The attributes with which the present water was started. */
  #water: Water | null = null;
  /** The scene as it was before attributes changed it while it ran. */
  #start: Scene | null = null;
  readonly #place = document.createElement('div');
  readonly #fallback = document.createElement('slot');
  /** Changes are made one after another, so that the last request wins. */
  #changes: Promise<void> = Promise.resolve();

  /** The pane that runs; null before it is there, and without WebGL2. */
  get pane(): Pane | null {
    return this.#pane;
  }

  /** `pane.snapshot`, as soon as the pane is there. */
  async snapshot(options?: SnapshotOptions): Promise<Blob> {
    await this.#changes;
    return this.#mounted.snapshot(options);
  }

  /** `pane.stream` of a pane that is there. */
  stream(fps?: number): MediaStream {
    return this.#mounted.stream(fps);
  }

  get #mounted(): Pane {
    if (!this.#pane) throw new RivuletError('the pane is not there yet. Wait for the event "ready".');
    return this.#pane;
  }

  connectedCallback(): void {
    // An element that was only moved is still running.
    if (!this.#mounting) void this.#begin();
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  /** Another document has another window and other style sheets, so the pane starts again there. */
  adoptedCallback(): void {
    this.#end();
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value || !this.#mounting) return;
    const { signal } = this.#mounting;
    this.#changes = this.#changes.then(async () => {
      if (signal.aborted) return;
      // What could not be mounted may be now.
      if (!this.#pane) return this.#beginAgain();
      try {
        await this.#change(name);
      } catch (error) {
        if (!signal.aborted) this.#fail(error);
      }
    });
  }

  async #begin(): Promise<void> {
    const mounting = new AbortController();
    this.#mounting = mounting;
    const { mount } = this.constructor as typeof RivuletPaneElement;
    const begun = (async () => {
      this.#furnish();
      const water = waterOf(this.#read);
      const pane = await mount?.(this.#place, { ...this.#options(mounting.signal), ...fromStart(water, this.#read) });
      if (!pane || mounting.signal.aborted) return;
      this.#pane = pane;
      this.#water = water;
      this.#start = pane.scene;
      await this.#enliven();
    })();
    // Attributes that change meanwhile wait until the pane is there.
    this.#changes = begun.catch(() => {});
    try {
      await begun;
    } catch (error) {
      if (mounting.signal.aborted) return;
      this.#fallback.hidden = false;
      this.#fail(error);
    }
  }

  #beginAgain(): void {
    this.#end();
    void this.#begin();
  }

  #end(): void {
    this.#mounting?.abort();
    this.#mounting = null;
    this.#pane?.dispose();
    this.#pane = null;
    this.#place.replaceChildren();
  }

  #furnish(): void {
    // A page may have been served with a root for it.
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // A sheet of the script's own: strict policies refuse elements of style. Each window has its own sheets.
    const sheet = new (this.ownerDocument.defaultView as typeof globalThis & Window).CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    root.replaceChildren(this.#place, this.#fallback);
    this.#fallback.hidden = true;
    // The attribute reflects what the button did. The glass is no button.
    this.#place.onclick = (event) => {
      const [pressed] = event.composedPath() as Element[];
      if (this.#pane && pressed.closest('button')) this.paused = this.#pane.paused;
    };
  }

  #options(signal: AbortSignal): PaneOptions {
    return {
      signal,
      src: this.getAttribute('src') || null,
      paused: this.hasAttribute('paused'),
      transparent: this.hasAttribute('transparent'),
      quality: this.#word('quality') as PaneOptions['quality'],
      pointer: this.#word('pointer') as PaneOptions['pointer'],
      controls: this.#word('controls') as PaneOptions['controls'],
      label: this.getAttribute('aria-label') ?? undefined,
      onReady: () => this.#tell('ready', { pane: this.#pane }),
      onError: (error) => this.#fail(error),
      onDrop: (drop) => this.#tell('drop', drop),
    };
  }

  /** The value of an attribute at the start. An unknown word raises an `error` event and is left out. */
  #word(name: 'quality' | 'pointer' | 'controls'): string | undefined {
    const word = this.getAttribute(name) ?? undefined;
    try {
      checkPaneWord(name, word);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
    return word;
  }

  /** Applies the present value of an attribute to the pane. */
  async #change(name: string): Promise<void> {
    const pane = this.#pane;
    if (!pane || !this.#start) return;
    const value = this.getAttribute(name);
    if ((WATER_ATTRIBUTES as readonly string[]).includes(name)) return this.#restart(pane);
    if ((LIVE_ATTRIBUTES as readonly string[]).includes(name)) {
      return pane.set(livePatch(name as LiveAttribute, value, this.#start));
    }
    if (name === 'src') {
      // Not waited for: others act meanwhile, and the next one ends it.
      pane.setSource(value || null).catch((error) => this.#fail(error));
    } else if (name === 'paused') pane.paused = value !== null;
    else if (name === 'transparent') pane.setLook({ transparent: value !== null });
    else if (name === 'quality') pane.setLook({ quality: (value ?? undefined) as PaneOptions['quality'] });
    else if (name === 'pointer') pane.setPointer((value ?? undefined) as PaneOptions['pointer']);
    else if (name === 'controls') pane.setControls((value ?? undefined) as PaneOptions['controls']);
    else if (name === 'aria-label') pane.label = value || DEFAULT_LABEL;
  }

  /** Restarts the water with the present attributes; the live ones apply to it as well. */
  async #restart(pane: Pane): Promise<void> {
    const water = waterOf(this.#read);
    // As after a value that was refused and taken back.
    if (isSame(water, this.#water)) return;
    const { scene, overrides } = fromStart(water, this.#read);
    await pane.restart(scene, overrides);
    this.#water = water;
    this.#start = pane.scene;
    await this.#enliven();
  }

  /** Applies the live attributes to water that has just started. A refused one raises an `error` event; the others apply. */
  async #enliven(): Promise<void> {
    for (const name of LIVE_ATTRIBUTES) {
      if (this.hasAttribute(name)) await this.#change(name).catch((error) => this.#fail(error));
    }
  }

  readonly #read = (name: string): string | null => this.getAttribute(name);

  #tell(type: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, cancelable: type === 'error' }));
  }

  /** Errors that no listener takes on with `preventDefault()` go to the console. */
  #fail(error: unknown): void {
    if (this.#tell('error', { error })) logError(error);
  }
}
