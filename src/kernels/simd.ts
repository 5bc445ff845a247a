import { simdModule } from './simd-module.js';
import { SIMD_WASM } from './simd-wasm.generated.js';

const simd = simdModule(SIMD_WASM);

/** Do the SIMD kernels run here? */
export const hasSimd = simd.runs;

/** Why they do not. */
export const simdRefusal = simd.refusal;

/** Memory of at least `bytes`, and the SIMD kernels that work in it. Only where `hasSimd()`. */
export const simdKernels = simd.open;
