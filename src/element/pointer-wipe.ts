import { readCamera, viewportOf } from '../render/picture/camera.js';
import type { Scene } from '../scene/scene.js';
import type { Stroke } from '../simulation/by-hand.js';
import type { SurfaceInfo } from '../simulation/simulation.js';
import type { Size } from './presence.js';

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
  // The page may turn, stretch and enlarge the box: points in its corners tell how. An event's own offsetX would too, but
  // under `zoom` Chromium counts it in pixels of the page. Left out: perspective.
  const corners = ['left:0;top:0', 'right:0;top:0', 'left:0;bottom:0'].map((place) => {
    const corner = box.appendChild(document.createElement('i'));
    corner.style.cssText = `all:initial;position:absolute;${place}`;
    return corner;
  });
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const [origin, right, foot] = corners.map((corner) => corner.getBoundingClientRect());
    const toPage = [right.x - origin.x, right.y - origin.y, foot.x - origin.x, foot.y - origin.y, origin.x, origin.y];
    const { x, y } = new DOMMatrix(toPage).inverse().transformPoint({ x: clientX, y: clientY });
    return onGlass(x * box.clientWidth, y * box.clientHeight);
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
  // A pointer that leaves the box ends its stroke: it may be released outside, and does not wipe the glass between.
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
    for (const corner of corners) corner.remove();
    box.style.touchAction = '';
  };
}

/** The place on the glass [mm] behind a place in the box [CSS px]. */
export function onGlass(
  x: number,
  y: number,
  { width, height }: Size,
  surface: SurfaceInfo,
  camera: Scene['camera'],
): { x: number; y: number } {
  const { left, top, pixel } = viewportOf(readCamera(camera), surface.width, surface.height, width, height);
  return { x: left + x * pixel, y: top + y * pixel };
}
