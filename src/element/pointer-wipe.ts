import type { Stroke } from '../simulation/wiping.js';

/** Width of what a finger clears [mm]. */
const FINGER = 12;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Wipes along the pointer while it is pressed. Returns what ends it. */
export function wipeWithPointer(
  box: HTMLElement,
  /** Place on the glass [mm] of a place in the box [CSS px]. */
  onGlass: (x: number, y: number) => Place,
  wipe: (stroke: Stroke) => void,
): () => void {
  const last = new Map<number, Place>();
  const placeOf = (event: PointerEvent) => {
    const { left, top, width } = box.getBoundingClientRect();
    // The page may show the box larger or smaller than it lays it out.
    const scale = box.clientWidth / width;
    return onGlass((event.clientX - left) * scale, (event.clientY - top) * scale);
  };
  const press = (event: PointerEvent) => {
    if (event.button === 0) last.set(event.pointerId, placeOf(event));
  };
  const move = (event: PointerEvent) => {
    const from = last.get(event.pointerId);
    if (!from) return;
    const to = placeOf(event);
    last.set(event.pointerId, to);
    wipe({ from, to, width: FINGER });
  };
  const release = (event: PointerEvent) => {
    last.delete(event.pointerId);
  };
  // Who comes back into the box may have let go outside, and did not wipe the glass between.
  const listeners = {
    pointerdown: press,
    pointermove: move,
    pointerup: release,
    pointercancel: release,
    pointerleave: release,
  } as const;
  const names = Object.keys(listeners) as (keyof typeof listeners)[];
  for (const name of names) box.addEventListener(name, listeners[name]);
  // Upright strokes of a finger scroll the page, as they would without the pane.
  box.style.touchAction = 'pan-y';
  return () => {
    for (const name of names) box.removeEventListener(name, listeners[name]);
    box.style.touchAction = '';
  };
}
