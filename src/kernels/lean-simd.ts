import { LEAN_WASM } from './lean-wasm.generated.js';
import { simdModule } from './simd-module.js';

/** The SIMD kernels of drops with bodies in two maps; `assembly/lean.ts` lists them. */
export const leanSimd = simdModule(LEAN_WASM);
