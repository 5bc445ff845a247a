/** WebKit (GTK's) by WebKitWebDriver: WebDriver over HTTP. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { endProcess, retry, startOnScreen } from './processes.ts';
import { type Commands, SCRIPT_TIMEOUT, type Wire } from './webdriver.ts';

const PATHS: Record<keyof Commands, string> = {
  navigate: 'url',
  execute: 'execute/async',
  resize: 'window/rect',
  act: 'actions',
  screenshot: 'screenshot',
};

/** Its sandbox needs rights that root in a container does not have; the pages are our own. */
const ENVIRONMENT = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };

/** Starts the driver, which starts its browser. `say` gets every line that they write. */
export async function openWebkit(say: (line: string) => void): Promise<Wire> {
  const port = await freePort();
  const processes = await startOnScreen('WebKitWebDriver', [`--port=${port}`], ENVIRONMENT, say);
  const driver = `http://127.0.0.1:${port}`;
  await retry(() => fetch(`${driver}/status`));
  const alwaysMatch = { timeouts: { script: SCRIPT_TIMEOUT } };
  const { sessionId } = (await ask('POST', `${driver}/session`, { capabilities: { alwaysMatch } })) as {
    sessionId: string;
  };
  const session = `${driver}/session/${sessionId}`;
  return {
    send: (command, parameters) =>
      command === 'screenshot'
        ? ask('GET', `${session}/${PATHS[command]}`)
        : ask('POST', `${session}/${PATHS[command]}`, parameters),
    close: async () => {
      await ask('DELETE', session);
      await Promise.all(processes.map(endProcess));
    },
  };
}

async function ask(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error((value as { message: string }).message);
  return value;
}

/** A port that was free just now: the driver does not choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
