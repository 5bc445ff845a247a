/** `npm start [-- --port P]`: builds the package and the studio and serves the studio. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { preview } from 'vite';
import { build } from './build.mjs';
import { STUDIO_DIST } from './build-studio.mjs';
import { ROOT, run, TaskError } from './tasks.mjs';

const DEFAULT_PORT = 5173;

/** The requested port, or undefined. */
function readPort() {
  let port;
  try {
    port = parseArgs({ options: { port: { type: 'string' } } }).values.port;
  } catch (error) {
    throw new TaskError(`${error.message}. Usage: npm start -- --port 8080`);
  }
  if (port === undefined) return undefined;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    throw new TaskError(`--port must be a whole number from 0 to 65535; got ${port}.`);
  }
  return Number(port);
}

await run('start', async () => {
  const asked = readPort();
  await build({ studio: true });
  const server = await serve(asked);
  console.log(`Rivulet studio: http://localhost:${server.httpServer.address().port}/`);
});

/** A requested port is used or refused; without a request the next free port is used. */
async function serve(asked) {
  try {
    return await preview({
      root: join(ROOT, 'studio'),
      configFile: false,
      logLevel: 'warn',
      build: { outDir: join(ROOT, STUDIO_DIST) },
      preview: { host: 'localhost', port: asked ?? DEFAULT_PORT, strictPort: asked !== undefined },
    });
  } catch (error) {
    throw new TaskError(`cannot serve on port ${asked ?? DEFAULT_PORT}: ${error.message}`);
  }
}
