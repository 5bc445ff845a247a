/** Every scene with both kernels. */
import './parity.test.ts';
