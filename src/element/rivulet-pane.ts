import type { Scene } from '../scene/scene.js';
import { ATTRIBUTES, LIVE_ATTRIBUTES, type LiveAttribute, livePatch, WATER_ATTRIBUTES, waterOf } from './attributes.js';
import { isSame } from './is-same.js';
import type { MountPane } from './mount-pane.js';
import type { Pane } from './pane.js';
import type { PaneOptions } from './pane-options.js';
import { ReflectingElement } from './reflecting-element.js';

const STYLE = ':host{display:block;min-height:10em}:host([hidden]){display:none}div{height:100%;min-height:inherit}';

/** `<rivulet-pane>`; docs/element.md lists its attributes and events. */
export class RivuletPaneElement extends ReflectingElement {
  static readonly observedAttributes = ATTRIBUTES;
  /** How panes are mounted; set by `defineRivuletPane`. */
  static mount: MountPane | null = null;

  #pane: Pane | null = null;
  #mounting: AbortController | null = null;
  /** What the attributes said of the water that runs. */
  #water: ReturnType<typeof waterOf> | null = null;
  /** The scene as it was before attributes changed it while it ran. */
  #start: Scene | null = null;
  #place!: HTMLElement;
  #fallback!: HTMLSlotElement;
  /** Changes are made one after another, so that the last one said is the one that stays. */
  #changes: Promise<void> = Promise.resolve();

  /** The pane that runs; null before it is there, and without WebGL2. */
  get pane(): Pane | null {
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
        if (!signal.aborted) this.#tell('error', { error });
      }
    });
  }

  async #begin(): Promise<void> {
    const mounting = new AbortController();
    this.#mounting = mounting;
    this.#furnish();
    const { mount } = this.constructor as typeof RivuletPaneElement;
    const begun = (async () => {
      const water = waterOf(this.#read);
      const pane = await mount?.(this.#place, { ...water, ...this.#options(mounting.signal) });
      if (!pane || mounting.signal.aborted) return;
      this.#pane = pane;
      this.#water = water;
      this.#start = pane.scene;
      for (const name of LIVE_ATTRIBUTES) {
        if (this.hasAttribute(name)) await this.#change(name).catch((error) => this.#tell('error', { error }));
      }
    })();
    // Attributes that change meanwhile wait until the pane is there.
    this.#changes = begun.catch(() => {});
    try {
      await begun;
    } catch (error) {
      if (mounting.signal.aborted) return;
      this.#fallback.hidden = false;
      this.#tell('error', { error });
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
    if (!this.shadowRoot) {
      const root = this.attachShadow({ mode: 'open' });
      const style = document.createElement('style');
      style.textContent = STYLE;
      this.#place = document.createElement('div');
      this.#fallback = document.createElement('slot');
      root.append(style, this.#place, this.#fallback);
    }
    this.#fallback.hidden = true;
  }

  #options(signal: AbortSignal): PaneOptions {
    return {
      signal,
      src: this.getAttribute('src') || null,
      paused: this.hasAttribute('paused'),
      transparent: this.hasAttribute('transparent'),
      quality: (this.getAttribute('quality') ?? undefined) as PaneOptions['quality'],
      pointer: (this.getAttribute('pointer') ?? undefined) as PaneOptions['pointer'],
      label: this.getAttribute('aria-label') ?? undefined,
      onReady: () => this.#tell('ready', { pane: this.#pane }),
      onError: (error) => this.#tell('error', { error }),
      onDrop: (drop) => this.#tell('drop', drop),
    };
  }

  /** Makes the pane what an attribute says now. */
  async #change(name: string): Promise<void> {
    const pane = this.#pane;
    if (!pane || !this.#start) return;
    const value = this.getAttribute(name);
    if ((WATER_ATTRIBUTES as readonly string[]).includes(name)) return this.#restart(pane);
    if ((LIVE_ATTRIBUTES as readonly string[]).includes(name)) {
      return pane.set(livePatch(name as LiveAttribute, value, this.#start));
    }
    if (name === 'src') return pane.setSource(value || null);
    if (name === 'paused') pane.paused = value !== null;
    else if (name === 'transparent') pane.setLook({ transparent: value !== null });
    else if (name === 'quality') pane.setLook({ quality: (value ?? undefined) as PaneOptions['quality'] });
    else if (name === 'pointer') pane.setPointer((value ?? 'wipe') as 'wipe' | 'none');
    else if (name === 'aria-label') pane.label = value ?? 'Rain on a window';
  }

  /** The water starts anew from other attributes, and the live ones hold for it too. */
  async #restart(pane: Pane): Promise<void> {
    const water = waterOf(this.#read);
    // As after a value that was refused and taken back.
    if (isSame(water, this.#water)) return;
    await pane.restart(water.scene, water.overrides);
    this.#water = water;
    this.#start = pane.scene;
    for (const name of LIVE_ATTRIBUTES) if (this.hasAttribute(name)) await this.#change(name);
  }

  readonly #read = (name: string): string | null => this.getAttribute(name);

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
