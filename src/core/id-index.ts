/**
 * Finds a drop's slot by its id in constant time: open addressing in one typed array, no objects. Ids grow for ever
 * while the table stays as large as the drops that are alive.
 */
export class IdIndex {
  #keys: Uint32Array;
  #slots: Int32Array;
  #mask: number;
  #size = 0;

  constructor(capacity = 64) {
    this.#keys = new Uint32Array(capacity);
    this.#slots = new Int32Array(capacity);
    this.#mask = capacity - 1;
  }

  /** Slot of `id`, or −1 if there is no such drop. */
  get(id: number): number {
    for (let i = spread(id) & this.#mask; ; i = (i + 1) & this.#mask) {
      const key = this.#keys[i];
      if (key === 0) return -1;
      if (key === id) return this.#slots[i];
    }
  }

  /** Adds `id`, or moves it to another slot. */
  set(id: number, slot: number): void {
    let i = spread(id) & this.#mask;
    while (this.#keys[i] !== 0 && this.#keys[i] !== id) i = (i + 1) & this.#mask;
    if (this.#keys[i] === 0) {
      this.#keys[i] = id;
      this.#size += 1;
    }
    this.#slots[i] = slot;
    if (this.#size * 2 > this.#mask) this.#grow();
  }

  /** Takes `id` out and closes the gap, so that no tombstones gather. */
  delete(id: number): void {
    const keys = this.#keys;
    let hole = spread(id) & this.#mask;
    while (keys[hole] !== id) {
      if (keys[hole] === 0) return;
      hole = (hole + 1) & this.#mask;
    }
    this.#size -= 1;
    for (let i = (hole + 1) & this.#mask; keys[i] !== 0; i = (i + 1) & this.#mask) {
      // An entry may fill the hole if its home does not lie cyclically between the hole and itself.
      const home = spread(keys[i]) & this.#mask;
      const stays = hole <= i ? hole < home && home <= i : hole < home || home <= i;
      if (stays) continue;
      keys[hole] = keys[i];
      this.#slots[hole] = this.#slots[i];
      hole = i;
    }
    keys[hole] = 0;
  }

  clear(): void {
    this.#keys.fill(0);
    this.#size = 0;
  }

  #grow(): void {
    const keys = this.#keys;
    const slots = this.#slots;
    this.#keys = new Uint32Array(keys.length * 2);
    this.#slots = new Int32Array(keys.length * 2);
    this.#mask = keys.length * 2 - 1;
    this.#size = 0;
    for (let i = 0; i < keys.length; i++) if (keys[i] !== 0) this.set(keys[i], slots[i]);
  }
}

function spread(id: number): number {
  const h = Math.imul(id, 0x9e3779b1);
  return h ^ (h >>> 15);
}
