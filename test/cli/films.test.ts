/** Films as files, pictures of 16 bits, with alpha and in linear light; runs that are ended and go on. */
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { callMain, list, runCli, SMALL_BACKDROP, SMALL_PANE, useFolder } from './run-cli.js';

const folder = useFolder();
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
/** The packages are always there, the program on some machines. */
const encoders = hasFfmpeg ? ['webcodecs', 'ffmpeg'] : ['webcodecs'];
const SMALL = [...SMALL_PANE, ...SMALL_BACKDROP, '--size', '64x48', '--quality', 'fast', '--threads', '1'];
const FILM = [...SMALL, '--seconds', '7', '--fps', '10'];

interface Decoded {
  codec: string;
  colours: object;
  /** Of all packets, and of those with which a group begins [s]. */
  times: number[];
  keys: number[];
  pictures: { width: number; height: number; luma: number }[];
  seconds: number;
}

/** What another program finds in a film when it decodes it. */
function decoded(file: string): Decoded {
  const script = fileURLToPath(new URL('decode-film.mjs', import.meta.url));
  const stdio = ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'];
  return JSON.parse(execFileSync(process.execPath, [script, join(folder.path, file)], { encoding: 'utf8', stdio }));
}

/** Mean brightness of a PNG file as films have it, 16 to 235 (BT.709). */
function lumaOf(file: string): number {
  const { data, width, height } = decode(readFileSync(join(folder.path, file)));
  let sum = 0;
  for (let n = 0; n < data.length; n += 3) sum += 0.2126 * data[n] + 0.7152 * data[n + 1] + 0.0722 * data[n + 2];
  return 16 + (219 * sum) / (255 * width * height);
}

/** Runs a command and kills it as soon as `ready` holds, without a chance to tidy up. */
async function killedWhen(words: readonly string[], ready: () => boolean): Promise<void> {
  const started = (child: ChildProcess) => {
    const timer = setInterval(() => ready() && child.kill('SIGKILL'), 5);
    child.on('close', () => clearInterval(timer));
  };
  expect((await runCli(folder.path, words, { started })).code).toBe(null);
}

/** Groups that are kept of an ended run. */
function groupsKept(): number {
  const rooms = readdirSync(folder.path, { recursive: true }) as string[];
  return rooms.filter((name) => /\.rivulet-\w+[\\/]\w{16}-\d{6}$/.test(name)).length;
}

describe.each(encoders)('a film as a file by %s', (encoder) => {
  test('has the codec, size, length and pictures that were asked for, in closed groups of 2 s', async () => {
    const look = [...SMALL_PANE, ...SMALL_BACKDROP, '--size', '96x64', '--quality', 'fast', '--threads', '1'];
    const words = (out: string) => ['render', 'window', '-o', out, ...look, '--seconds', '2.5', '--fps', '4'];
    expect((await runCli(folder.path, words('frames'))).code).toBe(0);
    for (const [file, codec, ...more] of [
      ['a.mp4', 'avc'],
      ['a.webm', 'vp9'],
      ['b.mp4', 'av1', '--codec', 'av1'],
    ]) {
      const { code, stderr } = await runCli(folder.path, [...words(file), '--encoder', encoder, ...more]);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^rivulet: wrote 10 frames to .*\n$/)]);
      const film = decoded(file);
      // x264 begins some more where much changes.
      expect([film.codec, film.seconds, film.keys]).toEqual([codec, 2.5, expect.arrayContaining([0, 2])]);
      expect(film.times).toEqual(Array.from({ length: 10 }, (_, k) => k / 4));
      expect(film.colours).toMatchObject({ primaries: 'bt709', matrix: 'bt709', fullRange: false });
      expect(film.pictures).toHaveLength(10);
      for (const [k, { width, height, luma }] of film.pictures.entries()) {
        expect([width, height]).toEqual([96, 64]);
        expect(Math.abs(luma - lumaOf(`frames/frame-0000${k}.png`))).toBeLessThan(1.5);
      }
    }
    expect(list(folder.path)).toEqual(['a.mp4', 'a.webm', 'b.mp4', 'frames']);
  });

  test('that was killed twice goes on after its last group, and ends with the same bytes', async () => {
    const words = (file: string) => ['render', 'window', '-o', file, ...FILM, '--encoder', encoder];
    expect((await runCli(folder.path, words('whole.mp4'))).code).toBe(0);
    await killedWhen(words('film.mp4'), () => groupsKept() >= 1);
    expect(existsSync(join(folder.path, 'film.mp4'))).toBe(false);
    await killedWhen(words('film.mp4'), () => groupsKept() >= 2);
    const last = await runCli(folder.path, words('film.mp4'));
    expect(last.stderr).toMatch(/^rivulet: goes on at frame (40|60) of film\.mp4\.\n/);
    expect(readFileSync(join(folder.path, 'film.mp4')).equals(readFileSync(join(folder.path, 'whole.mp4')))).toBe(true);
    expect(list(folder.path)).toEqual(['film.mp4', 'whole.mp4']);
  });
});

test('an encoder that is not there is refused in one line, with what to install', async () => {
  const before = process.env.PATH;
  process.env.PATH = '';
  try {
    const words = ['render', 'window', '-o', 'a.mp4', '--encoder', 'ffmpeg', ...SMALL];
    const { code, stderr } = await callMain(folder.path, words);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^rivulet: there is no ffmpeg on the PATH\. Install .*\n$/),
    ]);
  } finally {
    process.env.PATH = before;
  }
});

test('with neither ffmpeg nor the packages one line says what to install', async () => {
  // A copy of the program where no package is installed but its own.
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const name of ['dist', 'scenes', 'package.json']) symlinkSync(join(root, name), join(folder.path, name));
  mkdirSync(join(folder.path, 'node_modules'));
  for (const name of ['jpeg-js', 'valibot'])
    symlinkSync(join(root, 'node_modules', name), join(folder.path, 'node_modules', name));
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const words = [...flags, 'dist/cli/bin.js', 'render', 'window', '-o', 'a.mp4', ...SMALL];
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: folder.path,
    env: { PATH: '' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^rivulet: films need mediabunny and node-webcodecs, or ffmpeg .* npm install .*\n$/),
  ]);
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of so many kB, if this machine lets one be made. */
function smallDisk(path: string, kilobytes: number): boolean {
  mkdirSync(path);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path]).status === 0;
}

test.skipIf(!isRoot)('a full disk ends a film in one line, with no half file under its name', async () => {
  const disk = join(folder.path, 'disk');
  if (!smallDisk(disk, 64)) return;
  try {
    const words = ['render', 'window', '-o', 'disk/film', ...FILM, '--frames', '0-69'];
    const { code, stderr } = await runCli(folder.path, words);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^rivulet: cannot write .*: no space left on the disk\.\n$/),
    ]);
    const frames = list(join(disk, 'film')).filter((name) => /^frame.*png$/.test(name));
    expect(frames.length).toBeGreaterThan(1);
    for (const name of frames) expect(decode(readFileSync(join(disk, 'film', name))).width).toBe(64);
    for (const encoder of encoders) {
      const words = ['render', 'window', '-o', 'disk/film.mp4', '--encoder', encoder, ...FILM];
      const film = await runCli(folder.path, words);
      expect([film.code, film.stderr]).toEqual([1, expect.stringMatching(/^rivulet: [^\n]*no space left[^\n]*\n$/)]);
      expect(existsSync(join(disk, 'film.mp4'))).toBe(false);
    }
  } finally {
    spawnSync('umount', [disk]);
  }
});

describe('frames in a folder', () => {
  test('come out the same from parts, of which the second begins with the state that the first left', async () => {
    const words = (...more: string[]) => ['render', 'window', '-o', ...more, ...SMALL, '--seconds', '1', '--fps', '10'];
    await runCli(folder.path, words('whole'));
    await runCli(folder.path, words('part', '--frames', '0-3'));
    expect(list(join(folder.path, 'part')).filter((name) => name.endsWith('.png'))).toHaveLength(4);
    expect((await runCli(folder.path, words('part', '--frames', '4-9'))).code).toBe(0);
    const names = list(join(folder.path, 'whole'));
    expect(names).toHaveLength(10);
    for (const name of names) {
      expect(readFileSync(join(folder.path, 'part', name)).equals(readFileSync(join(folder.path, 'whole', name)))).toBe(
        true,
      );
    }
  });

  test('that were ended by SIGKILL are completed', async () => {
    const words = (out: string) => ['render', 'window', '-o', out, ...FILM];
    await runCli(folder.path, words('whole'));
    await killedWhen(words('film'), () => groupsKept() >= 1);
    expect((await runCli(folder.path, words('film'))).stderr).toMatch(/^rivulet: goes on at frame/);
    for (const name of list(join(folder.path, 'whole'))) {
      expect(readFileSync(join(folder.path, 'film', name)).equals(readFileSync(join(folder.path, 'whole', name)))).toBe(
        true,
      );
    }
    expect(list(join(folder.path, 'film'))).toEqual(list(join(folder.path, 'whole')));
  });

  test('leave other files of the folder as they were', async () => {
    mkdirSync(join(folder.path, 'film'));
    writeFileSync(join(folder.path, 'film', 'notes.txt'), 'mine');
    const { code } = await runCli(folder.path, [
      'render',
      'window',
      '-o',
      'film',
      ...SMALL,
      '--seconds',
      '0.1',
      '--fps',
      '10',
    ]);
    expect([code, list(join(folder.path, 'film'))]).toEqual([0, ['frame-00000.png', 'notes.txt']]);
  });
});

describe('a picture', () => {
  const still = (...more: string[]) => ['render', 'window', '--at', '2', ...SMALL, ...more];
  const png = (file: string) => decode(readFileSync(join(folder.path, file)));

  test('of 16 bits is that of 8 bits with more digits', async () => {
    await runCli(folder.path, still('-o', 'a.png'));
    await runCli(folder.path, still('-o', 'b.png', '--bits', '16'));
    const [few, many] = [png('a.png'), png('b.png')];
    expect(many.depth).toBe(16);
    const worst = Math.max(...Array.from(few.data, (byte, n) => Math.abs(byte - many.data[n] / 257)));
    expect(worst).toBeLessThan(1);
    expect(new Set(Array.from(many.data, (value) => value % 257)).size).toBeGreaterThan(20);
  });

  test('with alpha gives the whole picture again over the picture without water', async () => {
    await runCli(folder.path, still('-o', 'whole.png'));
    await runCli(folder.path, still('-o', 'dry.png', '--dry'));
    await runCli(folder.path, still('-o', 'cut.png', '--alpha'));
    const [whole, dry, cut] = [png('whole.png').data, png('dry.png').data, png('cut.png').data];
    let [wet, off] = [0, 0];
    for (let p = 0; p < whole.length / 3; p++) {
      const alpha = cut[4 * p + 3] / 255;
      if (alpha === 0) continue;
      wet += 1;
      for (let c = 0; c < 3; c++) {
        const over = alpha * cut[4 * p + c] + (1 - alpha) * dry[3 * p + c];
        if (Math.abs(over - whole[3 * p + c]) > 2) off += 1;
      }
    }
    expect(wet).toBeGreaterThan(100);
    expect(off / wet).toBeLessThan(0.05);
  });
});

describe('wrong wishes are refused in one line', () => {
  test.each([
    [['-o', 'a.mp4', '--codec', 'h265'], '--codec must be one of h264, av1 for a .mp4 file; got "h265".'],
    [['-o', 'a.webm', '--codec', 'h264'], '--codec must be one of vp9, av1 for a .webm file; got "h264".'],
    [
      ['-o', 'a.mp4', '--size', '321x180'],
      '--size must be even both ways for h264; got 321x180. Write --size 322x180.',
    ],
    [
      ['-o', 'a', '--frames', '9-3'],
      '--frames must be A-B with A at most B, each 0 to 149 in this film of 150 frames; got "9-3".',
    ],
    [
      ['-o', 'a', '--frames', '0-150'],
      '--frames must be A-B with A at most B, each 0 to 149 in this film of 150 frames; got "0-150".',
    ],
    [['-o', 'a', '--encoder', 'ffmpeg'], '--encoder is for .mp4 and .webm films; got "a".'],
    [['-o', 'a.mp4', '--encoder', 'x264'], '--encoder must be one of ffmpeg, webcodecs; got "x264".'],
    [['-o', 'a', '--codec', 'h264'], '--codec is for .mp4 and .webm films; got "a".'],
    [['-o', 'a.mp4', '--alpha'], '--alpha is for PNG and EXR files, since players show films without it; got "a.mp4".'],
    [['-o', 'a.exr', '--bits', '16'], '--bits is for PNG files.'],
    [['-o', 'a.png', '--bits', '12'], '--bits must be one of 8, 16; got "12".'],
  ])('%j', async (words, line) => {
    const { code, stderr } = await callMain(folder.path, ['render', 'window', ...words]);
    expect([code, stderr]).toEqual([2, `rivulet: ${line}\n`]);
    expect(list(folder.path)).toEqual([]);
  });
});
