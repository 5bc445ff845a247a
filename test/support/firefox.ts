/**
 * Firefox by Marionette, the protocol that it speaks itself: WebDriver's commands as JSON over a socket. Plain Node does;
 * WebDriver BiDi would need a package for its WebSocket, and geckodriver is a program that Debian does not have.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../scripts/programs.mjs';
import { endProcess, retry, startOnScreen } from './processes.ts';
import { type Commands, SCRIPT_TIMEOUT, type Wire } from './webdriver.ts';

const NAMES: Record<keyof Commands, string> = {
  navigate: 'WebDriver:Navigate',
  execute: 'WebDriver:ExecuteAsyncScript',
  resize: 'WebDriver:SetWindowRect',
  act: 'WebDriver:PerformActions',
  screenshot: 'WebDriver:TakeScreenshot',
};

/** Any free port, which is then written into the profile; nothing is fetched from anywhere. */
const PREFERENCES = `
  user_pref("marionette.port", 0);
  user_pref("services.settings.server", "data:,");
  user_pref("network.proxy.type", 0);
`;

/** Starts Firefox with a profile of its own. `say` gets every line that it writes. */
export async function openFirefox(say: (line: string) => void): Promise<Wire> {
  const profile = await mkdtemp(join(tmpdir(), 'rivulet-firefox-'));
  await writeFile(join(profile, 'user.js'), PREFERENCES);
  const program = findProgram('firefox-esr', 'firefox') ?? 'firefox';
  const processes = await startOnScreen(program, ['--marionette', '--no-remote', '--profile', profile], {}, say);
  const port = await retry(async () => Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8')));
  const marionette = new Marionette(connect(port, '127.0.0.1'));
  await marionette.send('WebDriver:NewSession', { timeouts: { script: SCRIPT_TIMEOUT } });
  return {
    send: (command, parameters) =>
      marionette.send(NAMES[command], command === 'screenshot' ? { full: false } : parameters),
    close: async () => {
      await marionette.send('Marionette:Quit', { flags: ['eForceQuit'] });
      await Promise.all(processes.map(endProcess));
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Messages are `length:JSON`; a command is [0, id, name, parameters], its answer [1, id, error, result]. */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (error: { message: string } | null, result: unknown) => void>();
  #received = Buffer.alloc(0);
  #commands = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => this.#take(data));
    socket.on('error', (error) => this.#giveUp(error));
    socket.on('close', () => this.#giveUp(new Error('Firefox is gone.')));
  }

  send(name: string, parameters: object): Promise<unknown> {
    return new Promise((done, fail) => {
      const id = ++this.#commands;
      this.#waiting.set(id, (error, result) => (error ? fail(new Error(error.message)) : done(unwrap(result))));
      const message = JSON.stringify([0, id, name, parameters]);
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  #take(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const start = this.#received.indexOf(':') + 1;
      const end = start + Number(this.#received.subarray(0, Math.max(0, start - 1)));
      if (start === 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString('utf8', start, end));
      this.#received = this.#received.subarray(end);
      // The greeting is no list.
      if (Array.isArray(message)) this.#answer(message[1], message[2], message[3]);
    }
  }

  #answer(id: number, error: { message: string } | null, result: unknown): void {
    this.#waiting.get(id)?.(error, result);
    this.#waiting.delete(id);
  }

  #giveUp(error: Error): void {
    for (const id of [...this.#waiting.keys()]) this.#answer(id, error, null);
  }
}

/** Answers that are one value come in an object. */
function unwrap(result: unknown): unknown {
  return result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
}
