import { RivuletError, refuse } from '../core/errors.js';
import type { Grid } from '../core/grid.js';
import type { StateVisitor } from '../models/model.js';
import type { SceneInput } from '../scene/scene.js';
import type { Visitable } from './parts.js';

/** "RVLT" and the version of the format: 2 came with the checksum, 3 with the waists of drops. */
const MAGIC = 0x544c5652;
const VERSION = 3;
/** Offsets of magic, version, checksum and length of the scene. The checksum covers all bytes from the length on. */
const MAGIC_AT = 0;
const VERSION_AT = 4;
const CHECKSUM_AT = 8;
const LENGTH_AT = 12;
const HEAD_BYTES = 16;

/** 16 hex digits of the whole state. */
export function hashSimulation(simulation: Visitable): string {
  const hasher = new StateHasher();
  simulation.visit(hasher);
  return hasher.finish();
}

/** Head, the scene as JSON, then the state. */
export function saveSimulation(simulation: Visitable): Uint8Array {
  const writer = new StateWriter();
  simulation.visit(writer);
  const state = writer.finish();
  const scene = encodeText(JSON.stringify(simulation.input));
  const bytes = new Uint8Array(HEAD_BYTES + scene.length + state.length);
  const head = new DataView(bytes.buffer);
  head.setUint32(MAGIC_AT, MAGIC, true);
  head.setUint32(VERSION_AT, VERSION, true);
  head.setUint32(LENGTH_AT, scene.length, true);
  bytes.set(scene, HEAD_BYTES);
  bytes.set(state, HEAD_BYTES + scene.length);
  head.setUint32(CHECKSUM_AT, checksumOf(bytes), true);
  return bytes;
}

/** Makes a simulation from saved bytes; `create` makes one from its scene. */
export function loadSimulation<State extends Visitable>(
  bytes: Uint8Array,
  create: (scene: SceneInput) => State,
): State {
  if (!(bytes instanceof Uint8Array)) refuse('bytes', 'a Uint8Array from simulation.save()', bytes);
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < CHECKSUM_AT || head.getUint32(MAGIC_AT, true) !== MAGIC) {
    throw new RivuletError('bytes must come from simulation.save(); these do not.', 'bytes');
  }
  const version = head.getUint32(VERSION_AT, true);
  if (version !== VERSION) {
    const remedy = version > VERSION ? 'Update rivulet.' : 'Load it with the older rivulet that saved it.';
    throw new RivuletError(`saved state must be of version ${VERSION}; got ${version}. ${remedy}`, 'bytes');
  }
  if (bytes.length < HEAD_BYTES || head.getUint32(CHECKSUM_AT, true) !== checksumOf(bytes)) throw damaged();
  const sceneEnd = HEAD_BYTES + head.getUint32(LENGTH_AT, true);
  const simulation = create(parseSavedScene(bytes.subarray(HEAD_BYTES, sceneEnd)));
  const reader = new StateReader(bytes, sceneEnd);
  simulation.visit(reader);
  reader.finish();
  return simulation;
}

function parseSavedScene(bytes: Uint8Array): SceneInput {
  try {
    return JSON.parse(decodeText(bytes)) as SceneInput;
  } catch {
    throw damaged();
  }
}

/** FNV-1a over the bytes that the checksum covers: one changed byte always changes it. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let n = LENGTH_AT; n < bytes.length; n++) sum = Math.imul(sum ^ bytes[n], 0x01000193);
  return sum >>> 0;
}

/** JSON with everything beyond ASCII escaped, so that a character is a byte. */
function encodeText(text: string): Uint8Array {
  const ascii = text.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Uint8Array.from(ascii, (c) => c.charCodeAt(0));
}

function decodeText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

type Values = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Visits a state and writes it: maps as spans of wet cells, everything else as it lies in memory. */
export class StateWriter implements StateVisitor {
  readonly loads = false;
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  number(value: number): number {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
    return value;
  }

  array<T extends Values>(values: T): T {
    this.number(values.length);
    this.#reserve(values.byteLength);
    this.#bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), this.#length);
    this.#length += values.byteLength;
    return values;
  }

  note(values: Uint32Array): Uint32Array {
    return this.array(values);
  }

  check(_fits: boolean): void {}

  map(words: Uint32Array, first: number, grid: Grid): void {
    for (let row = 0; row < grid.rows; row++) {
      const start = first + row * grid.stride;
      for (let col = 0; col < grid.columns; col++) {
        if (words[start + col] === 0) continue;
        let end = col + 1;
        while (end < grid.columns && words[start + end] !== 0) end += 1;
        this.number(row * grid.columns + col);
        this.array(words.subarray(start + col, start + end));
        col = end;
      }
    }
    this.number(-1);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + bytes));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Visits a state and fills it from what `StateWriter` wrote. */
export class StateReader implements StateVisitor {
  readonly loads = true;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = from;
  }

  number(_value: number, least = -Number.MAX_VALUE, most = Number.MAX_VALUE): number {
    this.#need(8);
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    this.check(value >= least && value <= most);
    return value;
  }

  array<T extends Values>(values: T): T {
    const length = this.number(0);
    const bytes = length * values.BYTES_PER_ELEMENT;
    this.check(Number.isInteger(length) && length >= 0);
    this.#need(bytes);
    // Not `bytes.slice`: a Node Buffer, as `readFile` returns it, would not copy.
    const copy = new Uint8Array(this.#bytes.subarray(this.#at, this.#at + bytes));
    this.#at += bytes;
    const Kind = values.constructor as new (buffer: ArrayBufferLike) => T;
    return new Kind(copy.buffer);
  }

  note(values: Uint32Array): Uint32Array {
    return this.array(values);
  }

  check(fits: boolean): void {
    if (!fits) throw damaged();
  }

  map(words: Uint32Array, first: number, grid: Grid): void {
    for (let row = 0; row < grid.rows; row++) {
      words.fill(0, first + row * grid.stride, first + row * grid.stride + grid.columns);
    }
    for (let cell = this.number(0); cell !== -1; cell = this.number(0)) {
      const run = this.array(new Uint32Array(0));
      const row = Math.floor(cell / grid.columns);
      const col = cell - row * grid.columns;
      this.check(Number.isInteger(cell) && row >= 0 && row < grid.rows && col + run.length <= grid.columns);
      words.set(run, first + row * grid.stride + col);
    }
  }

  /** Throws unless everything was read. */
  finish(): void {
    this.check(this.#at === this.#bytes.length);
  }

  #need(bytes: number): void {
    this.check(this.#at + bytes <= this.#bytes.length);
  }
}

/** The error for bytes that `save` did not write. */
export function damaged(): RivuletError {
  return new RivuletError('saved state is damaged or cut short; save it again with simulation.save().', 'bytes');
}

/** Visits a state and hashes it: two lanes of 32 bits over every number and every wet cell with its place. */
export class StateHasher implements StateVisitor {
  readonly loads = false;
  #a = 0x6a09e667;
  #b = 0xbb67ae85;
  readonly #number = new Float64Array(1);
  readonly #words = new Uint32Array(this.#number.buffer);

  number(value: number): number {
    this.#number[0] = value;
    this.#word(this.#words[0]);
    this.#word(this.#words[1]);
    return value;
  }

  array<T extends Values>(values: T): T {
    this.#word(values.length);
    for (let n = 0; n < values.length; n++) {
      if (values instanceof Float64Array) this.number(values[n]);
      else this.#word(values[n]);
    }
    return values;
  }

  note(values: Uint32Array): Uint32Array {
    return values;
  }

  check(_fits: boolean): void {}

  map(words: Uint32Array, first: number, grid: Grid): void {
    for (let row = 0; row < grid.rows; row++) {
      const start = first + row * grid.stride;
      for (let col = 0; col < grid.columns; col++) {
        const word = words[start + col];
        if (word === 0) continue;
        this.#word(row * grid.columns + col);
        this.#word(word);
      }
    }
    this.#word(0xffffffff);
  }

  /** 16 hex digits. */
  finish(): string {
    const hex = (h: number) => (h >>> 0).toString(16).padStart(8, '0');
    return hex(spread(this.#a ^ Math.imul(this.#b, 0x9e3779b1))) + hex(spread(this.#b + this.#a));
  }

  #word(word: number): void {
    this.#a = Math.imul((this.#a ^ word) + 0x7f4a7c15, 0x85ebca6b);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul(this.#b ^ (word + (this.#a >>> 7)), 0xc2b2ae35);
    this.#b ^= this.#b >>> 13;
  }
}

function spread(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
