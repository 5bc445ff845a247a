/** A page with three and `rivulet/three`, for each version of three that is tested. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { complaintsOf, launchBrowser, serveFolder } from '../support/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The oldest three that the package allows, and the newest. */
export const VERSIONS = { 'three 0.163': 'three-oldest', 'three 0.187': 'three' } as const;

export interface ThreePage {
  readonly page: Page;
  /** Warnings and errors of the console. */
  readonly said: string[];
  close(): Promise<void>;
}

/** Opens a page that has `THREE`, `rivulet` (the library), `wet` (rivulet/three), `createSimulationClient` and `ChartWater`. */
export async function openThreePage(folder: string): Promise<ThreePage> {
  const three = `/node_modules/${folder}/build/three.module.js`;
  const map = JSON.stringify({ imports: { three, valibot: '/node_modules/valibot/dist/index.mjs' } });
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${map}</script>
<body style="margin:0"><script type="module">
import * as THREE from 'three';
import * as rivulet from '/dist/browser/rivulet.js';
import * as wet from '/dist/three/entry.js';
import { createSimulationClient } from '/dist/worker/index.js';
import { ChartWater } from '/dist/render/water/water-map.js';
Object.assign(window, { THREE, rivulet, wet, createSimulationClient, ChartWater, isReady: true });
</script>`;
  const [browser, server] = await Promise.all([launchBrowser(), serveFolder(ROOT, { pages: { '/three': html } })]);
  const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
  // The driver remarks on readPixels, which only tests call.
  const said = complaintsOf(page, /GL Driver Message|ReadPixels/);
  await page.goto(`${server.url}three`);
  await page.waitForFunction('window.isReady');
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { page, said, close };
}
