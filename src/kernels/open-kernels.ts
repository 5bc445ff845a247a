import { refuse } from '../core/errors.js';
import { heapOf, type KernelKind, type OpenKernels } from './kernels.js';
import { referenceKernels } from './reference/reference-kernels.js';
import { simdModule } from './simd-module.js';
import { SIMD_WASM } from './simd-wasm.generated.js';

/** Which kernels to use: `auto` takes SIMD where it runs. */
export type KernelChoice = KernelKind | 'auto';

const CHOICES: readonly KernelChoice[] = ['auto', 'simd', 'reference'];

const simd = simdModule(SIMD_WASM);

/** Do the SIMD kernels run here? */
export const hasSimd = simd.runs;

/** Why they do not. */
export const simdRefusal = simd.refusal;

/** Memory of at least `bytes`, and the SIMD kernels that work in it. Only where `hasSimd()`. */
export const simdKernels = simd.open;

/** The kernels of this choice; throws if there is no such choice, or if it does not run here. */
export function openKernels(choice: KernelChoice): OpenKernels {
  if (!CHOICES.includes(choice)) {
    const allowed = CHOICES.map((one) => `"${one}"`).join(', ');
    refuse('kernels', `one of ${allowed}`, choice);
  }
  if (choice === 'simd' && !hasSimd()) throw simdRefusal('Choose "reference" or "auto".');
  return choice === 'reference' || !hasSimd() ? plainMemory : simdKernels;
}

const plainMemory: OpenKernels = (bytes) => {
  const heap = heapOf(new ArrayBuffer(Math.ceil(bytes / 8) * 8));
  return { heap, kernels: referenceKernels(heap) };
};
