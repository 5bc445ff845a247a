import { RivuletError, refuse } from '../core/errors.js';
import type { SceneInput } from '../scene/scene.js';
import type { Walked } from './parts.js';
import { damaged, StateHasher, StateReader, StateWriter } from './state-walks.js';

/** "RVLT" and the version of the format: 2 came with the checksum, 3 with the waists of drops. */
const MAGIC = 0x544c5652;
const VERSION = 3;
/** Where magic, version, checksum and length of the scene stand; from the last on all bytes count towards the checksum. */
const MAGIC_AT = 0;
const VERSION_AT = 4;
const CHECKSUM_AT = 8;
const LENGTH_AT = 12;
const HEAD_BYTES = 16;

/** 16 hex digits of the whole state. */
export function hashSimulation(simulation: Walked): string {
  const hasher = new StateHasher();
  simulation.visit(hasher);
  return hasher.finish();
}

/** Head, the scene as JSON, then the state. */
export function saveSimulation(simulation: Walked): Uint8Array {
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
export function loadSimulation<State extends Walked>(bytes: Uint8Array, create: (scene: SceneInput) => State): State {
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

/** FNV-1a over all that the checksum stands for: one changed byte always changes it. */
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
