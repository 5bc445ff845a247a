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

test('rivulet/element/lean and the files for plain pages can be imported', async () => {
  const lean = await import('rivulet/element/lean');
  const whole = await import('rivulet/browser/element');
  const least = await import('rivulet/browser/lean');
  const found = [lean.paneMounter, whole.mountPane, least.mountPane];
  expect(found.map((one) => typeof one)).toEqual(['function', 'function', 'function']);
});
