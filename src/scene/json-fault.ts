/** Where and why a text is not JSON. Runs only after `JSON.parse` has refused it, so it may be slow but must be clear. */
import { describeValue } from '../core/errors.js';

/** The first place at which a text stops being JSON. */
export interface JsonFault {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** What was wrong, without a full stop. */
  reason: string;
}

const SPACE = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside strings.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /(?:true|false|null)(?!\w)/y;
/** Anything a person may have meant as one word, for the error line. */
const ANY_WORD = /[^\s,:[\]{}"]+/y;

/** Deeper than any scene; it keeps the checker's own stack safe. */
const DEEPEST = 500;

/** The first fault of a text that `JSON.parse` refused. */
export function findJsonFault(text: string): JsonFault {
  const checker = new JsonChecker(text);
  let reason = 'it cannot be read';
  try {
    checker.checkAll();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    reason = error.message;
  }
  const before = text.slice(0, checker.at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: checker.at - lineStart + 1, reason };
}

class Fault extends Error {}

/** Walks through the text and stops at the first fault with `at` on it. */
class JsonChecker {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  checkAll(): void {
    this.#skip(SPACE);
    if (this.at === this.#text.length) throw new Fault('the file is empty');
    this.#value(0);
    if (this.at < this.#text.length) throw new Fault(`expected the end of the file, got ${this.#here()}`);
  }

  #value(depth: number): void {
    if (depth > DEEPEST) throw new Fault('it is nested too deeply');
    if (this.#take('{')) this.#members(depth);
    else if (this.#take('[')) this.#items(depth);
    else if (!this.#skip(WORD) && !this.#skip(NUMBER)) this.#string('a value');
    this.#skip(SPACE);
  }

  #members(depth: number): void {
    if (this.#take('}')) return;
    do {
      this.#noTrailingComma('}');
      this.#string('a name in double quotes');
      this.#skip(SPACE);
      if (!this.#take(':')) throw new Fault(`expected ":", got ${this.#here()}`);
      this.#value(depth + 1);
    } while (this.#take(','));
    if (!this.#take('}')) throw new Fault(`expected "," or "}", got ${this.#here()}`);
  }

  #items(depth: number): void {
    if (this.#take(']')) return;
    do {
      this.#noTrailingComma(']');
      this.#value(depth + 1);
    } while (this.#take(','));
    if (!this.#take(']')) throw new Fault(`expected "," or "]", got ${this.#here()}`);
  }

  #string(expected: string): void {
    if (this.#skip(STRING)) return;
    if (this.#text[this.at] === '"') throw new Fault('a string that does not end on its line, or a bad escape in it');
    // A word here is mostly a text that lacks its quotes, such as 80deg.
    const word = this.#here();
    const remedy =
      expected === 'a value' && /^"(?!NaN)-?\d*[A-Za-z]\w*"$/.test(word) ? '; a text needs double quotes' : '';
    throw new Fault(`expected ${expected}, got ${word}${remedy}`);
  }

  /** The most common mistake has a reason of its own. */
  #noTrailingComma(close: string): void {
    if (this.#text[this.at] === close) throw new Fault(`a comma before "${close}"`);
  }

  /** Passes one character and the space behind it. */
  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at++;
    this.#skip(SPACE);
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  /** What stands here, for the error line. */
  #here(): string {
    if (this.at >= this.#text.length) return 'the end of the file';
    if (/^\/[/*]/.test(this.#text.slice(this.at, this.at + 2))) return 'a comment, which JSON does not have';
    ANY_WORD.lastIndex = this.at;
    return describeValue(ANY_WORD.exec(this.#text)?.[0] ?? this.#text[this.at]);
  }
}
