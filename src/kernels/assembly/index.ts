// The kernels in AssemblyScript SIMD. `../kernels.ts` is the contract, `../reference` the definition; here is only how it is
// done fast. Charts, maps and lists come in as word indices of the imported memory; each kernel first makes byte addresses.
export { anchor, clear, copy } from './heights';
export { flow } from './flow';
export { drain } from './draining';
export { growIds, relabel } from './ids';
export { scan } from './contacts';
export { noteStill } from './cell-bits';
export { cap, lift, stamp } from './stamps';
export { lay } from './laying';
export { erase, layBody } from './bodies';
export { stampCapsule } from './capsules';
export { regionHeight, regionMean } from './regions';
export { moveWater, settleWater } from './water-texture';
