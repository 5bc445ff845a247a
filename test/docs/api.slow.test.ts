/** docs/api/ is what `npm run api` writes. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeApi } from '../../scripts/api.mjs';
import { readPage } from './read-page.ts';

test('the pages are as they are written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-api-'));
  try {
    writeApi(folder);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    expect(names).toHaveLength(8);
    for (const name of names) expect(readPage(`docs/api/${name}`), name).toBe(readFileSync(join(folder, name), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
