// The kernels in AssemblyScript SIMD. `../kernels.ts` is the contract and the manual, `../reference` the meaning;
// here stands only how it is done fast. Kernels are exported as the contract has them, so places come in as words of the
// imported memory; each kernel first makes byte addresses of them.
export { anchor, clear, copy } from './heights';
export { flow } from './flow';
export { drain } from './draining';
export { growIds, relabel } from './ids';
export { scan } from './contacts';
export { noteStill } from './still-bits';
export { cap, lift, stamp } from './stamps';
export { lay } from './laying';
export { erase, layBody } from './bodies';
export { stampCapsule } from './capsules';
export { regionHeight, regionMean } from './regions';
