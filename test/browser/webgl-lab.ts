/** A page with a window in the rain and a garden to draw before, for tests of the renderer's life. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openWebglPage, type WebglPage } from './webgl-page.ts';

export interface WebglLab {
  readonly page: Page;
  /** What its console has said. */
  readonly said: readonly string[];
  /** Runs the body of an async function in the page, where `lib` has what it needs. */
  run(script: string): Promise<unknown>;
}

/** Opens the page before the first test of a file and closes it after its last; each begins with an empty body. */
export function webglLab(): WebglLab {
  let opened: WebglPage;
  beforeAll(async () => {
    opened = await openWebglPage();
    await opened.page.evaluate(`(() => {
      const simulation = lib.createSimulation('window', { fine: { density: 1.6 } });
      simulation.advance(4);
      lib.simulation = simulation;
      lib.backdrop = lib.createBackdrop({ kind: 'garden', resolution: 256 });
      lib.make = (options, canvas = lib.makeCanvas()) => lib.createPaneRenderer(canvas, { pixelRatio: 1, ...options });
      /** Mean brightness of a picture, and of its alpha. */
      lib.mean = ({ data }) => { let s = 0, a = 0; for (let p = 0; p < data.length; p += 4) { s += data[p] + data[p + 1] + data[p + 2]; a += data[p + 3]; } return [(4 * s) / (3 * data.length), (4 * a) / data.length]; };
      lib.said = async (make) => { try { await make(); } catch (error) { return error.name + ': ' + error.message; } return 'nothing'; };
    })()`);
  });
  afterAll(() => opened?.close());
  beforeEach(() => opened.page.evaluate('document.body.replaceChildren()'));
  return {
    get page() {
      return opened.page;
    },
    get said() {
      return opened.said;
    },
    run: (script) => opened.page.evaluate(`(async () => {${script}})()`),
  };
}

/** What `makeAndDispose` finds where nothing leaks. The witness is the oldest: a browser out of contexts would take it. */
export const NOTHING_LEFT = { left: 0, made: true, witness: false };

/** Makes renderers of all kinds one after another, and counts what they leave behind beside one that lives on. */
export function makeAndDispose({ run }: WebglLab, count: number): Promise<unknown> {
  return run(`
    let alive = 0;
    for (const kind of ['Texture', 'Framebuffer', 'Renderbuffer', 'Buffer', 'Program', 'Shader', 'VertexArray']) {
      const { ['create' + kind]: create, ['delete' + kind]: remove } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype['create' + kind] = function (...given) { alive++; return create.apply(this, given); };
      WebGL2RenderingContext.prototype['delete' + kind] = function (thing) { if (thing) alive--; return remove.call(this, thing); };
    }
    const witness = lib.make();
    witness.resize(64, 36);
    witness.draw(lib.simulation.frame());
    const kept = alive;
    let most = 0;
    for (let n = 0; n < ${count}; n++) {
      const renderer = lib.make({ transparent: n % 2 === 0, camera: { focus: n % 5 ? 'glass' : 'street', exposure: 1 } });
      renderer.resize(64 + n, 36);
      renderer.setBackdrop(lib.backdrop);
      renderer.draw(lib.simulation.frame());
      most = Math.max(most, alive);
      renderer.dispose();
      renderer.dispose();
      document.body.lastChild.remove();
    }
    await new Promise((done) => setTimeout(done, 50));
    const result = { left: alive - kept, made: most > kept + 20, witness: witness.lost };
    witness.dispose();
    return result;`);
}
