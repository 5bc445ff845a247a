// The kernels that the lean build calls: those for bodies (the model `rivulet`) in two maps on a pane that stands upright.
// Left out: hemispheres (stamp, cap, lay), the single map (anchor), and in `flow` water that runs sideways.
export { copy } from './heights';
export { flow } from './flow';
export { drain } from './draining';
export { growIds, relabel } from './ids';
export { scan } from './contacts';
export { lift } from './stamps';
export { erase, layBody } from './bodies';
export { stampCapsule } from './capsules';
export { regionHeight, regionMean } from './regions';
