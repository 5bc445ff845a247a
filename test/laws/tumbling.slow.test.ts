/** A box that tumbles in the rain for a minute. */
import { describe, test } from 'vitest';
import { MAPPED } from '../support/models.ts';
import { tumble } from '../support/tumbling.ts';

describe.each(MAPPED)('%s', (model) => {
  test('keeps its books on a box that tumbles for 60 s', { timeout: 600_000 }, () => {
    tumble(model, 'box', 12_000);
  });
});
