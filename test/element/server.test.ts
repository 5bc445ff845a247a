/** On a server, where there are no elements: the imports work and do nothing. */
import { expect, test } from 'vitest';

test('rivulet/element can be imported, and defines nothing', async () => {
  expect('HTMLElement' in globalThis).toBe(false);
  const { defineRivuletPane, mountPane } = await import('rivulet/element');
  expect(() => defineRivuletPane(mountPane)).not.toThrow();
  expect('customElements' in globalThis).toBe(false);
});

test('mountPane says that it needs a page', async () => {
  const { mountPane } = await import('rivulet/element');
  await expect(mountPane('#hero')).rejects.toThrow('mountPane needs a page: call it in a browser.');
});

test('the files for plain pages can be imported', async () => {
  const whole = await import('rivulet/browser/element');
  const lean = await import('rivulet/browser/lean');
  const beads = await import('rivulet/browser/beads');
  const found = [whole.mountPane, lean.mountPane, beads.mountPane];
  expect(found.map((one) => typeof one)).toEqual(['function', 'function', 'function']);
});
