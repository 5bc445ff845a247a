// The kernels in AssemblyScript SIMD. `../kernels.ts` is the contract and the manual, `../reference` the meaning;
// here stands only how it is done fast. Maps are byte addresses of cell (0, 0) in the imported memory.
export { anchor, clear, copy, erode, smooth } from './heights';
export { settle, spread } from './flow';
export { drain } from './draining';
export { growIds, relabel } from './ids';
export { scan } from './contacts';
export { cap, lift, stamp } from './stamps';
export { lay } from './laying';
export { capBody, erase, stampBody } from './bodies';
export { regionHeight, regionMean } from './regions';
