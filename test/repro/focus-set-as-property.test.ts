/** React, Preact, Vue and Svelte set `focus="glass"` as a property, which overwrote the method `focus()`. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openPageOf, siteOf } from '../support/browser.ts';

const site = siteOf(fileURLToPath(new URL('../../dist/browser', import.meta.url)));

test.each(['before', 'after'])(
  'focus that is set %s the element is known becomes the attribute, and stays a method',
  async (when) => {
    const { page, close } = await openPageOf(site);
    try {
      await page.goto(`${site.url}beads.js`);
      const seen = await page.evaluate(`(async () => {
      const load = () => import('/beads.js');
      if (${when === 'after'}) await load();
      const pane = document.createElement('rivulet-pane');
      pane.focus = 'glass';
      if (${when === 'before'}) await load();
      customElements.upgrade(pane);
      pane.tabIndex = 0;
      document.documentElement.append(pane);
      pane.focus();
      return [pane.getAttribute('focus'), pane.focusOn, document.activeElement === pane];
    })()`);
      expect(seen).toEqual(['glass', 'glass', true]);
    } finally {
      await close();
    }
  },
);
