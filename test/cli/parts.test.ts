/** Parts of the command line that a whole run does not reach into every corner. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { quantise, splitIds } from '../../src/cli/export/map-files.ts';
import { encodeNpy } from '../../src/cli/export/npy.ts';
import { Durations, StepTimer } from '../../src/cli/measure.ts';
import { applySetting } from '../../src/cli/overrides.ts';
import { encodePng, encodeSamples } from '../../src/cli/png.ts';
import { durationOf, Progress } from '../../src/cli/progress.ts';
import { stepsUntil } from '../../src/cli/run-steps.ts';
import { checkWritable, makeFolder, removeFolders, writeFileWhole } from '../../src/cli/write-file.ts';
import { list, useFolder } from './run-cli.js';

const folder = useFolder();

describe('durations', () => {
  test('give any quantile within 0.3 % of the sorted one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-3, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 50 }),
        (times) => {
          const durations = new Durations();
          for (const time of times) durations.add(time);
          const sorted = times.toSorted((a, b) => a - b);
          for (const share of [0.25, 0.5, 0.95, 1]) {
            const exact = sorted[Math.max(0, Math.ceil(share * times.length - 1e-9) - 1)];
            expect(Math.abs(durations.quantile(share) / exact - 1)).toBeLessThan(0.003);
          }
        },
      ),
    );
  });

  test('are 0 where nothing was measured or the clock is too coarse', () => {
    const durations = new Durations();
    expect([durations.median, durations.p95]).toEqual([0, 0]);
    for (let k = 0; k < 10; k++) durations.add(0);
    expect([durations.median, durations.p95]).toEqual([0, 0]);
    for (let k = 0; k < 90; k++) durations.add(1e9);
    expect(durations.median).toBeGreaterThan(1e4);
  });

  test('of a step are the sums that the simulation keeps', () => {
    const sums = { fields: 5, drops: 7 };
    const timer = new StepTimer({
      step: () => {
        sums.fields += 3;
        sums.drops += 0.5;
      },
      profile: () => sums,
    });
    for (let k = 0; k < 9; k++) timer.step();
    expect(timer.fields.median / 3).toBeCloseTo(1, 2);
    expect(timer.drops.median / 0.5).toBeCloseTo(1, 2);
  });
});

test('steps that end by a time are counted without loss to rounding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom(0.005, 1 / 30, 1 / 60, 0.0001, 0.1), (n, step) => {
      expect(stepsUntil(n * step, step)).toBe(n);
      expect(stepsUntil((n + 0.99) * step, step)).toBe(n);
    }),
  );
});

describe('PNG', () => {
  test.each([
    [1, 1],
    [7, 3],
    [64, 65],
  ])('of %i × %i pixels decodes to the same colours', (width, height) => {
    const data = new Uint8ClampedArray(4 * width * height).map((_, p) => (p % 4 === 3 ? 255 : (p * 73) ^ (p >> 3)));
    const decoded = decode(encodePng({ data, width, height }));
    expect([decoded.width, decoded.height, decoded.channels]).toEqual([width, height, 3]);
    expect([...decoded.data]).toEqual([...data].filter((_, p) => p % 4 !== 3));
  });
});

describe('files', () => {
  test('are written whole under their name, and nothing else is left', () => {
    const path = join(folder.path, 'a');
    checkWritable(path);
    expect(list(folder.path)).toEqual([]);
    writeFileWhole(path, Buffer.from('one'));
    writeFileWhole(path, Buffer.from('two'));
    expect(list(folder.path)).toEqual(['a']);
    expect(readFileSync(path, 'utf8')).toBe('two');
  });

  test('that cannot be put in place leave nothing behind', () => {
    const path = join(folder.path, 'taken');
    mkdirSync(path);
    writeFileSync(join(path, 'inside'), '');
    expect(() => writeFileWhole(path, Buffer.from('one'))).toThrow(`cannot write ${path}: `);
    expect(list(folder.path)).toEqual(['taken']);
  });

  test('are put where links lead, whether something is there or not', () => {
    const at = (name: string) => join(folder.path, name);
    mkdirSync(at('deep/er'), { recursive: true });
    symlinkSync('deep/er', at('folder'));
    symlinkSync('../b', at('folder/link')); // from deep/er, so deep/b
    symlinkSync(at('folder/link'), at('a'));
    for (const text of ['one', 'two']) {
      checkWritable(at('a'));
      writeFileWhole(at('a'), Buffer.from(text));
      expect(readFileSync(at('deep/b'), 'utf8')).toBe(text);
    }
    expect([lstatSync(at('a')), lstatSync(at('folder/link'))].map((one) => one.isSymbolicLink())).toEqual([true, true]);
    expect([list(folder.path), list(at('deep')), list(at('deep/er'))]).toEqual([
      ['a', 'deep', 'folder'],
      ['b', 'er'],
      ['link'],
    ]);
  });

  test('are not put where links lead in circles, to no folder, or to something that is no file', () => {
    const at = (name: string) => join(folder.path, name);
    symlinkSync('b', at('a'));
    symlinkSync('a', at('b'));
    symlinkSync('nowhere/d', at('c'));
    execFileSync('mkfifo', [at('pipe')]);
    symlinkSync('pipe', at('e'));
    for (const [name, problem] of [
      ['a', 'too many symbolic links.'],
      ['c', 'no such file or folder. Make the folder first.'],
      ['e', 'it is not a plain file.'],
    ]) {
      expect(() => checkWritable(at(name))).toThrow(`cannot write ${at(name)}: ${problem}`);
      expect(() => writeFileWhole(at(name), Buffer.from('one'))).toThrow(`cannot write ${at(name)}: ${problem}`);
    }
    expect(list(folder.path)).toEqual(['a', 'b', 'c', 'e', 'pipe']);
  });

  test('folders are taken away again as far as they were made and are empty', () => {
    mkdirSync(join(folder.path, 'old'));
    const made = makeFolder(join(folder.path, 'old/new/newer'));
    expect(made).toEqual([join(folder.path, 'old/new/newer'), join(folder.path, 'old/new')]);
    removeFolders(made);
    expect(list(join(folder.path, 'old'))).toEqual([]);
    expect(makeFolder(join(folder.path, 'old'))).toEqual([]);
    const again = makeFolder(join(folder.path, 'old/new/newer'));
    writeFileSync(join(folder.path, 'old/new/mine'), '');
    removeFolders(again);
    expect(list(join(folder.path, 'old/new'))).toEqual(['mine']);
  });
});

describe('--set', () => {
  /** The tree that a row of settings makes. */
  const settings = (...all: string[]) => {
    const tree = {};
    for (const setting of all) applySetting(tree, setting);
    return tree;
  };

  test('takes JSON where it is JSON and text where not', () => {
    expect(settings('a=1', 'b=true', 'c=80deg', 'd="4"', 'e=[1,2]', 'f=null', 'g=', 'h=x=y', 'i=.5', 'j=+2')).toEqual({
      a: 1,
      b: true,
      c: '80deg',
      d: '4',
      e: [1, 2],
      f: null,
      g: '',
      h: 'x=y',
      i: 0.5,
      j: 2,
    });
  });

  test('builds one tree of all paths, the last word winning', () => {
    expect(settings('a.b=1', 'a.c=2', 'a.b=3', 'd=1', 'd.e=2')).toEqual({ a: { b: 3, c: 2 }, d: { e: 2 } });
    expect(settings('a.b = 1 ', 'c= x y ')).toEqual({ a: { b: 1 }, c: 'x y' });
    expect(settings('constructor.name=1')).toEqual({ constructor: { name: 1 } });
  });
});

describe('progress', () => {
  /** What is written while something goes on. */
  function watch(isTTY: boolean): string {
    let written = '';
    const progress = new Progress({ isTTY, columns: 30, write: (text: string) => (written += text) }, 'window');
    progress.show('20.0 s of 60.0 s, and a tail too long for this');
    progress.show('too soon after the other');
    progress.clear();
    return written;
  }

  test('is one line that is taken away again', () => {
    expect(watch(true)).toBe('\r\x1b[Kwindow: 20.0 s of 60.0 s, and\r\x1b[K');
  });

  test('is nothing at all unless a terminal is watching', () => {
    expect(watch(false)).toBe('');
  });

  test.each([
    [0, '0.0 s'],
    [9949, '9.9 s'],
    [9950, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min 0 s'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
  ])('has %d ms in words', (milliseconds, words) => {
    expect(durationOf(milliseconds)).toBe(words);
  });
});

describe('numbers in files', () => {
  test.each([
    [1, Uint16Array],
    [3, Uint16Array],
    [3, Uint8Array],
  ] as const)('of %i channels come back from PNG as they were', (channels, kind) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.nat(), (width, height, seed) => {
        const data = new kind(channels * width * height).map((_, n) => Math.imul(seed + n, 2654435761) >>> 7);
        const back = decode(encodeSamples({ data, width, height, channels }));
        expect([back.width, back.height, back.channels, back.depth]).toEqual([
          width,
          height,
          channels,
          8 * kind.BYTES_PER_ELEMENT,
        ]);
        expect([...back.data]).toEqual([...data]);
      }),
    );
  });

  test('are rounded to the nearest step, and cut off where 16 bits end', () => {
    const out = new Uint16Array(7);
    quantise([0, 0.24, 0.26, -3, 1e9, 10], { scale: 0.5, zero: 2 }, out, 1);
    expect([...out]).toEqual([0, 2, 2, 3, 0, 65535, 22]);
  });

  test('that are ids are three bytes, and refused where three do not hold them', () => {
    const out = new Uint8Array(12);
    splitIds([1, 256, 0xabcdef], out, 1);
    expect([...out]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0xef, 0xcd, 0xab]);
    expect(() => splitIds([2 ** 24], out, 0)).toThrow(
      'ids must be below 16777216 in PNG files; got 16777216. Take --format npy.',
    );
  });

  test('begin in NPY at a multiple of 64 bytes, however long the header is', () => {
    for (const shape of [[1], [10, 1], [123456789, 0, 3, 3, 3, 3]]) {
      const file = Buffer.from(encodeNpy(new Float32Array([1.5]), shape));
      expect((file.length - 4) % 64).toBe(0);
      expect(file.readUInt16LE(8)).toBe(file.length - 4 - 10);
      expect(file.readFloatLE(file.length - 4)).toBe(1.5);
      expect(file[file.length - 5]).toBe(0x0a);
    }
  });
});
