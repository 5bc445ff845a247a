import type { Heap, Kernels } from '../kernels.js';
import { erase, layBody } from './bodies.js';
import { stampCapsule } from './capsules.js';
import { noteStill, scan } from './contacts.js';
import { drain } from './draining.js';
import { flow } from './flow.js';
import { anchor, clear, copy } from './heights.js';
import { growIds, relabel } from './ids.js';
import { regionHeight, regionMean } from './regions.js';
import { cap, lay, lift, stamp } from './stamps.js';
import { moveWater, settleWater } from './water-texture.js';

/** The kernels in plain TypeScript on the given heap: the definition of what kernels do, and what runs without SIMD. */
export function referenceKernels(heap: Heap): Kernels {
  return {
    kind: 'reference',
    copy: copy.bind(null, heap),
    clear: clear.bind(null, heap),
    growIds: growIds.bind(null, heap),
    flow: flow.bind(null, heap),
    drain: drain.bind(null, heap),
    scan: scan.bind(null, heap),
    noteStill: noteStill.bind(null, heap),
    relabel: relabel.bind(null, heap),
    anchor: anchor.bind(null, heap),
    stamp: stamp.bind(null, heap),
    cap: cap.bind(null, heap),
    stampCapsule: stampCapsule.bind(null, heap),
    layBody: layBody.bind(null, heap),
    erase: erase.bind(null, heap),
    lay: lay.bind(null, heap),
    lift: lift.bind(null, heap),
    regionHeight: regionHeight.bind(null, heap),
    regionMean: regionMean.bind(null, heap),
    moveWater: moveWater.bind(null, heap),
    settleWater: settleWater.bind(null, heap),
  };
}
