/**
 * The hand on a surface in space. A click adds a drop; a drag turns the view, or brushes or wipes where the pointer does that and
 * lies on the surface; with Shift, or where the pointer does that, it turns the surface, and beside the surface it rolls it about
 * the axis of sight. The keys do the same.
 */
import { LINE_SPACING } from './pointer.js';
import type { SpaceView, SurfacePlace } from './space-view.js';

/** Angle a pixel of a drag [rad], and a press of an arrow key. */
const PER_PIXEL = 0.007;
const PER_KEY = 0.12;
/** Zoom of a wheel's pixel (as a power of e) and of a key. */
const PER_WHEEL = 0.0012;
const KEY_ZOOM = 1.15;
/** A pointer that moved less is a click [px]. */
const CLICK = 4;

/** Where arrow keys lead. */
const WAYS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Keys that roll the surface, with Shift. */
const ROLLS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

export interface SpaceHandOptions {
  view(): SpaceView | null;
  /** Does a drag over the surface draw a stroke: brush, finger or cloth? */
  wipes(): boolean;
  /** Does a drag turn the surface, without Shift? */
  turns(): boolean;
  /** A stroke begins. */
  begin(place: SurfacePlace): void;
  add(place: SurfacePlace): void;
  wipe(from: SurfacePlace, to: SurfacePlace): void;
  /** Turns the surface by angles over the screen [rad]. */
  turn(across: number, down: number): void;
  /** Turns it about the axis of sight [rad], as the clock goes. */
  roll(angle: number): void;
  /** The view moved. */
  moved(): void;
  /** Announces it to screen readers. */
  say(text: string): void;
}

/** What a pointer that is down does. */
interface Grip {
  readonly does: 'orbit' | 'turn' | 'roll' | 'wipe';
  x: number;
  y: number;
  gone: number;
  place: SurfacePlace | null;
}

/** Listens on the canvas. */
export function listenForSpaceHand(canvas: HTMLCanvasElement, options: SpaceHandOptions): void {
  const { view, wipes, turns, begin, add, wipe, turn, roll, moved } = options;
  const grips = new Map<number, Grip>();
  /** Distance between two fingers [px], which zoom together. */
  let apart = 0;

  canvas.addEventListener('pointerdown', (event) => {
    const place = view()?.placeAt(event.clientX, event.clientY) ?? null;
    const strokes = wipes() && place !== null && event.button === 0;
    const does = event.shiftKey || turns() ? (place ? 'turn' : 'roll') : strokes ? 'wipe' : 'orbit';
    if (does === 'wipe' && place) begin(place);
    grips.set(event.pointerId, { does, x: event.clientX, y: event.clientY, gone: 0, place });
    apart = 0;
    canvas.setPointerCapture(event.pointerId);
  });

  canvas.addEventListener('pointermove', (event) => {
    const grip = grips.get(event.pointerId);
    const space = view();
    if (!grip || !space) return;
    const [across, down] = [event.clientX - grip.x, event.clientY - grip.y];
    grip.gone += Math.abs(across) + Math.abs(down);
    const rolled = angleAbout(canvas, event.clientX, event.clientY) - angleAbout(canvas, grip.x, grip.y);
    grip.x = event.clientX;
    grip.y = event.clientY;
    if (grips.size === 2) {
      const [one, other] = [...grips.values()];
      const now = Math.hypot(one.x - other.x, one.y - other.y);
      if (apart > 0 && now > 0) space.orbit.zoom(apart / now);
      apart = now;
      moved();
    } else if (grip.does === 'turn') turn(PER_PIXEL * across, PER_PIXEL * down);
    else if (grip.does === 'roll') roll(Math.atan2(Math.sin(rolled), Math.cos(rolled)));
    else if (grip.does === 'orbit') {
      space.orbit.turn(-PER_PIXEL * across, PER_PIXEL * down);
      moved();
    } else {
      const place = space.placeAt(event.clientX, event.clientY);
      // A stroke lies on one chart; beyond a seam it begins again.
      if (grip.place && place && place.chart === grip.place.chart) wipe(grip.place, place);
      grip.place = place;
    }
  });

  const end = (event: PointerEvent, isDone: boolean): void => {
    const grip = grips.get(event.pointerId);
    grips.delete(event.pointerId);
    if (!isDone || !grip || grip.gone >= CLICK || event.button !== 0 || wipes() || turns() || event.shiftKey) return;
    if (grip.place) add(grip.place);
  };
  canvas.addEventListener('pointerup', (event) => end(event, true));
  canvas.addEventListener('pointercancel', (event) => end(event, false));
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault(); // or the page would scroll
      view()?.orbit.zoom(Math.exp(PER_WHEEL * event.deltaY));
      moved();
    },
    { passive: false },
  );
}

/** Angle of a point of the window about the middle of the view, as the clock goes [rad]. */
function angleAbout(canvas: HTMLCanvasElement, clientX: number, clientY: number): number {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return Math.atan2(clientY - top - height / 2, clientX - left - width / 2);
}

/** Listens on `room`, which lies over the surface and has the keyboard's focus; only while a surface is in space. */
export function listenForSpaceKeys(room: HTMLElement, canvas: HTMLCanvasElement, options: SpaceHandOptions): void {
  const { view, add, wipe, wipes, turn, roll, moved, say } = options;
  const middle = () => {
    const box = canvas.getBoundingClientRect();
    return view()?.placeAt(box.left + box.width / 2, box.top + box.height / 2) ?? null;
  };
  const use = (): void => {
    const place = middle();
    if (!place) say('No glass in the middle of the view');
    else if (wipes()) wipe({ ...place, x: place.x - LINE_SPACING }, { ...place, x: place.x + LINE_SPACING });
    else add(place);
    if (place) say(`${wipes() ? 'Wiped' : 'A drop'} at ${place.x.toFixed(0)}, ${place.y.toFixed(0)} mm`);
  };
  room.addEventListener(
    'keydown',
    (event) => {
      const space = view();
      if (!space || event.ctrlKey || event.altKey || event.metaKey) return;
      const way = WAYS[event.key];
      if (way && event.shiftKey) turn(PER_KEY * way[0], PER_KEY * way[1]);
      else if (event.shiftKey && event.key in ROLLS) roll(PER_KEY * ROLLS[event.key]);
      else if (way) space.orbit.turn(PER_KEY * way[0], -PER_KEY * way[1]);
      else if (event.key === '+' || event.key === '=') space.orbit.zoom(1 / KEY_ZOOM);
      else if (event.key === '-') space.orbit.zoom(KEY_ZOOM);
      else if (event.key === '0' || event.key === 'Home') space.orbit.reset();
      else if (event.key === 'Enter') use();
      else return;
      event.preventDefault();
      // The hand for flat panes listens here too.
      event.stopImmediatePropagation();
      moved();
    },
    { capture: true },
  );
}
