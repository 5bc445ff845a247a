/** `rivulet render` of surfaces in space, and of panes by rays. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { createSimulation } from 'rivulet';
import { createBackdrop, cuboidOfBackdrop, readGlb, renderTraced, type TraceOptions, torusKnot } from 'rivulet/offline';
import { expect, test } from 'vitest';
import { glbOfMesh } from '../support/glb.ts';
import { expectWritten, runCli, useFolder } from './run-cli.js';

const folder = useFolder();
const SCENE = {
  surface: { kind: 'box', width: 30, height: 30, depth: 30 },
  rain: { kind: 'uniform', rate: 300 },
  glass: { thickness: '3mm', mirrors: ['left'] },
  camera: { position: ['4cm', 30, 80], field: '35deg' },
  backdrop: { kind: 'street', resolution: 64 },
} as const;
/** What the library is asked for the same picture. */
const EXPECTED: TraceOptions = {
  surface: createSimulation(SCENE).scene.surface,
  surroundings: cuboidOfBackdrop(createBackdrop({ kind: 'street', resolution: 64 })),
  camera: { position: [40, 30, 80], field: (35 * Math.PI) / 180 },
  glass: { thickness: 3, mirrors: ['left'] },
  width: 64,
  height: 50,
};
const SIZE = ['--size', '64x50', '--quality', 'fast'];
const SMALL = ['--size', '24x20', '--quality', 'fast'];

test('a box is drawn as the library traces it', async () => {
  writeFileSync(join(folder.path, 'box.json'), JSON.stringify(SCENE));
  const words = ['render', 'box.json', '-o', 'a.png', '--at', '0.5', ...SIZE];
  expectWritten(await runCli(folder.path, words));
  const simulation = createSimulation(SCENE);
  simulation.advance(0.5);
  const expected = renderTraced(simulation.frame(), EXPECTED);
  const { data } = decode(readFileSync(join(folder.path, 'a.png')));
  expect([...data]).toEqual([...expected.data].filter((_, p) => p % 4 !== 3));
});

test.each([
  ['a box', 'box.json', []],
  ['a pane by rays', 'window', ['--tracer']],
  ['a pane', 'window', ['--set', 'camera.blur=0']],
])('the street behind %s has come as far as its speed says at the time of the picture', async (_, scene, words) => {
  writeFileSync(join(folder.path, 'box.json'), JSON.stringify({ ...SCENE, rain: { kind: 'none' } }));
  const dry = ['--set', 'rain={"kind":"none"}', '--set', 'fine=null', '--set', 'backdrop.resolution=64'];
  const shown = async (at: string, ...more: string[]) => {
    expectWritten(
      await runCli(folder.path, ['render', scene, '-o', 'a.png', '--at', at, ...SMALL, ...words, ...dry, ...more]),
    );
    return [...decode(readFileSync(join(folder.path, 'a.png'))).data];
  };
  const driven = await shown('0.5', '--set', 'backdrop.speed=10m/s');
  expect(driven).not.toEqual(await shown('0', '--set', 'backdrop.speed=10m/s'));
  expect(driven).toEqual(await shown('0', '--set', 'backdrop.speed=10m/s', '--set', 'backdrop.time=0.5'));
});

test('what is wrong is said in one line', async () => {
  writeFileSync(join(folder.path, 'box.json'), JSON.stringify(SCENE));
  const say = async (...words: string[]) => {
    return (await runCli(folder.path, ['render', 'box.json', '-o', 'a.png', '--at', '0', ...words])).stderr;
  };
  expect(await say('--view', 'mask')).toBe(
    'rivulet: --view mask is drawn flat; a picture by rays has --view beauty.\n',
  );
  expect(await say('--set', 'glass.thickness=80')).toBe('rivulet: glass.thickness must be 0 to 50 mm; got 80.\n');
  expect(await say('--set', 'camera.position=[0,0,14]', '--set', 'camera.target=[0,0,0]')).toMatch(
    /^rivulet: camera.position must be outside the glass, which is 3 mm thick; it is 1 mm inside it\./,
  );
});

test('a scene names a model inside its box, the knot or a file', async () => {
  const render = async (inside: object | null) => {
    writeFileSync(join(folder.path, 'box.json'), JSON.stringify({ ...SCENE, rain: { kind: 'none' }, inside }));
    expectWritten(await runCli(folder.path, ['render', 'box.json', '-o', 'a.png', '--at', '0', ...SIZE]));
    return [...decode(readFileSync(join(folder.path, 'a.png'))).data];
  };
  writeFileSync(join(folder.path, 'knot.glb'), glbOfMesh(torusKnot({ radius: 10, triangles: 801 })));
  const [empty, knot, file] = [
    await render(null),
    await render({ triangles: 801, size: 20, colour: [1, 0, 0] }),
    await render({ model: 'knot.glb', size: 20, colour: [1, 0, 0] }),
  ];
  const differs = (a: number[], b: number[]) => a.filter((value, n) => Math.abs(value - b[n]) > 8).length;
  expect(differs(empty, knot)).toBeGreaterThan(500);
  const mesh = readGlb(readFileSync(join(folder.path, 'knot.glb')), 20);
  const expected = renderTraced(createSimulation({ ...SCENE, rain: { kind: 'none' } }).frame(), {
    ...EXPECTED,
    models: [{ mesh, colour: [1, 0, 0] }],
  });
  expect(file).toEqual([...expected.data].filter((_, p) => p % 4 !== 3));
});

test('a model that is not there or has a wrong number of triangles is told in one line', async () => {
  const say = async (inside: unknown) => {
    writeFileSync(join(folder.path, 'box.json'), JSON.stringify({ ...SCENE, inside }));
    return (await runCli(folder.path, ['render', 'box.json', '-o', 'a.png', '--at', '0', ...SIZE])).stderr;
  };
  expect(await say({ model: 'bunny.glb' })).toBe(
    'rivulet: scene.inside.model must be "knot", "table" or a .glb file; there is no file "bunny.glb".\n',
  );
  expect(await say({ triangles: 10 })).toBe(
    'rivulet: scene.inside.triangles must be a whole number from 64 to 2000000; got 10.\n',
  );
  expect(await say('knot')).toContain('scene.inside must be an object; got "knot". For nothing inside write null.');
});
