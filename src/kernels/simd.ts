/** The SIMD kernels in WebAssembly. Compiled code is no state: one copy serves every simulation. */
import { RivuletError } from '../core/errors.js';
import { heapOf, type Kernels, type OpenKernels } from './kernels.js';
import { SIMD_WASM } from './simd-wasm.generated.js';

let compiled: WebAssembly.Module | null | undefined;

function compile(): WebAssembly.Module | null {
  if (compiled !== undefined) return compiled;
  try {
    compiled = new WebAssembly.Module(bytesOf(SIMD_WASM));
  } catch {
    compiled = null;
  }
  return compiled;
}

/** False where WebAssembly or its SIMD is missing or forbidden. */
export function hasSimd(): boolean {
  return compile() !== null;
}

/** Why the SIMD kernels do not run here. `remedy` ends the line where WebAssembly SIMD is missing. */
export function simdRefusal(remedy: string): RivuletError {
  // A policy forbids compiling, but not validating.
  const isForbidden = typeof WebAssembly !== 'undefined' && WebAssembly.validate(bytesOf(SIMD_WASM));
  const reason = isForbidden
    ? "the Content-Security-Policy forbids WebAssembly. Add 'wasm-unsafe-eval' to script-src."
    : `WebAssembly SIMD does not run here. ${remedy}`;
  return new RivuletError(`kernels: ${reason}`, 'kernels');
}

/** Memory of at least `bytes`, and the SIMD kernels that work in it. Only where `hasSimd()`. */
export const simdKernels: OpenKernels = (bytes) => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) });
  const instance = new WebAssembly.Instance(compile() as WebAssembly.Module, { env: { memory } });
  return {
    heap: heapOf(memory.buffer as ArrayBuffer),
    kernels: { kind: 'simd', ...(instance.exports as unknown as Omit<Kernels, 'kind'>) },
  };
};

/**
 * The bytes of WebAssembly that is written as text, one character a byte where it can be: a source file is the one form that Node
 * and every bundler load without settings. `scripts/build-wasm.mjs` writes it. A character from space on is its place's byte; after
 * `}` it is 93 bytes on, after `~` 186. It is a property, since minifiers write a constant text again wherever it is used.
 */
function bytesOf({ text }: { readonly text: string }): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let page = 0;
  for (let i = 0; i < text.length; i++) {
    const place = text.charCodeAt(i) - 32;
    if (place < 93) bytes.push(93 * page + place);
    page = place < 93 ? 0 : place - 92;
  }
  return Uint8Array.from(bytes);
}
