import { heapOf, type Kernels, type OpenKernels } from './kernels.js';

/** Kernels that are compiled to WebAssembly. */
export interface SimdModule {
  /** False where WebAssembly or its SIMD is missing or forbidden. */
  runs(): boolean;
  /** Only where it runs. */
  readonly open: OpenKernels;
}

/** The kernels in these bytes, given as hexadecimal digits. Compiled code is no state: one copy serves every simulation. */
export function simdModule(hex: string): SimdModule {
  let compiled: WebAssembly.Module | null | undefined;
  const compile = (): WebAssembly.Module | null => {
    if (compiled !== undefined) return compiled;
    try {
      const bytes = new Uint8Array(hex.length / 2);
      for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
      compiled = new WebAssembly.Module(bytes);
    } catch {
      compiled = null;
    }
    return compiled;
  };
  return {
    runs: () => compile() !== null,
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
