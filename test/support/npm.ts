/** Runs programs the way a user would in a project of their own. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs npm in `folder` and returns what it printed. */
export async function npm(args: readonly string[], folder: string): Promise<string> {
  const path = process.env.npm_execpath;
  const flags = [...args, '--prefix', folder];
  const [program, rest] = path?.endsWith('.js') ? [process.execPath, [path, ...flags]] : ['npm', flags];
  return start(program, rest, folder);
}

/** Runs a program in `folder` and returns what it printed; a failure throws with its stderr. */
export async function start(program: string, args: readonly string[], folder: string): Promise<string> {
  // Under `npm test` npm hands its own project down in the environment; here it must find the folder's.
  const { npm_config_local_prefix: _, ...env } = process.env;
  const { stdout } = await run(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 });
  return stdout;
}
