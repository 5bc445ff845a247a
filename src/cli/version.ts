import { readFileSync } from 'node:fs';

/** The version of the package this file belongs to; sources and build are equally deep in it. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
