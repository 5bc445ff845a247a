/**
 * The hand on the pane: a drop where it is clicked or tapped and a sparse line of them where the pointer is drawn along,
 * or a stroke of the brush, a finger or a cloth.
 */

/** Least distance between the drops of a line [mm]: closer ones would merge into a flood at once. */
export const LINE_SPACING = 10;

/** A place on the pane [mm]. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PointerOptions {
  /** A point of the window on the pane, or null beside it. */
  toPane(clientX: number, clientY: number): Point | null;
  add(x: number, y: number): void;
  /** Does the pointer brush or wipe now, instead of adding drops? */
  wipes(): boolean;
  /** A stroke begins. */
  begin?(place: Point): void;
  wipe(from: Point, to: Point): void;
}

/** The pointer that is down on the pane. */
interface Stroke {
  readonly pointer: number;
  /** Where the last drop fell, or where the stroke began or came back onto the pane; null beside it. */
  from: Point | null;
  drops: number;
}

/** Listens on `canvas`. */
export function listenForHand(canvas: HTMLCanvasElement, { toPane, add, wipes, begin, wipe }: PointerOptions): void {
  let stroke: Stroke | null = null;

  const place = (of: Stroke, point: Point): void => {
    of.from = point;
    of.drops++;
    add(point.x, point.y);
  };

  canvas.addEventListener('pointerdown', (event) => {
    const point = toPane(event.clientX, event.clientY);
    if (stroke || event.button !== 0 || !point) return;
    stroke = { pointer: event.pointerId, from: point, drops: 0 };
    canvas.setPointerCapture(event.pointerId);
    if (wipes()) {
      begin?.(point);
      return;
    }
    // A finger may be about to scroll the page: its drop falls when it leaves the glass, or draws a line.
    if (event.pointerType !== 'touch') place(stroke, point);
  });

  canvas.addEventListener('pointermove', (event) => {
    const point = toPane(event.clientX, event.clientY);
    if (stroke?.pointer !== event.pointerId) return;
    const { from } = stroke;
    if (wipes()) {
      if (from && point) wipe(from, point);
      stroke.from = point;
      return;
    }
    if (point && (!from || Math.hypot(point.x - from.x, point.y - from.y) >= LINE_SPACING)) place(stroke, point);
  });

  canvas.addEventListener('pointerup', (event) => {
    if (stroke?.pointer !== event.pointerId) return;
    if (stroke.drops === 0 && stroke.from && !wipes()) place(stroke, stroke.from);
    stroke = null;
  });

  // The browser took the finger for scrolling.
  canvas.addEventListener('pointercancel', (event) => {
    if (stroke?.pointer === event.pointerId) stroke = null;
  });
}
