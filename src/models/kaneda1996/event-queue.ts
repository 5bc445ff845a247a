/**
 * Events of droplets in the order of their times, and of their ids where times are equal: a binary heap in flat arrays. An
 * entry that is out of date stays until it comes up; the model tells by the droplet's own time.
 */
export class EventQueue {
  count = 0;
  #time = new Float64Array(256);
  #id = new Uint32Array(256);
  #cell = new Uint32Array(256);

  /** The first event: its time [s], droplet and cell. */
  get time(): number {
    return this.#time[0];
  }

  get id(): number {
    return this.#id[0];
  }

  get cell(): number {
    return this.#cell[0];
  }

  push(time: number, id: number, cell: number): void {
    if (this.count === this.#time.length) this.#grow();
    let at = this.count++;
    // The gap rises to where its parent is earlier.
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(time, id, parent)) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#put(at, time, id, cell);
  }

  /** Takes the first event out. */
  pop(): void {
    const last = --this.count;
    if (last === 0) return;
    const [time, id, cell] = [this.#time[last], this.#id[last], this.#cell[last]];
    let at = 0;
    for (let child = 1; child < last; child = 2 * at + 1) {
      if (child + 1 < last && this.#isBefore(this.#time[child + 1], this.#id[child + 1], child)) child += 1;
      if (this.#isBefore(time, id, child)) break;
      this.#copy(child, at);
      at = child;
    }
    this.#put(at, time, id, cell);
  }

  clear(): void {
    this.count = 0;
  }

  #isBefore(time: number, id: number, other: number): boolean {
    return time < this.#time[other] || (time === this.#time[other] && id < this.#id[other]);
  }

  #put(at: number, time: number, id: number, cell: number): void {
    this.#time[at] = time;
    this.#id[at] = id;
    this.#cell[at] = cell;
  }

  #copy(from: number, to: number): void {
    this.#put(to, this.#time[from], this.#id[from], this.#cell[from]);
  }

  #grow(): void {
    const [time, id, cell] = [this.#time, this.#id, this.#cell];
    this.#time = new Float64Array(2 * time.length);
    this.#id = new Uint32Array(2 * id.length);
    this.#cell = new Uint32Array(2 * cell.length);
    this.#time.set(time);
    this.#id.set(id);
    this.#cell.set(cell);
  }
}
