/** STUP-6, 7: the remainder map and the noise map of a water texture as numbers and as pictures, and lines for wrong ones. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { createSimulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { lab } from '../papers/stuppacher-lab.ts';
import { runCli, useFolder } from './run-cli.ts';

const folder = useFolder();

/** A picture of grey pixels. */
function writeGrey(name: string, width: number, height: number, greys: readonly number[]): void {
  const png = { width, height, data: Uint8Array.from(greys), channels: 1, depth: 8 } as const;
  writeFileSync(join(folder.path, name), encode(png));
}

/** A scene with these maps, and its hash after a second. */
function scene(model: object): string {
  const drops = [
    { x: 10, y: 5, mass: 40 },
    { x: 22, y: 8, mass: 25 },
  ];
  const surface = { width: 40, height: 40, cellSize: 0.5 };
  return JSON.stringify({ model: { name: 'stuppacher2007', ...model }, surface, rain: { kind: 'none' }, drops });
}

async function run(model: object) {
  return runCli(folder.path, ['simulate', '-', '--seconds', '1', '--json'], { stdin: scene(model) });
}

const HEX = (greys: readonly number[]) => greys.map((grey) => grey.toString(16).padStart(2, '0')).join('');

test('a remainder map is read by the amount of water, with straight lines between its values', () => {
  const { memory } = lab({ remainderMap: 'ffff00', remainderAt: 2 });
  expect(memory.remainder[0]).toBe(1);
  expect(memory.remainder[511]).toBe(1);
  expect(memory.remainder[1023]).toBe(0);
  expect(memory.remainder[767]).toBeCloseTo(0.5, 2);
});

test('with a white remainder map nothing moves, with a black one all does', () => {
  for (const [remainderMap, stays] of [
    ['ffff', 0.5],
    ['0000', 0],
  ] as const) {
    const { put, step, at } = lab({ remainderMap, thresholdMax: 2 });
    put(10, 10, 0.5);
    step();
    expect(at(10, 10)).toBe(stays);
  }
});

test('pictures are the maps of their greys', async () => {
  const noise = Array.from({ length: 49 }, (_, n) => 120 + ((n * 37) % 130));
  writeGrey('noise.png', 7, 7, noise);
  writeGrey('remainder.png', 4, 1, [255, 200, 90, 30]);
  const [pictured, written, plain] = await Promise.all([
    run({ noiseMap: 'noise.png', remainderMap: 'remainder.png' }),
    run({ noiseMap: HEX(noise), remainderMap: 'ffc85a1e' }),
    run({}),
  ]);
  expect([pictured.code, pictured.stderr]).toEqual([0, '']);
  const hash = JSON.parse(pictured.stdout).hash;
  expect(JSON.parse(written.stdout).hash).toBe(hash);
  expect(JSON.parse(plain.stdout).hash).not.toBe(hash);
});

test('both kernels agree on a noise map of any side', () => {
  const noise = Array.from({ length: 81 }, (_, n) => 90 + ((n * 29) % 160));
  const hashes = (['reference', 'simd'] as const).map((kernels) => {
    const simulation = createSimulation(JSON.parse(scene({ noiseMap: HEX(noise) })), {}, { kernels });
    simulation.advance(1.5);
    return simulation.hash();
  });
  expect(hashes[1]).toBe(hashes[0]);
});

describe('wrong maps are refused in one line', () => {
  test.each([
    [
      'noiseMap',
      'wide.png',
      'the noiseMap wide.png must be a square of 4 to 512 px; it is 6 x 4. Make it another size.',
    ],
    [
      'remainderMap',
      'wide.png',
      'the remainderMap wide.png must be one row of 2 to 1024 px; it is 6 x 4. Make it another size.',
    ],
    ['noiseMap', 'none.png', 'cannot read the noiseMap none.png: '],
    [
      'remainderMap',
      'white',
      'scene.model.remainderMap must be two hex digits each of 2 to 1024 values; got "white". On the command line name a PNG or JPEG picture.',
    ],
    [
      'noiseMap',
      'ffffffffffffffff',
      'scene.model.noiseMap must be two hex digits each of a square with 4 to 512 texels a side; got a text of 16 characters. On the command line name a PNG or JPEG picture.',
    ],
    ['noiseMap', 7, 'scene.model.noiseMap must be a text of at most 524288 characters; got 7.'],
  ])('%s %s', async (option, value, line) => {
    writeGrey('wide.png', 6, 4, Array(24).fill(99));
    const { code, stderr } = await run({ [option]: value });
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(line);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});
