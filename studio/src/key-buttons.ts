/** Chin's Table 2 as labelled buttons that show what is on. */
import { type Action, KEYS } from './keys.js';

/** Whether an action's button is pressed; undefined if the model has no such switch. */
export type PressedOf = (action: Action) => boolean | undefined;

/** Where the browser stores that single keys are off, as users of speech input need it. */
const KEPT = 'rivulet-studio-single-keys';

/** Brings the box that switches single keys off to where it was left the last time. */
export function keepSingleKeys(box: HTMLInputElement): void {
  try {
    box.checked = localStorage.getItem(KEPT) !== 'off';
    box.addEventListener('change', () => localStorage.setItem(KEPT, box.checked ? 'on' : 'off'));
  } catch {
    // A browser that keeps nothing: the box works all the same, until the page is left.
  }
}

export interface KeyButtons {
  /** Brings the buttons in line with the simulation; `idle` ones would change nothing that is seen. */
  show(pressedOf: PressedOf, idle: (action: Action) => boolean): void;
}

/** Fills `parent` with one button a key. */
export function createKeyButtons(parent: HTMLElement, act: (action: Action) => void): KeyButtons {
  const buttons = KEYS.map(({ key, action, label, hint, toggles }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.title = hint;
    button.dataset.action = action;
    button.setAttribute('aria-keyshortcuts', key);
    const kbd = document.createElement('kbd');
    kbd.textContent = key;
    button.append(label, kbd);
    button.addEventListener('click', () => act(action));
    parent.append(button);
    return { button, action, toggles };
  });
  return {
    show(pressedOf, idle) {
      for (const { button, action, toggles } of buttons) {
        if (!toggles) continue;
        const pressed = pressedOf(action);
        button.disabled = pressed === undefined || idle(action);
        button.setAttribute('aria-pressed', String(pressed === true));
      }
    },
  };
}
