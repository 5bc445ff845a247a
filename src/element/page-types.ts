/** Types of `<rivulet-pane>` for pages: the element by its tag, its events by their names, and frameworks. No code. */
import type { Pane } from './pane.js';
import type { RivuletPaneElement } from './rivulet-pane.js';
import type { RunningDrop } from './run-watch.js';

/** The events of `<rivulet-pane>`; docs/element.md says when they come. */
export interface RivuletPaneEvents {
  /** The first picture is there. */
  ready: CustomEvent<{ readonly pane: Pane }>;
  /** Something was refused or failed; `error.message` says what to do. */
  error: CustomEvent<{ readonly error: Error }>;
  /** A drop begins to run: of several the heaviest, at most ten times a simulated second. */
  drop: CustomEvent<RunningDrop>;
}

export type { RivuletPaneProps } from './framework-types.js';

type Options = boolean | AddEventListenerOptions;
type Listener = EventListenerOrEventListenerObject;

declare module './rivulet-pane.js' {
  // Its `error` and `drop` are none of those that every element has.
  interface RivuletPaneElement {
    addEventListener<Name extends keyof RivuletPaneEvents>(
      type: Name,
      listener: (this: RivuletPaneElement, event: RivuletPaneEvents[Name]) => unknown,
      options?: Options,
    ): void;
    addEventListener(type: string, listener: Listener, options?: Options): void;
    removeEventListener<Name extends keyof RivuletPaneEvents>(
      type: Name,
      listener: (this: RivuletPaneElement, event: RivuletPaneEvents[Name]) => unknown,
      options?: Options,
    ): void;
    removeEventListener(type: string, listener: Listener, options?: Options): void;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rivulet-pane': RivuletPaneElement;
  }
}
