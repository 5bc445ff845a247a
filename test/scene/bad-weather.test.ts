/** Every way in which what acts on the drops of a scene can be wrong, but for its rain. */
import { type Case, testRefusals } from './refusals.ts';

const COATING_AND_WIND: readonly Case[] = [
  [
    'receding above advancing',
    { coating: { advancing: '50deg', receding: '60deg' } },
    'scene.coating.receding must be 0 to 0.87266 rad, the advancing angle; got 1.0472.',
  ],
  [
    'a coating without hysteresis',
    { coating: { advancing: '50deg', receding: '50deg' } },
    'scene.coating must hold drops of at least 0.001 mg; it holds 0 mg. Lower coating.receding, or set coating.critical.',
  ],
  ['no critical mass', { coating: { critical: 0 } }, 'scene.coating.critical must be 0.001 to 5000 mg; got 0.'],
  ['gravity upwards', { gravity: -9810 }, 'scene.gravity must be 0 to 100000 mm/s²; got -9810.'],
  [
    'a wind in no known unit',
    { wind: { speed: '30knots' } },
    'scene.wind.speed must be 0 to 100000 mm/s; got "30knots". Write it like "30km/h".',
  ],
  ['a negative exponent', { wind: { exponent: -1 } }, 'scene.wind.exponent must be 0 to 2; got -1.'],
];

const WIPERS: readonly Case[] = [
  ['wipers that are no list', { wipers: {} }, 'scene.wipers must be a list of at most 16 wipers; got {}.'],
  [
    'a wiper of zero length',
    { wipers: [{ x: 0, y: 0, length: 0, from: 0, to: 1 }] },
    'scene.wipers[0].length must be 1 to 10000 mm; got 0.',
  ],
  [
    'a second wiper in degrees',
    {
      wipers: [
        { x: 0, y: 0, length: 9, from: 0, to: 1 },
        { x: 0, y: 0, length: 9, from: -80, to: 1 },
      ],
    },
    'scene.wipers[1].from must be -6.2832 to 6.2832 rad; got -80. Is it in degrees? Write "-80deg".',
  ],
  ['a wiper without a pivot', { wipers: [{ length: 9 }] }, 'scene.wipers[0].x must be given; got nothing.'],
  [
    'a misspelt option of a wiper',
    { wipers: [{ x: 0, y: 0, length: 9, from: 0, to: 1, strok: 1 }] },
    'scene.wipers[0] has no "strok". Did you mean "stroke"?',
  ],
];

const MOTION: readonly Case[] = [
  [
    'motion as a number',
    { motion: 5 },
    'scene.motion must be an object; got 5. For a surface that does not move write null.',
  ],
  [
    'a key before the one before',
    { motion: { keys: [{ t: 2 }, { t: 1 }] } },
    'scene.motion.keys[1].t must be at least 2 s, that of the key before; got 1.',
  ],
  [
    'a key after its round',
    { motion: { keys: [{ t: 0 }, { t: 3 }], repeat: 2 } },
    'scene.motion.keys[1].t must be at most motion.repeat, 2 s; got 3.',
  ],
  [
    'a tilt in degrees',
    { motion: { keys: [{ t: 0, tilt: 80 }] } },
    'scene.motion.keys[0].tilt must be -3.1416 to 3.1416 rad; got 80. Is it in degrees? Write "80deg".',
  ],
  [
    'a crash',
    { motion: { keys: [{ t: 0, forward: '-50g' }] } },
    'scene.motion.keys[0].forward must be -10.194 to 10.194 g; got "-50g".',
  ],
  [
    'a shaking that leaves nothing on the glass',
    { coating: { advancing: '50deg', receding: '49.9deg' }, motion: { keys: [{ t: 1, ay: '10g' }] } },
    'scene.coating must hold drops of at least 0.001 mg; it holds 0.000060144 mg. Lower coating.receding, or set coating.critical.',
  ],
];

testRefusals({
  'coating, gravity, wind': COATING_AND_WIND,
  wipers: WIPERS,
  motion: MOTION,
});
