/**
 * Writes the goldens again: `npm run build`, then `node test/golden/record.mjs`. Every line of hashes.json and every
 * picture that changes is a change of what users see; look at them before you commit them, in a commit of their own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { encode } from 'fast-png';
import { allHashes, fileOf, PICTURES, paint } from './cases.mjs';

/** Writes a file of this folder if it is to change, and says so. */
function record(name, content) {
  const url = new URL(name, import.meta.url);
  const same = Buffer.from(content).equals(readOrNothing(url));
  if (!same) writeFileSync(url, content);
  console.log(`${same ? 'same   ' : 'written'} ${name}`);
}

function readOrNothing(url) {
  try {
    return readFileSync(url);
  } catch {
    return Buffer.alloc(0);
  }
}

record('hashes.json', `${JSON.stringify(allHashes(), null, 2)}\n`);
for (const picture of PICTURES) {
  const { data, width, height } = paint(picture);
  record(fileOf(picture), encode({ data: new Uint8Array(data.buffer), width, height, channels: 4 }));
}
