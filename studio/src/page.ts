/** The element `id` of the page, of the kind that is expected there. */
export function find(id: string): HTMLElement;
export function find<T extends HTMLElement>(id: string, kind: new () => T): T;
export function find(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${kind.name} ${id}.`);
}
