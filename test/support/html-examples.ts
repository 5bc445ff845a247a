/** The HTML examples of README.md, docs/ and examples/, as printed, and stand-ins for the files that they name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import type { Page } from 'playwright-core';
import { RECORD_VIDEO } from '../browser/video.ts';

export interface HtmlExample {
  /** Where it is printed: `README.md:24`, `examples/one-line.html`. */
  readonly title: string;
  /** Where a page of a project has it: at the root, or where the file is. */
  readonly path: string;
  readonly html: string;
}

/** A fenced block of HTML, indented or not. Framework code has fences of its own: jsx, vue, svelte. */
const FENCE = /^( *)```html\n([\s\S]*?)^\1```$/gm;

/** A page whose script only a bundler makes; test/package builds those. */
const BUNDLED = /<script[^>]* src="\/src\//;

/** All examples below the root of the repository. */
export function htmlExamples(root: string): HtmlExample[] {
  const files = (folder: string, ending: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  return [
    ...['README.md', ...files('docs', '.md')]
      .flatMap((name) => printedIn(name, read(name)))
      .filter(({ html }) => !BUNDLED.test(html)),
    ...files('examples', '.html').map((name) => ({ title: name, path: name, html: read(name) })),
  ];
}

function printedIn(page: string, text: string): HtmlExample[] {
  return [...text.matchAll(FENCE)].map(({ index, 1: indent, 2: html }) => {
    const line = text.slice(0, index).split('\n').length;
    const name = page.replace(/\.md$/, '').replaceAll('/', '-');
    return {
      title: `${page}:${line}`,
      path: `${name}-${line}.html`,
      html: html.replace(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

/** Does an example show a pane, or is it about numbers only? */
export function hasPane({ html }: HtmlExample): boolean {
  return /<rivulet-pane|mountPane/.test(html);
}

const PICTURE = /\.(jpe?g|png|webp|avif|gif)([?#]|$)/i;
const VIDEO = /\.(mp4|m4v|mov|webm|ogv)([?#]|$)/i;
/** The package on a server of packages, as in https://…/rivulet@1/dist/browser/element.js. */
const PACKAGE = /^https:\/\/[^/]+\/(?:.*\/)?rivulet(?:@[^/]*)?\/(dist\/.+)$/;
/** three on a server of packages, as import maps name it. */
const THREE = /^https:\/\/[^/]+\/npm\/three@[^/]+\/(build\/.+)$/;

/** Answers what the examples ask for besides their own pages: pictures, videos, the icon, and the package elsewhere. */
export async function addStandIns(page: Page, root: string): Promise<void> {
  await page.route(/\/favicon\.ico$/, (route) => route.fulfill({ status: 204 }));
  await page.route(PICTURE, (route) => route.fulfill({ contentType: 'image/png', body: picture() }));
  await page.route(VIDEO, async (route) => route.fulfill({ contentType: 'video/webm', body: await video(page) }));
  const sendFrom = (folder: string, address: RegExp) =>
    page.route(address, (route) => {
      const [, file] = address.exec(route.request().url()) ?? [];
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
      return route.fulfill({ headers, body: readFileSync(join(folder, file)) });
    });
  await sendFrom(root, PACKAGE);
  await sendFrom(join(root, 'node_modules/three'), THREE);
}

/** Light stripes that grow brighter downwards. */
function picture(): Buffer {
  const [width, height] = [96, 64];
  const data = new Uint8Array(3 * width * height);
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    data[at] = (Math.floor(x / 12) % 2 ? 90 : 170) + y + 10 * (at % 3);
  }
  return Buffer.from(encode({ width, height, data, channels: 3, depth: 8 }));
}

/** Made on a page of its own: an example's page is busy waiting for it. */
async function video(page: Page): Promise<Buffer> {
  const studio = await page.context().newPage();
  const bytes = await studio.evaluate(
    `(async () => [...new Uint8Array(await (await ${RECORD_VIDEO}).arrayBuffer())])()`,
  );
  await studio.close();
  return Buffer.from(bytes as number[]);
}
