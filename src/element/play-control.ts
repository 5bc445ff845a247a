/** The button that pauses the rain and plays it again (WCAG 2.2.2): shown on every pane unless the page has its own. */

/** Where the button may stand; 'none' leaves it out. */
export type Controls = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left' | 'none';

/**
 * A disc of 32 px in a target of 44 px. White on half-clear black has a contrast of 4 at least whatever lies behind, and is
 * opaque under the pointer and in focus. In a root of its own, so that a page's rules for `::part(play)` win.
 */
const STYLE =
  'button{all:unset;box-sizing:border-box;display:grid;place-items:center;width:44px;height:44px;border:6px solid #0000;' +
  'border-radius:50%;background:#000b padding-box;color:#fff;opacity:.75;cursor:pointer;pointer-events:auto;' +
  'forced-color-adjust:none}' +
  'button:hover,button:focus-visible{opacity:1}' +
  'button:focus-visible{outline:2px solid #fff;outline-offset:-6px;box-shadow:0 0 0 2px #000}' +
  'i{width:12px;height:14px;background:currentColor;clip-path:polygon(0 0,35% 0,35% 100%,65% 100%,65% 0,100% 0,100% 100%,0 100%)}' +
  '[aria-pressed=true] i{clip-path:polygon(10% 0,100% 50%,10% 100%)}';

export class PlayControl {
  readonly #host = document.createElement('span');
  readonly #button = document.createElement('button');

  constructor(box: HTMLElement, toggle: () => void) {
    // First of all: a sheet belongs to the document that its root is in.
    box.append(this.#host);
    const { CSSStyleSheet } = box.ownerDocument.defaultView as typeof globalThis & Window;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.#host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.#host.setAttribute('exportparts', 'play');
    this.#button.type = 'button';
    this.#button.setAttribute('part', 'play');
    this.#button.setAttribute('aria-label', 'Pause the rain');
    this.#button.append(document.createElement('i'));
    this.#button.addEventListener('click', toggle);
    // Pressing it does not wipe the glass under it.
    this.#button.addEventListener('pointerdown', (event) => event.stopPropagation());
    root.append(this.#button);
  }

  place(controls: Controls): void {
    const [y, x] = controls.split('-');
    this.#host.style.cssText = x ? `position:absolute;${y}:6px;${x}:6px` : 'display:none';
  }

  show(isPlaying: boolean): void {
    this.#button.setAttribute('aria-pressed', String(!isPlaying));
  }
}
