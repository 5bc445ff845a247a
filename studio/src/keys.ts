/** Which key does what: Chin's Table 2 and the player's own, for the keyboard and the labelled buttons alike. */

export type Action =
  | 'erosion'
  | 'merging'
  | 'residuals'
  | 'smoothing'
  | 'map'
  | 'drops'
  | 'wipers'
  | 'detach'
  | 'clear'
  | 'play'
  | 'step';

/** One key of Chin's Table 2. */
export interface KeyBinding {
  readonly key: string;
  readonly action: Action;
  readonly label: string;
  /** What the button says when the pointer rests on it. */
  readonly hint: string;
  /** Whether the button stays pressed. */
  readonly toggles: boolean;
}

/** Chin's Table 2, in its order. */
export const TABLE_2: readonly KeyBinding[] = [
  { key: 'E', action: 'erosion', label: 'Erosion', hint: 'Trails narrow from their sides', toggles: true },
  { key: 'M', action: 'merging', label: 'Merging', hint: 'Drops that touch become one', toggles: true },
  { key: 'R', action: 'residuals', label: 'Residual droplets', hint: 'Runs leave droplets behind', toggles: true },
  { key: 'S', action: 'smoothing', label: 'Smoothing', hint: 'The water is blurred, thin film goes', toggles: true },
  { key: 'I', action: 'map', label: 'ID map', hint: 'Switches to the ID map and back', toggles: true },
  { key: 'P', action: 'drops', label: 'Show drops', hint: 'Shows or hides the drops over the map', toggles: true },
  {
    key: 'X',
    action: 'clear',
    label: 'Delete all drops',
    hint: 'Takes every drop off; the trails dry',
    toggles: false,
  },
];

/** All keys with a button: Chin's, one for scenes with wipers, and one for water that may fall off undersides. */
export const KEYS: readonly KeyBinding[] = [
  ...TABLE_2,
  { key: 'W', action: 'wipers', label: 'Wipers', hint: 'The wipers go, or stay off', toggles: true },
  { key: 'D', action: 'detach', label: 'Drips', hint: 'Heavy water falls off undersides', toggles: true },
];

/** What of a key press decides; a `KeyboardEvent` has it all. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

/** The action of a key press, or null if the key is not ours. A key held down repeats only the single step. */
export function actionOf(press: KeyPress): Action | null {
  // With a modifier the key belongs to the browser: Ctrl+R reloads, it does not switch residual droplets.
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null;
  if (press.key === '.') return 'step';
  if (press.repeat) return null;
  if (press.key === ' ') return 'play';
  const letter = press.key.toUpperCase();
  return KEYS.find((binding) => binding.key === letter)?.action ?? null;
}

/** Where typed letters are text, or pick an option. */
const TYPING = 'textarea, select, [contenteditable], input:not([type=range], [type=radio], [type=checkbox])';
/** Where the space bar already means something. */
const PRESSED_BY_SPACE = 'button, summary, a, input';

/** Listens for the keys on the whole page while they are `heard`; returns how to stop. */
export function listenForKeys(page: Document, act: (action: Action) => void, heard: () => boolean): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (action === null || event.defaultPrevented || !heard()) return;
    const taken = action === 'play' ? `${TYPING}, ${PRESSED_BY_SPACE}` : TYPING;
    if (event.target instanceof Element && event.target.closest(taken)) return;
    event.preventDefault(); // or the space bar would scroll
    act(action);
  };
  page.addEventListener('keydown', onKey);
  return () => page.removeEventListener('keydown', onKey);
}
