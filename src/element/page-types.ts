/** What a page's compiler knows of `<rivulet-pane>`: the element by its tag, and its events by their names. No code. */
import type { Pane } from './pane.js';
import type { RivuletPaneElement } from './rivulet-pane.js';
import type { RunningDrop } from './run-watch.js';

/** The events of `<rivulet-pane>`; docs/element.md says when they come. */
export interface RivuletPaneEvents {
  ready: CustomEvent<{ readonly pane: Pane }>;
  error: CustomEvent<{ readonly error: Error }>;
  drop: CustomEvent<RunningDrop>;
}

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
