/** The hand for users without a pointer: a mark on the pane that the arrow keys move, and a drop or a wipe where it is. */
import type { PointerOptions } from './pointer.js';

/** How far an arrow key moves the mark over the pane's width, and how many times as far with Shift. */
const STRIDE = 1 / 40;
const FAR = 4;

/** Where arrow keys lead. */
const WAYS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface KeyboardHandOptions extends Pick<PointerOptions, 'add' | 'wipes' | 'wipe'> {
  /** The pane's [mm]. */
  size(): { readonly width: number; readonly height: number };
  /** Announces it to screen readers. */
  say(text: string): void;
}

/** Listens on `room`, which lies over the pane, and shows `mark` in it while the keys go there. */
export function listenForKeyboardHand(room: HTMLElement, mark: HTMLElement, options: KeyboardHandOptions): void {
  const { add, wipes, wipe, size, say } = options;
  /** Shares of the pane's width and height: near the top, in the middle, where a drop has the longest way. */
  const at = { across: 1 / 2, down: 1 / 12 };
  let presses = false;

  const place = () => ({ x: at.across * size().width, y: at.down * size().height });
  const show = (): void => {
    mark.hidden = !room.matches(':focus-visible');
    mark.style.left = `${100 * at.across}%`;
    mark.style.top = `${100 * at.down}%`;
    mark.classList.toggle('pressing', presses);
  };
  const press = (on: boolean): void => {
    presses = on;
    show();
  };

  const move = ([across, down]: readonly [number, number], strides: number): void => {
    const from = place();
    const { width, height } = size();
    at.across = within(at.across + across * strides * STRIDE);
    at.down = within(at.down + (down * strides * STRIDE * width) / height);
    if (presses) wipe(from, place());
    show();
  };

  const use = (): void => {
    if (wipes()) {
      press(!presses);
      say(presses ? 'On the glass: arrow keys wipe' : 'Off the glass');
      return;
    }
    const { x, y } = place();
    add(x, y);
    say(`A drop at ${x.toFixed(0)}, ${y.toFixed(0)} mm`);
  };

  room.tabIndex = 0;
  room.addEventListener('keydown', (event) => {
    const way = WAYS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || (!way && event.key !== 'Enter')) return;
    event.preventDefault(); // or the page would scroll
    if (presses && !wipes()) press(false);
    if (way) move(way, event.shiftKey ? FAR : 1);
    else if (!event.repeat) use();
  });
  room.addEventListener('focus', show);
  room.addEventListener('blur', () => press(false));
}

function within(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
