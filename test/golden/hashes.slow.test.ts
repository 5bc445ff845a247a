/** Saved states that go on to the golden hash, and every scene with the reference kernels. */
import './hashes.test.ts';
