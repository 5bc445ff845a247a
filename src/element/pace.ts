/**
 * How finely and how often a pane is drawn under `quality="auto"`, from the time that its pictures take: from the call to
 * draw until the graphics card is done and the page can act again. A median of some pictures decides, since pages have
 * other work too. The way up is longer than the way down, and longer each time it was in vain.
 */

/** What a picture may take [ms]: sixty a second. */
export const BUDGET = 16;
/** Fewest pixels of the canvas a CSS pixel. */
export const LEAST_RATIO = 0.5;
/** Pictures after a change of resolution that are not counted, since all of them is new; and those of one median. */
const SETTLING = 2;
const COUNTED = 5;
/** Resolution goes up only when twice as many pixels would fit into the budget. */
const CALM = BUDGET / 2.5;
/** Medians in a row that allow more pixels; at first, and at most. */
const PATIENCE = { first: 8, most: 512 };
/** Below this they are drawn straight onto the canvas. */
const QUICK = 0.75 * BUDGET;
/** Steps: down to between a quarter and 0.7 of the pixels, up to twice as many. */
const STEP = { most: 0.5, least: 0.84, up: Math.SQRT2 };
/** Longest time that is left to the page after a picture [ms]. */
const MOST_REST = 200;

export class Pace {
  /** Share of the pixels wanted that is drawn, each way, 0 to 1. */
  #share = 1;
  readonly #times: number[] = [];
  #unseen = SETTLING;
  #calm = 0;
  #patience = PATIENCE.first;
  #isSlow = true;
  #rest = 0;

  /** Pixels of the canvas a CSS pixel, where `wanted` are wanted. */
  ratio(wanted: number): number {
    return Math.max(Math.min(wanted, LEAST_RATIO), wanted * this.#share);
  }

  /** Are pictures to be drawn off the canvas, so that the page need not wait for them? It is not known at first. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Time to leave to the page before the next picture [ms]: where the least ratio is still too slow, about half of it. */
  get rest(): number {
    return this.#rest;
  }

  /** Takes note of a picture's time [ms]; true if the resolution is to be another now. */
  note(time: number, wanted: number): boolean {
    if (this.#unseen-- > 0) return false;
    this.#unseen = 0;
    if (this.#times.push(time) < COUNTED) return false;
    const median = this.#times.sort((a, b) => a - b)[COUNTED >> 1];
    this.#times.length = 0;
    this.#isSlow = median > BUDGET || (this.#isSlow && median > QUICK);
    const before = this.ratio(wanted);
    this.#decide(median, before, wanted);
    const isLeast = this.ratio(wanted) <= Math.min(wanted, LEAST_RATIO);
    this.#rest = isLeast ? Math.min(MOST_REST, Math.max(0, median - BUDGET)) : 0;
    if (this.ratio(wanted) === before) return false;
    this.#unseen = SETTLING;
    return true;
  }

  #decide(median: number, before: number, wanted: number): void {
    if (median > BUDGET) {
      if (this.#calm < 0) this.#patience = Math.min(PATIENCE.most, 2 * this.#patience);
      this.#calm = 0;
      this.#share = (before / wanted) * Math.max(STEP.most, Math.min(STEP.least, Math.sqrt(BUDGET / median)));
    } else if (median > CALM || before >= wanted) this.#calm = Math.min(0, this.#calm + 1);
    else if (++this.#calm >= this.#patience) {
      this.#share = Math.min(1, (before / wanted) * STEP.up);
      // Too slow again before this has passed was in vain.
      this.#calm = -this.#patience;
    }
  }
}
