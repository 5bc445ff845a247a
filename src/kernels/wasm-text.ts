/**
 * WebAssembly as text, one character a byte where it can be: a source file is the one form that Node and every bundler
 * load without settings. `scripts/build-wasm.mjs` writes it.
 */
export interface WasmText {
  /** A character from space on is its place's byte; after `}` it is 93 bytes on, after `~` 186. */
  readonly text: string;
  /** Pairs of bytes that stand for each other. */
  readonly swaps: readonly number[];
}

export function bytesOf({ text, swaps }: WasmText): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let page = 0;
  for (let i = 0; i < text.length; i++) {
    const place = text.charCodeAt(i) - 32;
    if (place >= 93) {
      page = place - 92;
      continue;
    }
    const byte = 93 * page + place;
    const at = swaps.indexOf(byte);
    bytes.push(at < 0 ? byte : swaps[at ^ 1]);
    page = 0;
  }
  return Uint8Array.from(bytes);
}
