/** `rivulet render` of surfaces in space, and of panes by rays. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { createSimulation } from 'rivulet';
import { createBackdrop, cuboidOfBackdrop, renderTraced } from 'rivulet/offline';
import { expect, test } from 'vitest';
import { expectWritten, runCli, useFolder } from './run-cli.js';

const folder = useFolder();
const SCENE = {
  surface: { kind: 'box', width: 30, height: 30, depth: 30 },
  rain: { kind: 'uniform', rate: 300 },
  glass: { thickness: '3mm', mirrors: ['left'] },
  camera: { position: ['4cm', 30, 80], field: '35deg' },
  backdrop: { kind: 'street', resolution: 64 },
} as const;
const SIZE = ['--size', '64x50', '--quality', 'fast'];

test('a box is drawn as the library traces it', async () => {
  writeFileSync(join(folder.path, 'box.json'), JSON.stringify(SCENE));
  const words = ['render', 'box.json', '-o', 'a.png', '--at', '0.5', ...SIZE];
  expectWritten(await runCli(folder.path, words));
  const simulation = createSimulation(SCENE);
  simulation.advance(0.5);
  const expected = renderTraced(simulation.frame(), {
    surface: simulation.scene.surface,
    surroundings: cuboidOfBackdrop(createBackdrop({ kind: 'street', resolution: 64 })),
    camera: { position: [40, 30, 80], field: (35 * Math.PI) / 180 },
    glass: { thickness: 3, mirrors: ['left'] },
    width: 64,
    height: 50,
  });
  const { data } = decode(readFileSync(join(folder.path, 'a.png')));
  expect([...data]).toEqual([...expected.data].filter((_, p) => p % 4 !== 3));
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
