import type { MountPane } from './mount-pane.js';
import { RivuletPaneElement } from './rivulet-pane.js';

/**
 * Makes `<rivulet-pane>` known to the page, with panes mounted by `mount`. Does nothing on a server, and nothing where
 * the name is taken already.
 */
export function defineRivuletPane(mount: MountPane, name = 'rivulet-pane'): void {
  if (typeof customElements === 'undefined' || customElements.get(name)) return;
  // A class of its own a name: a page may have panes with different models.
  const Element = class extends RivuletPaneElement {};
  Element.mount = mount;
  customElements.define(name, Element);
}
