/** Is the pane there to be seen, and how large? Watches the tab, the place on the page, and the size of a box. */

export interface Size {
  /** [CSS px] */
  readonly width: number;
  readonly height: number;
}

export interface PresenceHandler {
  /** The pane came into view, or went out of it. */
  seen(isSeen: boolean): void;
  /** The box has another size, or the screen other pixels. */
  sized(size: Size): void;
}

export class Presence {
  readonly #box: HTMLElement;
  readonly #handler: PresenceHandler;
  readonly #sizes: ResizeObserver;
  readonly #places: IntersectionObserver;
  readonly #watchTab = () => this.#tell();
  readonly #watchPixels = () => {
    this.#watchRatio();
    this.#measure();
  };
  /** Another screen, or another zoom of the page: neither need change the box. */
  #pixels: MediaQueryList | null = null;
  #isOnScreen = true;

  constructor(box: HTMLElement, handler: PresenceHandler) {
    this.#box = box;
    this.#handler = handler;
    this.#sizes = new ResizeObserver(() => this.#measure());
    this.#sizes.observe(box);
    this.#places = new IntersectionObserver((entries) => {
      this.#isOnScreen = entries[entries.length - 1].isIntersecting;
      this.#tell();
    });
    this.#places.observe(box);
    document.addEventListener('visibilitychange', this.#watchTab);
    this.#watchRatio();
  }

  get isSeen(): boolean {
    return this.#isOnScreen && !document.hidden;
  }

  get size(): Size {
    return { width: this.#box.clientWidth, height: this.#box.clientHeight };
  }

  /** Is it laid out at all? Something that is not displayed has no size and needs none. */
  get isLaidOut(): boolean {
    return this.#box.isConnected && this.#box.getClientRects().length > 0;
  }

  end(): void {
    this.#sizes.disconnect();
    this.#places.disconnect();
    document.removeEventListener('visibilitychange', this.#watchTab);
    this.#pixels?.removeEventListener('change', this.#watchPixels);
  }

  #tell(): void {
    this.#handler.seen(this.isSeen);
  }

  /** Such a query holds for one ratio; after a change another one is needed. */
  #watchRatio(): void {
    this.#pixels?.removeEventListener('change', this.#watchPixels);
    this.#pixels = matchMedia(`(resolution:${devicePixelRatio}dppx)`);
    this.#pixels.addEventListener('change', this.#watchPixels);
  }

  #measure(): void {
    this.#handler.sized(this.size);
  }
}
