/**
 * Which residual droplets may not merge with the drop that left them (CHEN-O3, CHIN-16): pairs of ids, until both are
 * apart. A list of pairs and a hash set over it, all in typed arrays.
 */
export class Kinship {
  count = 0;
  child = new Uint32Array(64);
  parent = new Uint32Array(64);
  /** Open addressing: index of a pair + 1; 0 is free. */
  #table = new Uint32Array(256);

  has(a: number, b: number): boolean {
    return this.#find(a, b) >= 0 || this.#find(b, a) >= 0;
  }

  add(child: number, parent: number): void {
    if (child === parent || this.has(child, parent)) return;
    if (this.count === this.child.length) this.#grow();
    this.child[this.count] = child;
    this.parent[this.count] = parent;
    this.count += 1;
    this.#enter(this.count - 1);
  }

  /** Keeps the pairs for which `keep(child, parent)` holds. */
  filter(keep: (child: number, parent: number) => boolean): void {
    let kept = 0;
    for (let n = 0; n < this.count; n++) {
      if (!keep(this.child[n], this.parent[n])) continue;
      this.child[kept] = this.child[n];
      this.parent[kept] = this.parent[n];
      kept += 1;
    }
    if (kept === this.count) return;
    this.count = kept;
    this.rebuild();
  }

  /** Replaces every id by its label, and removes pairs that became one drop and duplicates. */
  rename(name: (id: number) => number): void {
    const pairs = this.count;
    this.count = 0;
    this.#table.fill(0);
    for (let n = 0; n < pairs; n++) this.add(name(this.child[n]), name(this.parent[n]));
  }

  clear(): void {
    this.count = 0;
    this.#table.fill(0);
  }

  /** Rebuilds the hash set from the list. */
  rebuild(): void {
    this.#table.fill(0);
    for (let n = 0; n < this.count; n++) this.#enter(n);
  }

  /** Replaces the list by a saved one. */
  takeOver(child: Uint32Array, parent: Uint32Array): void {
    this.clear();
    for (let n = 0; n < child.length; n++) this.add(child[n], parent[n]);
  }

  #find(child: number, parent: number): number {
    const mask = this.#table.length - 1;
    for (let i = home(child, parent) & mask; this.#table[i] !== 0; i = (i + 1) & mask) {
      const n = this.#table[i] - 1;
      if (this.child[n] === child && this.parent[n] === parent) return n;
    }
    return -1;
  }

  #enter(n: number): void {
    const mask = this.#table.length - 1;
    let i = home(this.child[n], this.parent[n]) & mask;
    while (this.#table[i] !== 0) i = (i + 1) & mask;
    this.#table[i] = n + 1;
  }

  #grow(): void {
    const child = this.child;
    const parent = this.parent;
    this.child = new Uint32Array(child.length * 2);
    this.parent = new Uint32Array(parent.length * 2);
    this.child.set(child);
    this.parent.set(parent);
    this.#table = new Uint32Array(this.#table.length * 2);
    this.rebuild();
  }
}

function home(child: number, parent: number): number {
  const h = Math.imul(child, 0x9e3779b1) ^ Math.imul(parent, 0x85ebca6b);
  return h ^ (h >>> 15);
}
