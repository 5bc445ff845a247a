/** Browsers whose engine is not Chromium's, and a server of static files, for `test/engines`. */
import { afterAll, beforeAll, describe } from 'vitest';
import { ENGINES, type EngineName, lacksOf } from '../../scripts/engines.mjs';
import { type ServedPages, type StaticServer, serveFolder } from './browser.ts';
import { openFirefox } from './firefox.ts';
import { DrivenPage } from './webdriver.ts';
import { openWebkit } from './webkit.ts';

const OPENERS = { Firefox: openFirefox, WebKit: openWebkit };

/** Collects what a page and its panes complain of, in `window.complaints`. */
const WATCH = `<script>
  window.complaints = [];
  for (const kind of ['error', 'warn']) {
    const say = console[kind];
    console[kind] = (...words) => { window.complaints.push(words.join(' ')); say.apply(console, words); };
  }
  addEventListener('error', ({ message, detail, target }) => {
    window.complaints.push(message ?? detail?.error.message ?? 'not loaded: ' + target.outerHTML);
  }, true);
  addEventListener('unhandledrejection', (event) => window.complaints.push(String(event.reason)));
</script>`;

/** What Firefox writes of a page that never reaches the page itself, as about WebGL; but not that a pane gave its context back. */
const REMARK = /^JavaScript (warning|error): http(?!.*WebGL context was lost)/;

/** A folder on a server, and a browser with one page to look at it. */
export interface EngineSite {
  readonly page: DrivenPage;
  /** Opens a page of the server; returns a function that lists its errors so far. */
  visit(path: string): Promise<() => Promise<string[]>>;
}

/** A block of tests for each engine that runs here; for the others the reason is printed. */
export function describeEngines(folder: string, served: ServedPages, tests: (site: EngineSite) => void): void {
  for (const name of Object.keys(ENGINES) as EngineName[]) {
    const lacks = lacksOf(name);
    if (lacks.length > 0) {
      const remedy = `Debian: apt install ${ENGINES[name].packages.join(' ')}`;
      console.warn(`${name} is left out: ${lacks.join(' and ')} not on the PATH (${remedy}).`);
    }
    describe.skipIf(lacks.length > 0)(`in ${name}`, () => tests(siteIn(name, folder, served)));
  }
}

/** Serves `folder` to an engine from before the first test of a block to after its last. */
function siteIn(name: EngineName, folder: string, served: ServedPages): EngineSite {
  const lines: string[] = [];
  let page: DrivenPage;
  let server: StaticServer;
  beforeAll(async () => {
    server = await serveFolder(folder, { ...served, head: WATCH + (served.head ?? '') });
    page = new DrivenPage(await OPENERS[name]((line) => void lines.push(line)));
    // Not the browser's own first page, which runs no scripts of others.
    await page.goto('about:blank');
    await page.resize(1280, 800);
  });
  afterAll(async () => {
    await page?.close();
    await server?.close();
  });
  const visit = async (path: string) => {
    lines.length = 0;
    await page.goto(server.url + path);
    return async () => [
      ...(await page.evaluate<string[]>('window.complaints')),
      ...lines.filter((line) => REMARK.test(line)),
    ];
  };
  return {
    get page() {
      return page;
    },
    visit,
  };
}
