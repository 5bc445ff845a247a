/** The start of a pane lets the page act between its parts, and gives the picture that it gives in one go. */
import { expect, test } from 'vitest';
import { BROWSER_DIST, openElement } from '../browser/element-page.ts';
import { siteOf } from '../support/browser.ts';

const site = siteOf(BROWSER_DIST);

/** Notes in which task programs are requested, textures are sent, and drops are drawn first. */
const WATCH = `
  window.task = 0;
  (function next() { window.task += 1; const { port1, port2 } = new MessageChannel(); port1.onmessage = next; port2.postMessage(0); })();
  window.noted = {};
  const note = (name) => { (window.noted[name] ??= []).push(window.task); };
  const proto = WebGL2RenderingContext.prototype;
  const query = proto.getProgramParameter;
  proto.getProgramParameter = function (program, what) {
    if (what === this.LINK_STATUS) note('programs');
    return query.call(this, program, what);
  };
  const send = proto.texSubImage2D;
  proto.texSubImage2D = function (...given) { if (given[6] === this.RGB) note('textures'); return send.apply(this, given); };
  const show = proto.drawArrays;
  proto.drawArrays = function (...given) {
    note(this.getParameter(this.FRAMEBUFFER_BINDING) ? 'hidden' : 'shown');
    return show.apply(this, given);
  };`;

test('programs, textures, the first picture and showing it are tasks of their own', async () => {
  // Painted, so that there are large textures.
  const body = '<rivulet-pane style="width: 600px; height: 400px"></rivulet-pane>';
  const { page, close } = await openElement(site, body, { before: WATCH });
  const noted = (await page.evaluate('window.noted')) as Record<'programs' | 'textures' | 'hidden' | 'shown', number[]>;
  const tasks = (list: number[]) => new Set(list).size;
  expect(tasks(noted.programs)).toBeGreaterThan(1);
  expect(tasks(noted.textures)).toBeGreaterThan(1);
  expect(Math.max(...noted.programs)).toBeLessThan(noted.hidden[0]);
  // Nothing is put on the canvas before the graphics card is done with the picture.
  expect(noted.shown[0]).toBeGreaterThan(noted.hidden[0]);
  await close();
});
