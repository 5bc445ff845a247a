/** A box and a closed cylinder that tumble in the rain: no water is lost at seams, on undersides, in the air or on landing. */
import { describe, test } from 'vitest';
import { MAPPED } from '../support/models.ts';
import { TUMBLING, tumble } from '../support/tumbling.ts';

describe.each(MAPPED)('%s', (model) => {
  test.each(Object.keys(TUMBLING))(
    'keeps its books on a tumbling %s, with either kernels, saved and loaded or not',
    (surface) => {
      tumble(model, surface, 600);
    },
  );
});
