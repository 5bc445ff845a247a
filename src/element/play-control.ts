/** The button by which those who asked for less motion let the rain run. */
export class PlayControl {
  readonly #button: HTMLButtonElement;

  constructor(box: HTMLElement, toggle: () => void) {
    this.#button = document.createElement('button');
    this.#button.type = 'button';
    this.#button.setAttribute('part', 'play');
    this.#button.style.cssText =
      'position:absolute;right:.75em;bottom:.75em;min-width:44px;min-height:44px;padding:.4em .9em;border:1px solid #fff;' +
      'border-radius:6px;background:#000b;color:#fff;font:inherit;cursor:pointer;pointer-events:auto';
    this.#button.addEventListener('click', toggle);
    // Who presses it does not wipe the glass under it.
    this.#button.addEventListener('pointerdown', (event) => event.stopPropagation());
    box.append(this.#button);
  }

  show(isVisible: boolean, isPlaying: boolean): void {
    this.#button.hidden = !isVisible;
    this.#button.style.display = isVisible ? '' : 'none';
    this.#button.textContent = isPlaying ? 'Pause' : 'Play';
    this.#button.setAttribute('aria-label', isPlaying ? 'Pause the rain' : 'Play the rain');
  }
}
