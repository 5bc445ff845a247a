/** A browser that speaks WebDriver, as far as the tests of the engines question one. */

/** What tests need of a browser. */
export interface Commands {
  navigate: { url: string };
  /** Runs `script` as a function that returns its result by its last argument. */
  execute: { script: string; args: unknown[] };
  resize: { width: number; height: number };
  act: { actions: object[] };
  /** A PNG of what is seen of the page, as base64. */
  screenshot: Record<never, never>;
}

/** How a command gets to the browser and its answer back. */
export interface Wire {
  send<Name extends keyof Commands>(command: Name, parameters: Commands[Name]): Promise<unknown>;
  close(): Promise<void>;
}

/** How long a script may take [ms]: a guard against what hangs. */
export const SCRIPT_TIMEOUT = 600_000;

/** A place in the page [px]. */
export type Place = readonly [x: number, y: number];

/** A page in a browser of its own. */
export class DrivenPage {
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  async goto(url: string): Promise<void> {
    await this.#wire.send('navigate', { url });
  }

  /** The value of an expression of the page, or what it promises. An error there is one here. */
  async evaluate<Value = unknown>(expression: string): Promise<Value> {
    // The page's own eval: drivers run scripts in a world beside the page's, where import() may not work.
    const script = `const [expression, done] = arguments;
      new Promise((good) => good(window.eval(expression))).then(
        (value) => done({ value }),
        (error) => done({ error: String(error) + '\\n' + error?.stack }),
      );`;
    const answer = (await this.#wire.send('execute', { script, args: [expression] })) as {
      value: Value;
      error?: string;
    };
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  }

  /** Waits until an expression of the page is true. */
  async until(condition: string, patience = 120_000): Promise<void> {
    const end = Date.now() + patience;
    while (!(await this.evaluate<boolean>(`Boolean(${condition})`))) {
      if (Date.now() > end) throw new Error(`in vain for ${patience} ms: ${condition}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** Resizes the window so that the page has this size [px]. */
  async resize(width: number, height: number): Promise<void> {
    const [frameWidth, frameHeight] = await this.evaluate<Place>(
      '[outerWidth - innerWidth, outerHeight - innerHeight]',
    );
    await this.#wire.send('resize', { width: width + frameWidth, height: height + frameHeight });
    await this.until(`innerWidth === ${width} && innerHeight === ${height}`);
  }

  /** Presses the mouse, moves it along these places and lets go. */
  async drag([first, ...rest]: readonly Place[]): Promise<void> {
    const move = ([x, y]: Place, duration: number) => ({ type: 'pointerMove', x, y, duration, origin: 'viewport' });
    const actions = [
      move(first, 0),
      { type: 'pointerDown', button: 0 },
      ...rest.map((place) => move(place, 50)),
      { type: 'pointerUp', button: 0 },
    ];
    await this.#wire.send('act', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  }

  /** A PNG of what is seen of the page. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.#wire.send('screenshot', {})) as string, 'base64');
  }

  async close(): Promise<void> {
    await this.#wire.close();
  }
}
