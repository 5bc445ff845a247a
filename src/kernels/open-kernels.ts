import { refuse } from '../core/errors.js';
import { heapOf, type KernelKind, type OpenKernels } from './kernels.js';
import { referenceKernels } from './reference/reference-kernels.js';
import { hasSimd, simdKernels, simdRefusal } from './simd.js';

/** Which kernels to use: `auto` takes SIMD where it runs. */
export type KernelChoice = KernelKind | 'auto';

const CHOICES: readonly KernelChoice[] = ['auto', 'simd', 'reference'];

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
