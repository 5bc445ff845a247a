/** How much of a text gzip finds again: it looks back for 32 kB, and what lay before that is new to it. */

/** Length of the pieces that are looked for [characters]. Shorter ones are found anywhere, longer ones are few. */
const LENGTH = 7;
const WINDOW = 32_768;
const BITS = 20;
/** What is in a file as often as this is never far [times]. */
const COMMON = 12;

export class FarPieces {
  #last = new Int32Array(1 << BITS);
  #start = 1;

  /** Where the pieces of each text are that come again: others are new wherever they stand, or near wherever they stand. */
  constructor(texts) {
    const pieces = texts.map(piecesOf);
    const counts = new Uint16Array(1 << BITS);
    for (const ids of pieces) for (const id of ids) counts[id]++;
    this.texts = pieces.map((ids) => {
      const places = [...ids.keys()].filter((place) => counts[ids[place]] > 1 && counts[ids[place]] < COMMON);
      return {
        length: ids.length,
        places: Int32Array.from(places),
        ids: Int32Array.from(places, (place) => ids[place]),
      };
    });
  }

  /** How many pieces are too far from where they last were, or come first, if the texts stand in this order. */
  count(order) {
    const last = this.#last;
    const from = this.#start;
    let start = from;
    let far = 0;
    for (const n of order) {
      const { length, places, ids } = this.texts[n];
      for (let i = 0; i < ids.length; i++) {
        const place = start + places[i];
        const before = last[ids[i]];
        if (before < from || place - before > WINDOW) far++;
        last[ids[i]] = place;
      }
      start += length;
    }
    // Places go on counting, so that those of this order are none of the next.
    this.#start = start;
    if (start > 2 ** 30) {
      last.fill(0);
      this.#start = 1;
    }
    return far;
  }
}

/** A number for the piece that begins at each place of a text. */
function piecesOf(text) {
  const ids = new Int32Array(text.length);
  for (let place = 0; place < text.length; place++) {
    let hash = 0;
    for (let i = place; i < place + LENGTH; i++) {
      hash = Math.imul(hash ^ (i < text.length ? text.charCodeAt(i) : 0), 0x9e3779b1) ^ (hash >>> 15);
    }
    ids[place] = (hash ^ (hash >>> 11)) & ((1 << BITS) - 1);
  }
  return ids;
}
