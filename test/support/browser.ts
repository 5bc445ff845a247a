/** A headless Chromium and a server of static files, for the tests that look from inside a browser. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findChromium, findSoftwareVulkan } from '../../scripts/chromium.mjs';

/**
 * What Chromium leaves out. The popups of the address bar, which no one sees, are pages of their own and cost a second of
 * the processor for every context. The others are those of Playwright 1.65: only the last list that is given counts.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Flags for a browser that starts quietly, in a container as well; WebGL2 runs in software. */
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${LEFT_OUT.join(',')}`,
];

/** The window of a page that wishes for no other [px]. */
const VIEWPORT = { width: 1280, height: 800 };

/** How long a page may keep one waiting where others work beside it [ms]. */
const PATIENCE = 60_000;

/** What Chromium says of itself when it draws without a graphics card. */
const SOFTWARE_DRAWING = /GL Driver Message \(OpenGL, Performance/;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** A server that runs until `close`. */
export interface StaticServer {
  /** Its address, with a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** A folder on a server, and a browser to look at it. */
export interface Site {
  readonly browser: Browser;
  /** Where pages are opened that wish for nothing: in a process that runs already, and so in half the time. */
  readonly context: BrowserContext;
  /** The server's address, with a slash at the end. */
  readonly url: string;
}

/** Serves `folder` to a browser from before the first test of a file, or of a block, to after its last. */
export function siteOf(folder: string, served: ServedPages = {}): Site {
  let browser: Browser;
  let context: BrowserContext;
  let server: StaticServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), serveFolder(folder, served)]);
    context = await browser.newContext({ viewport: VIEWPORT });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get browser() {
      return browser;
    },
    get context() {
      return context;
    },
    get url() {
      return server.url;
    },
  };
}

/** A page, and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the console, and uncaught errors. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Opens an empty page of 1280 × 800 in a context of its own. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options });
  return watch(await context.newPage(), () => context.close());
}

/** Opens an empty page of a site, with `options` in a context of its own. */
export async function openPageOf(site: Site, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  if (Object.keys(options).length > 0) return openPage(site.browser, options);
  const page = await site.context.newPage();
  return watch(page, () => page.close());
}

function watch(page: Page, close: () => Promise<void>): WatchedPage {
  page.setDefaultTimeout(PATIENCE);
  return { page, complaints: complaintsOf(page), close };
}

/** Collects what a page complains of from now on, but for what `isRemark` matches. */
export function complaintsOf(page: Page, isRemark = SOFTWARE_DRAWING): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (isRemark.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Starts Chromium: the one of CHROMIUM_PATH, or the first on the PATH. `flags` are added to the usual ones. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium: install it or set CHROMIUM_PATH.');
  const driver = findSoftwareVulkan();
  if (!driver) return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
  return chromium.launch({
    executablePath,
    env: { ...process.env, VK_DRIVER_FILES: driver } as Record<string, string>,
    args: [...FLAGS, '--ignore-gpu-blocklist', ...flags],
  });
}

/** What is served besides a folder's files. */
export interface ServedPages {
  /** Pages of the test's own, by path. */
  readonly pages?: Readonly<Record<string, string>>;
  /** What stands first in every page: for browsers that cannot run a script before all others. */
  readonly head?: string;
  /** The path at which the same files are served once more, with a slash at the end: where a project has the package. */
  readonly alias?: string;
}

/** Serves the files below `folder` on a free port of this machine. */
export async function serveFolder(
  folder: string,
  { pages = {}, head = '', alias = '/' }: ServedPages = {},
): Promise<StaticServer> {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const page = pages[pathname];
    if (page !== undefined) sendPage(page, head, response);
    else {
      const path = pathname.startsWith(alias) ? pathname.slice(alias.length) : pathname;
      void sendFile(resolve(join(root, decodeURIComponent(path))), root, head, response);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/`, close };
}

/** Sends a file, or a folder's index.html; nothing outside `root`. */
async function sendFile(path: string, root: string, head: string, response: ServerResponse): Promise<void> {
  const inside = path === root || path.startsWith(root + sep);
  const found = inside ? await stat(path).catch(() => undefined) : undefined;
  if (found?.isDirectory()) return sendFile(join(path, 'index.html'), root, head, response);
  if (!found) {
    response.writeHead(404).end();
    return;
  }
  if (head && extname(path) === '.html') return sendPage(await readFile(path, 'utf8'), head, response);
  response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
  createReadStream(path).pipe(response);
}

function sendPage(page: string, head: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': TYPES['.html'] });
  response.end(page.replace(/<head>/, (tag) => tag + head));
}
