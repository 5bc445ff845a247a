/**
 * What `<rivulet-pane>` leaves to its page: the long tasks of its start, and the share of the main thread and the longest
 * task while it runs. Tasks below 50 ms are not long, and count as 0.
 */

/** From the first picture on: what still belongs to the start, how long the resolution has to settle, what is measured [ms]. */
const START = 1000;
const SETTLE = 10_000;
const MEASURED = 10_000;

/**
 * @param {import('playwright-core').Page} page a page of the bench's site
 * @param {string} site its address
 * @param {Record<string, string>} attributes of the element
 */
export async function measurePage(page, site, attributes) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(`${site}bench/browser/element.html?${new URLSearchParams(attributes)}`);
  await page.waitForFunction('globalThis.readyAt', null, { timeout: 60_000 });
  await page.waitForTimeout(START);
  const start = await longTasks(page);
  const ready = await page.evaluate('globalThis.readyAt');
  await page.waitForTimeout(SETTLE);
  await longTasks(page);
  const before = await look(page, session);
  await page.waitForTimeout(MEASURED);
  const after = await look(page, session);
  const running = await longTasks(page);
  const time = after.clock - before.clock;
  await session.detach();
  return {
    ready: Math.round(ready),
    startLongest: longest(start),
    startOver200: start.filter((task) => task > 200).length,
    share: round((after.busy - before.busy) / time),
    longest: longest(running),
    water: round((after.water - before.water) / time),
    canvas: after.canvas,
  };
}

/** Takes the long tasks since the last time [ms]. @param {import('playwright-core').Page} page */
async function longTasks(page) {
  return /** @type {number[]} */ (await page.evaluate('globalThis.tasks.splice(0)'));
}

/**
 * Seconds that the main thread has worked, and that have passed; the water's time; the canvas's size.
 * @param {import('playwright-core').Page} page @param {import('playwright-core').CDPSession} session
 */
async function look(page, session) {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (/** @type {string} */ name) => metrics.find((one) => one.name === name)?.value ?? 0;
  const { water, canvas } = await page.evaluate(() => {
    const { pane } = /** @type {any} */ (document.querySelector('rivulet-pane'));
    return { water: pane.frame.time, canvas: `${pane.canvas.width} x ${pane.canvas.height}` };
  });
  return { busy: metric('TaskDuration'), clock: metric('Timestamp'), water, canvas };
}

/** @param {number[]} tasks */
function longest(tasks) {
  return Math.round(Math.max(0, ...tasks));
}

/** @param {number} share */
function round(share) {
  return Math.round(100 * share) / 100;
}
