/** A PNG file of 2 MB whose chunks inflate to 2 GB took 4 to 6 GB of memory, as a backdrop and as a field of wind. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runCli, SMALL_PANE, useFolder } from '../cli/run-cli.js';
import { pngChunk, pngFile, pngPixels } from '../support/png.ts';

const folder = useFolder();

/** What the chunk inflates to [bytes], and the most that the program may hold at any time; it needs about 120 MB itself. */
const INFLATED = 2 ** 31;
const MOST_RESIDENT = 300 * 2 ** 20;

/** Prints the largest size of the process [kB] when it ends. */
const REPORT_PEAK = `data:text/javascript,
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS));`;

/** A zlib stream of zeros, made of one block of 32 MB again and again, so that the test stays small. */
function zeros(bytes: number): Buffer {
  const block = 2 ** 25;
  const packed = deflateRawSync(Buffer.alloc(block), { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([0x03, 0x00, 0, 0, 0, 1]); // an empty last block, and Adler-32 of so many zeros
  end.writeUInt16BE(bytes % 65521, 2);
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...Array<Buffer>(bytes / block).fill(packed), end]);
}

/** A grey picture of 2 × 1 pixels with these chunks after the header. */
const png = (...chunks: readonly Uint8Array[]) => pngFile({ width: 2, height: 1, depth: 8, colourType: 0 }, chunks);
const PIXELS = pngPixels(Uint8Array.from([0, 0, 255]));

/** Draws before this picture and blows by it; what the program said, and its peak [bytes]. */
async function use(picture: Uint8Array, words: readonly string[]) {
  expect(picture.length).toBeLessThan(3e6);
  writeFileSync(join(folder.path, 'small.png'), picture);
  const { code, stderr } = await runCli(folder.path, words, { node: ['--import', REPORT_PEAK] });
  const [, said, peak] = /^(.*)peak (\d+)$/s.exec(stderr) ?? [];
  return { code, said, peak: 1024 * Number(peak) };
}

const DRAW = ['render', 'window', ...SMALL_PANE, '--at', '0', '-o', 'a.png', '--backdrop', 'small.png'];
const BLOW = ['simulate', 'window', ...SMALL_PANE, '--seconds', '0.1', '--set', 'wind.field.file=small.png'];
const USES = [
  ['the backdrop', DRAW],
  ['the wind', BLOW],
] as const;

test.each(USES)(
  'pixels of %s are inflated as far as the header says',
  async (name, words) => {
    const { code, said, peak } = await use(png(pngChunk('IDAT', zeros(INFLATED))), words);
    const line = `${name} small.png must hold the pixels that its header says; it holds more. Save it again.`;
    expect([code, said]).toEqual([1, `rivulet: ${line}\n`]);
    expect(peak).toBeLessThan(MOST_RESIDENT);
  },
  20_000,
);

test.each(USES)(
  'a colour profile of %s is not inflated',
  async (_, words) => {
    const label = Buffer.from('x\0\0', 'latin1');
    const profile = pngChunk('iCCP', Buffer.concat([label, zeros(INFLATED)]));
    const { code, peak } = await use(png(profile, PIXELS), words);
    expect(code).toBe(0);
    expect(peak).toBeLessThan(MOST_RESIDENT);
  },
  20_000,
);
