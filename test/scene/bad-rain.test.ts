/** Every way the rain of a scene can be wrong. */
import { type Case, testRefusals } from './refusals.ts';

const RAIN: readonly Case[] = [
  ['rain null', { rain: null }, 'scene.rain must be an object; got null. For no rain write {"kind": "none"}.'],
  ['rain NaN', { rain: Number.NaN }, 'scene.rain must be an object; got NaN. For no rain write {"kind": "none"}.'],
  [
    'another kind of rain',
    { rain: { kind: 'nonne' } },
    'scene.rain.kind must be "uniform", "marshall-palmer", "script", "drips", "none" or "several"; got "nonne". Did you mean "none"?',
  ],
  [
    'a negative rate',
    { rain: { rate: -1 } },
    'scene.rain.rate must be 0 to 1000000 drops/s or a depth in mm/h; got -1.',
  ],
  [
    'a rate in no known unit',
    { rain: { rate: '17mm/d' } },
    'scene.rain.rate must be 0 to 1000000 drops/s or a depth in mm/h; got "17mm/d". Write it like "17mm/h".',
  ],
  [
    'a flood',
    { rain: { rate: '1e9mm/h', small: [0.5, 0.5], large: [0.5, 0.5] }, surface: { width: 36, height: 10 } },
    'scene.rain.rate must be 0 to 1000000 drops/s; got 1000000000 mm/h, which makes 200000000. Let it rain less, or larger drops.',
  ],
  [
    'small masses the wrong way round',
    { rain: { small: [2, 1] } },
    'scene.rain.small must be [min, max] with min at most max; got [2,1]. Swap the two.',
  ],
  [
    'large masses the wrong way round',
    { rain: { large: ['4mg', '2mg'] } },
    'scene.rain.large must be [min, max] with min at most max; got [4,2]. Swap the two.',
  ],
  ['one mass', { rain: { small: [2] } }, 'scene.rain.small must be [min, max] in mg, or null; got [2].'],
  [
    'a mass without a number',
    { rain: { small: [1, 'heavy'] } },
    'scene.rain.small[1] must be 0.001 to 5000 mg; got "heavy". Write it like "5uL".',
  ],
  ['a share of 200 %', { rain: { largeShare: 2 } }, 'scene.rain.largeShare must be 0 to 1; got 2.'],
  ['half a drop', { rain: { max: 0.5 } }, 'scene.rain.max must be a whole number from 0 to 1000000 drops; got 0.5.'],
  [
    'a coating that gives no masses',
    { coating: { advancing: '50deg', receding: '49.99deg' }, surface: { tilt: 0 } },
    'scene.rain.small must be 0.001 to 5000 mg; got null, which the coating makes 0.000008677 to 0.000069416 mg. Write the masses as [min, max].',
  ],
];

const MEASURED_RAIN: readonly Case[] = [
  [
    'millimetres without an hour',
    { rain: { kind: 'marshall-palmer', rate: 10 } },
    'scene.rain.rate must be 0 to 1000 mm/h; got 10. Write it like "17mm/h".',
  ],
  [
    'an option of another rain',
    { rain: { kind: 'marshall-palmer', largeShare: 0.5 } },
    'scene.rain has no "largeShare"; it has kind, rate, drift, smallest, weighting, arrivals, impact, max.',
  ],
  ['a misspelt option of no rain', { rain: { kind: 'none', rat: 5 } }, 'scene.rain has no "rat". Did you mean "rate"?'],
  [
    'an unread rate that no file can hold',
    { rain: { kind: 'none', rate: 10n } },
    'scene.rain.rate must be plain JSON, without NaN or functions; got 10n.',
  ],
  [
    'drops as fine as fog',
    { rain: { kind: 'marshall-palmer', smallest: 0.01 } },
    'scene.rain.smallest must be 0.125 to 4 mm; got 0.01.',
  ],
  [
    'more drops than can be',
    {
      rain: { kind: 'marshall-palmer', rate: '900mm/h', drift: '100m/s', smallest: 0.125 },
      surface: { width: 3000, height: 3000, cellSize: 1 },
    },
    'scene.rain.rate must be 0 to 1000000 drops/s; got 900 mm/h, which makes 8120554. Let it rain less, or raise rain.smallest.',
  ],
  [
    'a scripted drop of less than nothing',
    { rain: { kind: 'script', drops: [{ t: 0, x: 1, y: 1, mass: '-5uL' }] } },
    'scene.rain.drops[0].mass must be 0.001 to 5000 uL; got "-5uL".',
  ],
  [
    'a scripted drop beside the pane',
    { rain: { kind: 'script', drops: [{ t: 0, x: 1, y: 201, mass: 5 }] } },
    'scene.rain.drops[0].y must be 0 to 200 mm; got 201. That is outside the pane.',
  ],
  [
    'a drop after its round',
    { rain: { kind: 'script', drops: [{ t: 2, x: 1, y: 1, mass: 5 }], repeat: 2 } },
    'scene.rain.drops[0].t must be 0 to 2 s, before rain.repeat; got 2.',
  ],
  [
    'a rain file where there are no files',
    { rain: { kind: 'script', file: 'rain.csv' } },
    'scene.rain.file must not be here; got "rain.csv". Only the command line reads it; put what parseRainScript makes of its text into drops.',
  ],
  [
    'an edge beside the pane',
    { rain: { kind: 'drips', from: [0, 0], to: ['40cm', 0] } },
    'scene.rain.to[0] must be 0 to 300 mm; got 400. That is outside the pane.',
  ],
  [
    'an edge with one end',
    { rain: { kind: 'drips', from: 5 } },
    'scene.rain.from must be [x, y] in mm, or null; got 5.',
  ],
  [
    'several rains in several',
    { rain: { kind: 'several', rains: [{ kind: 'several' }] } },
    'scene.rain.rains[0].kind must be "uniform", "marshall-palmer", "script", "drips" or "none"; got "several".',
  ],
  [
    'one wrong rain of several',
    { rain: { kind: 'several', rains: [{}, { kind: 'drips', jitter: 2 }] } },
    'scene.rain.rains[1].jitter must be 0 to 1; got 2.',
  ],
];

testRefusals({
  rain: RAIN,
  'measured, scripted and dripping rain': MEASURED_RAIN,
});
