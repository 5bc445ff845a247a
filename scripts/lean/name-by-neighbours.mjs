/**
 * Chooses among names of one letter, so that gzip finds more of the text again: minifiers only see that they are equally
 * short, but the one that has stood between the same neighbours before makes a longer piece of what is known.
 */
import { CAPITALS, LETTERS } from './name-in-order.mjs';
import { scopesOf } from './scopes.mjs';

/** Lengths of the pieces that are looked for elsewhere. gzip's begin with three, and few are longer than eight. */
const LENGTHS = [3, 4, 5, 6, 8];
const ROOM = 8;
/** Every name is a neighbour of others, so all are asked again; a fourth time changes next to nothing. */
const ROUNDS = 3;
/** Characters that no code has. */
const NO_LETTERS = 0x4000;

/** @param {string} code as `nameInOrder` leaves it. Returns what to change in it: letters for letters. */
export function nameByNeighbours(code) {
  const { root } = scopesOf(code);
  const above = scopesAbove(root);
  const pieces = new Pieces(code);
  const all = [...root.all()].flatMap(({ variables }) => [...variables.values()]);
  for (const variable of all) variable.places = variable.nodes.map(({ start }) => start).sort((a, b) => a - b);
  const open = all.filter(({ name }) => LETTERS.includes(name));
  // Without names to begin with: they would speak for each other, and so for staying as they are.
  for (const [n, variable] of open.entries()) {
    variable.name = '';
    pieces.write(variable.places, NO_LETTERS + n);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const variable of open) {
      variable.name = '';
      const taken = takenFor(variable, root, above.get(variable) ?? []);
      variable.name = pieces.choose(variable.places, freeLetters(taken));
    }
  }
  return open.flatMap(({ name, places }) => places.map((start) => ({ start, end: start + 1, to: name })));
}

/** For each variable, the scopes within its own that lie around a place where it is named. */
function scopesAbove(root) {
  const scopes = new Map();
  for (const scope of root.all()) {
    for (const variable of scope.around) scopes.set(variable, [...(scopes.get(variable) ?? []), scope]);
  }
  return scopes;
}

/** Names by which a variable would be taken for another, or another for it. */
function takenFor({ scope }, { globals }, above) {
  const names = (variables) => [...variables].map(({ name }) => name);
  const others = [scope, ...above].flatMap(({ variables }) => names(variables.values()));
  return new Set([...globals, ...names(scope.around), ...others]);
}

function freeLetters(taken) {
  for (const letters of [LETTERS, CAPITALS]) {
    const free = letters.filter((letter) => !taken.has(letter));
    if (free.length > 0) return free;
  }
  throw new Error('A function of the lean file has more variables at a time than there are letters. Split it.');
}

/** A text, and how often it has each of its pieces. */
class Pieces {
  /** With room at either end: pieces are looked at around any place. */
  #text;
  #counts = LENGTHS.map(() => new Uint16Array(1 << 20));

  constructor(code) {
    this.#text = new Uint16Array(code.length + 2 * ROOM);
    for (let i = 0; i < code.length; i++) this.#text[ROOM + i] = code.charCodeAt(i);
    const everywhere = Array.from({ length: code.length }, (_, place) => place);
    this.#meet(everywhere, 1);
  }

  /** Writes a character at each of the places, which are in order. */
  write(places, character) {
    this.#meet(places, -1);
    this.#put(places, character);
    this.#meet(places, 1);
  }

  /** Writes the letter that makes pieces which are elsewhere too, and returns it. */
  choose(places, letters) {
    this.#meet(places, -1);
    let best = '';
    let most = -1;
    for (const letter of letters) {
      this.#put(places, letter.charCodeAt(0));
      const known = this.#meet(places, 0);
      if (known > most) [best, most] = [letter, known];
    }
    this.#put(places, best.charCodeAt(0));
    this.#meet(places, 1);
    return best;
  }

  #put(places, character) {
    for (const place of places) this.#text[ROOM + place] = character;
  }

  /** Changes the count of every piece that has one of the places in it. Returns how well known they were: each from 0 to 1. */
  #meet(places, change) {
    let known = 0;
    for (const [n, length] of LENGTHS.entries()) {
      const counts = this.#counts[n];
      let next = 0;
      for (const place of places) {
        for (next = Math.max(next, ROOM + place - length + 1); next <= ROOM + place; next++) {
          const piece = this.#piece(next, length);
          known += counts[piece] / (1 + counts[piece]);
          counts[piece] += change;
        }
      }
    }
    return known;
  }

  /** A number for a piece. Few pieces share one, and for those names are chosen a little worse. */
  #piece(start, length) {
    let hash = 0;
    for (let i = start; i < start + length; i++) hash = Math.imul(hash ^ this.#text[i], 0x9e3779b1) ^ (hash >>> 15);
    return (hash ^ (hash >>> 11)) & 0xfffff;
  }
}
