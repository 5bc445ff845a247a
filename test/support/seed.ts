/** Random tests draw the same cases in every run, so that a failure can be seen again; RIVULET_TEST_SEED draws others. */
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.RIVULET_TEST_SEED ?? 1) });
