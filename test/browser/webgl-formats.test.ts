/** Where a GPU lacks 32-bit float targets, or cannot filter them, half floats show the same; without any the error names the reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWebglPage, type WebglPage } from './webgl-page.ts';

let opened: WebglPage;
beforeAll(async () => {
  opened = await openWebglPage();
  await opened.page.evaluate(`(() => {
    const { getExtension } = WebGL2RenderingContext.prototype;
    lib.hidden = [];
    WebGL2RenderingContext.prototype.getExtension = function (name) { return lib.hidden.includes(name) ? null : getExtension.call(this, name); };
    const backdrops = {};
    lib.film = (scene, kind, camera) => {
      const simulation = lib.createSimulation(scene);
      simulation.advance(4);
      const renderer = lib.createPaneRenderer(lib.makeCanvas(), { pixelRatio: 1, camera });
      renderer.resize(400, 260);
      renderer.setBackdrop((backdrops[kind] ??= lib.createBackdrop({ kind, resolution: 256 })));
      renderer.draw(simulation.frame());
      simulation.advance(0.1);
      renderer.draw(simulation.frame());
      const shot = renderer.readPixels();
      renderer.dispose();
      return shot;
    };
    /** The same with nothing hidden: one for all that it is compared with. */
    const wholes = {};
    lib.whole = (...given) => {
      lib.hidden = [];
      return (wholes[JSON.stringify(given)] ??= lib.film(...given));
    };
  })()`);
});
afterAll(() => opened?.close());

const WHOLE = 'EXT_color_buffer_float';
const HALF = 'EXT_color_buffer_half_float';
const FILTERED = 'OES_texture_float_linear';

/** A picture: scene, backdrop, camera. */
const PICTURES = {
  'a window by day': ['window', 'street', {}],
  'a window at night, with glow': ['window', 'night', { glow: 0.5 }],
  'focused on the street': ['window', 'garden', { focus: 'street' }],
  fog: ['window-fog', 'street', {}],
} as const;

describe.each([[[WHOLE]], [[FILTERED]], [[WHOLE, FILTERED]]])('without %s', (hidden) => {
  test.each(Object.entries(PICTURES))('%s looks the same', async (_, [scene, kind, camera]) => {
    const difference = await opened.page.evaluate(
      ({ scene, kind, camera, hidden }) => {
        // biome-ignore lint/suspicious/noExplicitAny: the page's own library, without types there.
        const { lib } = window as any;
        const whole = lib.whole(scene, kind, camera);
        lib.hidden = hidden;
        return lib.differ(whole, lib.film(scene, kind, camera));
      },
      { scene, kind, camera, hidden },
    );
    expect(difference.mean).toBeLessThan(0.1);
    expect(difference.outside).toBeLessThan(0.001);
  });
});

test('without any float targets the error names the reason in one line', async () => {
  const said = await opened.page.evaluate(`(() => {
    lib.hidden = ['${WHOLE}', '${HALF}'];
    try { lib.createPaneRenderer(lib.makeCanvas()); } catch (error) { return error.name + ': ' + error.message; }
  })()`);
  expect(said).toMatch(
    /^RivuletError: canvas has a WebGL2 without float targets .* or draw with renderBeauty of rivulet\/offline\.$/,
  );
});

test('the console stayed silent', () => {
  expect(opened.said).toEqual([]);
});
