import { describeValue, RivuletError } from '../core/errors.js';
import type { SceneInput } from '../scene/scene.js';
import type { Walked } from './parts.js';
import { StateHasher, StateReader, StateWriter } from './state-walks.js';

/** "RVLT" and the version of the format. */
const MAGIC = 0x544c5652;
const VERSION = 1;
const HEAD_BYTES = 12;

/** 16 hex digits of the whole state. */
export function hashSimulation(simulation: Walked): string {
  const hasher = new StateHasher();
  simulation.visit(hasher);
  return hasher.finish();
}

/** Head (magic, version, length of the scene), the scene as JSON, then the state. */
export function saveSimulation(simulation: Walked): Uint8Array {
  const writer = new StateWriter();
  simulation.visit(writer);
  const state = writer.finish();
  const scene = encodeText(JSON.stringify(simulation.input));
  const bytes = new Uint8Array(HEAD_BYTES + scene.length + state.length);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, MAGIC, true);
  head.setUint32(4, VERSION, true);
  head.setUint32(8, scene.length, true);
  bytes.set(scene, HEAD_BYTES);
  bytes.set(state, HEAD_BYTES + scene.length);
  return bytes;
}

/** Makes a simulation from saved bytes; `create` makes one from its scene. */
export function loadSimulation<State extends Walked>(bytes: Uint8Array, create: (scene: SceneInput) => State): State {
  if (!(bytes instanceof Uint8Array)) {
    throw new RivuletError(`bytes must be a Uint8Array from simulation.save(); got ${describeValue(bytes)}.`, 'bytes');
  }
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES || head.getUint32(0, true) !== MAGIC) {
    throw new RivuletError('bytes must come from simulation.save(); these do not.', 'bytes');
  }
  const version = head.getUint32(4, true);
  if (version !== VERSION) {
    const remedy = version > VERSION ? 'Update rivulet.' : 'Save it again.';
    throw new RivuletError(`saved state must be of version ${VERSION}; got ${version}. ${remedy}`, 'bytes');
  }
  const sceneEnd = HEAD_BYTES + head.getUint32(8, true);
  if (sceneEnd > bytes.length) throw new RivuletError('saved state is damaged or cut short; save it again.', 'bytes');
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
    throw new RivuletError('saved state is damaged: its scene is not JSON; save it again.', 'bytes');
  }
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
