import { RivuletError } from '../core/errors.js';
import { heapOf, type Kernels, type OpenKernels } from './kernels.js';

/** Kernels that are compiled to WebAssembly. */
export interface SimdModule {
  /** False where WebAssembly or its SIMD is missing or forbidden. */
  runs(): boolean;
  /** Why it does not run here. `remedy` ends the line where WebAssembly SIMD is missing. */
  refusal(remedy: string): RivuletError;
  /** Only where it runs. */
  readonly open: OpenKernels;
}

/** The kernels in these bytes. Compiled code is no state: one copy serves every simulation. */
export function simdModule(wasm: WasmText): SimdModule {
  let compiled: WebAssembly.Module | null | undefined;
  const compile = (): WebAssembly.Module | null => {
    if (compiled !== undefined) return compiled;
    try {
      compiled = new WebAssembly.Module(bytesOf(wasm));
    } catch {
      compiled = null;
    }
    return compiled;
  };
  return {
    runs: () => compile() !== null,
    refusal: (remedy) => {
      // A policy forbids compiling, but not validating.
      const isForbidden = typeof WebAssembly !== 'undefined' && WebAssembly.validate(bytesOf(wasm));
      const reason = isForbidden
        ? "the Content-Security-Policy forbids WebAssembly. Add 'wasm-unsafe-eval' to script-src."
        : `WebAssembly SIMD does not run here. ${remedy}`;
      return new RivuletError(`kernels: ${reason}`, 'kernels');
    },
    open: (bytes) => {
      const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) });
      const instance = new WebAssembly.Instance(compile() as WebAssembly.Module, { env: { memory } });
      return {
        heap: heapOf(memory.buffer as ArrayBuffer),
        kernels: { kind: 'simd', ...(instance.exports as unknown as Omit<Kernels, 'kind'>) },
      };
    },
  };
}

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
