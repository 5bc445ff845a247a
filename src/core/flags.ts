/** Finds the few flags that are not 0 among many: most are passed eight at a time. */
export class FlagSearch {
  #flags: Uint8Array = new Uint8Array(0);
  #eights: Float64Array = new Float64Array(0);

  /** The first place from `from` on, below `end`, whose flag is set; `end` if there is none. */
  next(flags: Uint8Array, from: number, end: number): number {
    if (flags !== this.#flags) this.#look(flags);
    const eights = this.#eights;
    for (let at = from; at < end; ) {
      // Eight bytes that are 0 are the number 0, and no others are: flags are 0 to 127.
      if ((at & 7) === 0 && eights[at >> 3] === 0) at += 8;
      else if (flags[at] !== 0) return at;
      else at += 1;
    }
    return end;
  }

  /** The array grew into another one. */
  #look(flags: Uint8Array): void {
    this.#flags = flags;
    this.#eights = new Float64Array(flags.buffer, flags.byteOffset, flags.length >> 3);
  }
}
