import { expect, test } from 'vitest';
import { callMain, list, runCli, useFolder } from './run-cli.js';

const folder = useFolder();

const MAX_SIZE = 'each 1 to 16384 px and at most 67108864 px in all, such as 1280x720';

const MAPS =
  '--maps must be all, or of beauty, mask, height, normal, id, refraction, alpha, fine, fog, film, affinity, blurred, clean, with commas between';

/** Every way to call it wrongly, and the one line it prints. */
const CASES: [command: string, line: string][] = [
  ['', 'a command is missing: scenes, simulate, render, export, bench, reproduce. See rivulet --help.'],
  ['rendr window', 'unknown command "rendr". Did you mean "render"? See rivulet --help.'],
  ['frobnicate', 'unknown command "frobnicate". See rivulet --help.'],
  ['help frobnicate', 'unknown command "frobnicate". See rivulet --help.'],
  ['--frobnicate', 'unknown option "--frobnicate". See rivulet --help.'],
  ['scenes window', 'rivulet scenes takes no operand; "window" is too many. See rivulet scenes --help.'],
  ['simulate', 'rivulet simulate needs a SCENE: a name, a file or -. See rivulet simulate --help.'],
  ['simulate window extra', 'rivulet simulate takes one SCENE; "extra" is too many. See rivulet simulate --help.'],
  [
    'simulate window --set rain.rate 50',
    'rivulet simulate takes one SCENE; "50" is too many. Write --set rain.rate=50. See rivulet simulate --help.',
  ],
  [
    'render window a.png',
    'rivulet render takes one SCENE; "a.png" is too many. Is it the output? Write -o a.png. See rivulet render --help.',
  ],
  ['simulate window --set wipers[0].x=5', 'scene.wipers[0].y must be given; got nothing.'],
  [
    'render window -o a.png --backdrop https://example.org/a.jpg',
    '--backdrop must be a file of this machine; got "https://example.org/a.jpg". Download it first.',
  ],
  ['simulate window --secnds 3', 'unknown option --secnds. Did you mean "--seconds"? See rivulet simulate --help.'],
  ['simulate window -x', 'unknown option -x. See rivulet simulate --help.'],
  [
    'simulate window --seconds',
    '--seconds needs a value, S: simulated time [s], 0 to 1000000. See rivulet simulate --help.',
  ],
  ['simulate window --json=yes', '--json takes no value. See rivulet simulate --help.'],
  ['simulate window --seconds -1', '--seconds must be 0 to 1000000 s; got "-1".'],
  ['simulate window --seconds=-1', '--seconds must be 0 to 1000000 s; got "-1".'],
  ['simulate window --seconds 1e7', '--seconds must be 0 to 1000000 s; got "1e7".'],
  ['simulate window --seconds NaN', '--seconds must be 0 to 1000000 s; got "NaN".'],
  ['simulate window --seconds 0x10', '--seconds must be 0 to 1000000 s; got "0x10".'],
  ['simulate window --seconds --json', '--seconds must be 0 to 1000000 s; got "--json".'],
  ['simulate window --seconds=', '--seconds must be 0 to 1000000 s; got "".'],
  ['simulate window --seed -1', '--seed must be a whole number from 0 to 4294967295; got "-1".'],
  ['simulate window --seed 1.5', '--seed must be a whole number from 0 to 4294967295; got "1.5".'],
  ['simulate window --seed 4294967296', '--seed must be a whole number from 0 to 4294967295; got "4294967296".'],
  ['simulate window --kernels gpu', '--kernels must be one of auto, simd, reference; got "gpu".'],
  ['simulate window --set seed', '--set must be path=value, such as model.viscosity=0; got "seed".'],
  ['simulate window --set =3', '--set must be path=value, such as model.viscosity=0; got "=3".'],
  ['simulate window --set a..b=3', '--set must be path=value, such as model.viscosity=0; got "a..b=3".'],
  [
    'simulate window --set __proto__.seed=3',
    '--set must be path=value, such as model.viscosity=0; got "__proto__.seed=3".',
  ],
  ['simulate window --seed 3 --set seed=4', '--seed and --set seed are the same; got both. Give one.'],
  [
    'render window',
    'rivulet render needs an output: -o FILE.png, -o FILM.mp4 or -o FOLDER. See rivulet render --help.',
  ],
  ['render -o a.png', 'rivulet render needs a SCENE: a name, a file or -. See rivulet render --help.'],
  [
    'render window -o',
    '-o needs a value, PATH: a .png or .exr file, a film .mp4 or .webm, or a folder for frames. See rivulet render --help.',
  ],
  ['render window --fps', '--fps needs a value, F: frames a second, up to 1000. See rivulet render --help.'],
  [
    'render window -o -',
    '-o must end in .png or .exr for one picture, in .mp4 or .webm for a film, or name a folder for its frames; got "-".',
  ],
  [
    'render window -o a.hdr',
    '-o must end in .png or .exr for one picture, in .mp4 or .webm for a film, or name a folder for its frames; got "a.hdr".',
  ],
  [
    'render window -o a.avi',
    '-o must end in .png or .exr for one picture, in .mp4 or .webm for a film, or name a folder for its frames; got "a.avi".',
  ],
  [
    'render window -o a.jpg',
    '-o must end in .png or .exr for one picture, in .mp4 or .webm for a film, or name a folder for its frames; got "a.jpg".',
  ],
  [
    'render window -o a.png --view pretty',
    '--view must be one of beauty, mask, refraction, height, blurred, id, normal, blurred-normal, drops, caps, wet, roulette, affinity, fine, fog, film; got "pretty".',
  ],
  ['render window -o a.png --at -1', '--at must be 0 to 1000000 s; got "-1".'],
  [
    'render window -o a.png --seconds 1',
    '--seconds, --fps and --frames are for a film; name a folder instead of "a.png", or use --at.',
  ],
  [
    'render window -o a.png --fps 30',
    '--seconds, --fps and --frames are for a film; name a folder instead of "a.png", or use --at.',
  ],
  ['render window -o film --fps 0', '--fps must be more than 0 and at most 1000 frames a second; got "0".'],
  ['render window -o film --fps -3', '--fps must be more than 0 and at most 1000 frames a second; got "-3".'],
  ['render window -o film --fps 1001', '--fps must be more than 0 and at most 1000 frames a second; got "1001".'],
  ['render window -o film --seconds -1', '--seconds must be 0 to 1000000 s; got "-1".'],
  ['render window -o a.png --size 0x0', `--size must be WxH, ${MAX_SIZE}; got "0x0".`],
  ['render window -o a.png --size 640', `--size must be WxH, ${MAX_SIZE}; got "640".`],
  ['render window -o a.png --size 16385x1', `--size must be WxH, ${MAX_SIZE}; got "16385x1".`],
  ['render window -o a.png --size 16384x16384', `--size must be WxH, ${MAX_SIZE}; got "16384x16384".`],
  ['render window -o a.png --size 1e3x1e3', `--size must be WxH, ${MAX_SIZE}; got "1e3x1e3".`],
  ['render window -o a.png --quality best', '--quality must be one of fast, high; got "best".'],
  [
    'render window -o a.png --backdrop environment',
    '--backdrop must be street, night, garden, FILE or environment:FILE; got "environment".',
  ],
  [
    'render window -o a.png --backdrop image:',
    '--backdrop must be street, night, garden, FILE or environment:FILE; got "image:".',
  ],
  ['render window -o a.png --backdrop=', '--backdrop must be street, night, garden, FILE or environment:FILE; got "".'],
  [
    'render window -o a.png --view height --quality fast',
    '--quality is for the views beauty and mask; got it with height. Leave it out, or take another --view.',
  ],
  [
    'render window -o a.png --view refraction --quality high',
    '--quality is for the views beauty and mask; got it with refraction. Leave it out, or take another --view.',
  ],
  [
    'render window -o a.png --view id --threads 2',
    '--threads is for the views beauty, mask and refraction; got it with id. Leave it out, or take another --view.',
  ],
  [
    'render window -o a.png --view normal --backdrop missing.jpg',
    '--backdrop is for the views beauty and refraction; got it with normal. Leave it out, or take another --view.',
  ],
  [
    'render window -o a.png --view mask --set backdrop.kind=night',
    '--set backdrop is for the views beauty and refraction; got it with mask. Leave it out, or take another --view.',
  ],
  [
    'render window -o a.png --view fine --set camera.zoom=2',
    '--set camera is for the views beauty, mask and refraction; got it with fine. Leave it out, or take another --view.',
  ],
  ['render window -o a.png --view id --framing eye', '--framing must be one of pane, camera; got "eye".'],
  [
    'render window -o a.png --view mask --framing camera',
    '--framing is for the views height, blurred, id, normal, blurred-normal, drops, caps, wet, roulette, affinity, fine, fog and film; got it with mask. ' +
      'Leave it out, or take another --view.',
  ],
  [
    'render window -o a.png --view id --framing pane --set camera.zoom=2',
    '--set camera is for the views beauty, mask and refraction; got it with id. Leave it out, or take another --view.',
  ],
  ['export window', 'rivulet export needs an output: -o DIR. See rivulet export --help.'],
  ['export -o truth', 'rivulet export needs a SCENE: a name, a file or -. See rivulet export --help.'],
  ['export window -o a.png', '-o must name a folder; got "a.png".'],
  ['export window -o truth.npz', '-o must name a folder; got "truth.npz".'],
  ['export window -o -', '-o must name a folder; got "-".'],
  ['export window -o truth --maps hieght', `${MAPS}; got "hieght". Did you mean "height"?`],
  ['export window -o truth --maps id,drops', `${MAPS}; got "drops".`],
  ['export window -o truth --maps id,', `${MAPS}; got "".`],
  ['export window -o truth --format tiff', '--format must be one of png, npy, exr; got "tiff".'],
  ['export window -o truth --fps 0', '--fps must be more than 0 and at most 1000 frames a second; got "0".'],
  ['export window -o truth --size 640', `--size must be WxH, ${MAX_SIZE}; got "640".`],
  [
    'export window -o truth --maps id,normal --quality fast',
    '--quality is for the maps beauty, mask, alpha, fine and clean; got it with normal, id. Leave it out, or take another --maps.',
  ],
  [
    'export window -o truth --maps mask --set backdrop.kind=night',
    '--set backdrop is for the maps beauty, refraction and clean; got it with mask. Leave it out, or take another --maps.',
  ],
  [
    'bench - window -',
    '- must be there once, since standard input is read once; got it 2 times. See rivulet bench --help.',
  ],
  ['bench window --steps 0', '--steps must be a whole number from 1 to 1000000; got "0".'],
  ['bench window --warm -1', '--warm must be a whole number from 0 to 1000000; got "-1".'],
];

test.each(CASES)('rivulet %s', async (command, line) => {
  const outcome = await callMain(folder.path, command.split(' ').filter(Boolean));
  expect(outcome).toEqual({ code: 2, stdout: '', stderr: `rivulet: ${line}\n` });
  expect(list(folder.path)).toEqual([]);
});

test.each([CASES[0], CASES[4], CASES[CASES.length - 1]])('rivulet %s, as a program', async (command, line) => {
  const outcome = await runCli(folder.path, command.split(' ').filter(Boolean));
  expect(outcome).toEqual({ code: 2, stdout: '', stderr: `rivulet: ${line}\n` });
});
