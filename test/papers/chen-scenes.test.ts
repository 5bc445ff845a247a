/** A short look at Chen's pane once it has filled up; the whole minute is in chen-scenes.slow.test.ts. */
import { test } from 'vitest';
import { checkChensPane, watch } from './chen-watch.ts';

test('chen-pane-500, from 20 to 35 s: 400 to 600 drops, 2 to 10 % wet, at least 20 runs a second', () => {
  checkChensPane(watch('chen-pane-500', {}, 20, 35));
});
