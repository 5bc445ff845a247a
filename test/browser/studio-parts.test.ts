/** The studio's parts that need no browser: the loop, the address, the keys, the medians. */
import { describe, expect, test } from 'vitest';
import { CHOICES_DEFAULTS, type Choices, overridesOf, readChoices, writeChoices } from '../../studio/src/choices.ts';
import { actionOf, TABLE_2 } from '../../studio/src/keys.ts';
import { barLength } from '../../studio/src/legend.ts';
import { Loop, MAX_CATCH_UP, STEP_BUDGET } from '../../studio/src/loop.ts';
import { median, StepMeter } from '../../studio/src/step-meter.ts';

/** A loop whose pictures come when the test says so; each step takes `stepMs` of its clock. */
function createBench(stepMs = 0) {
  let now = 0;
  let pending: ((timestamp: number) => void) | null = null;
  const seen = { steps: 0, drawn: 0, failures: [] as unknown[], fail: false };
  const loop = new Loop(
    {
      stepSeconds: () => 0.005,
      step() {
        if (seen.fail) throw new Error('no more');
        seen.steps++;
        now += stepMs;
      },
      draw: () => void seen.drawn++,
      measured() {},
      failed: (error) => void seen.failures.push(error),
    },
    {
      now: () => now,
      request: (callback) => {
        pending = callback;
        return 1;
      },
      cancel: () => {
        pending = null;
      },
    },
  );
  /** Lets `ms` pass and shows the requested picture, if any. */
  const picture = (ms: number): boolean => {
    now += ms;
    const callback = pending;
    pending = null;
    callback?.(now);
    return callback !== null;
  };
  return { loop, seen, picture };
}

describe('the loop', () => {
  test('takes as many steps as time passes', () => {
    const { loop, seen, picture } = createBench();
    loop.play();
    for (let k = 0; k <= 60; k++) picture(1000 / 60);
    expect(seen.steps).toBe(200);
    expect(seen.drawn).toBe(61);
  });

  test('forgets a stall instead of making up for it', () => {
    const { loop, seen, picture } = createBench();
    loop.play();
    picture(16);
    picture(10_000);
    expect(seen.steps).toBe(MAX_CATCH_UP / 0.005);
    picture(5);
    expect(seen.steps).toBe(MAX_CATCH_UP / 0.005 + 1);
  });

  test('never spends more than its budget and one step on a picture', () => {
    const { loop, seen, picture } = createBench(10);
    loop.play();
    picture(16);
    for (let k = 1; k <= 50; k++) {
      const before = seen.steps;
      picture(16);
      expect((seen.steps - before) * 10).toBeLessThan(STEP_BUDGET + 10);
    }
  });

  test('requests no picture while it is paused or hidden, and does not jump afterwards', () => {
    const { loop, seen, picture } = createBench();
    loop.play();
    picture(16);
    picture(16);
    loop.setHidden(true);
    const { steps } = seen;
    expect(picture(5000)).toBe(false);
    loop.setHidden(false);
    picture(16);
    expect(seen.steps).toBe(steps);
    picture(10);
    expect(seen.steps).toBe(steps + 2);
    loop.pause();
    picture(16); // the picture that was under way
    expect(picture(1000)).toBe(false);
    expect(seen.steps).toBe(steps + 2);
  });

  test('rushes without showing anything until it is done', () => {
    const { loop, seen, picture } = createBench(1);
    loop.rush(100);
    while (picture(16)) expect(seen.drawn).toBe(seen.steps === 100 ? 1 : 0);
    expect([seen.steps, seen.drawn]).toEqual([100, 1]);
  });

  test('pauses and reports when a step fails', () => {
    const { loop, seen, picture } = createBench();
    loop.play();
    picture(16);
    seen.fail = true;
    picture(16);
    expect(loop.playing).toBe(false);
    expect(seen.failures).toHaveLength(1);
    expect(picture(16)).toBe(false);
  });
});

describe('the address', () => {
  const chosen: Choices = {
    scene: 'chin-table-3',
    view: 'id',
    showDrops: false,
    seed: '7',
    rain: '17mm/h',
    tilt: '60',
    wind: '5m/s',
    vehicle: '50km/h',
    coating: '70',
    shape: 'space',
    switches: { erosion: false, merging: true },
  };

  test('says the same after writing and reading', () => {
    expect(readChoices(writeChoices(chosen))).toEqual(chosen);
    expect(readChoices(writeChoices(CHOICES_DEFAULTS))).toEqual(CHOICES_DEFAULTS);
    expect(readChoices('')).toEqual(CHOICES_DEFAULTS);
  });

  test('another shape becomes another kind of surface, and a pane in space stays a pane', () => {
    expect(overridesOf({ ...CHOICES_DEFAULTS, shape: 'box' })).toEqual({ surface: { kind: 'box' } });
    expect(overridesOf({ ...CHOICES_DEFAULTS, shape: 'space' })).toEqual({});
  });

  test('becomes overrides of the scene', () => {
    expect(overridesOf(CHOICES_DEFAULTS)).toEqual({});
    expect(overridesOf(chosen)).toEqual({
      seed: 7,
      rain: { kind: 'uniform', rate: '17mm/h' },
      surface: { tilt: '60deg' },
      wind: { speed: '5m/s', vehicle: '50km/h' },
      coating: { advancing: '70deg', receding: '28deg' },
      model: { erosion: false, merging: true },
    });
    expect(overridesOf({ ...CHOICES_DEFAULTS, rain: ' none' })).toEqual({ rain: { kind: 'none' } });
  });

  test('leaves words it does not know to the library, and ignores names it does not know', () => {
    expect(overridesOf(readChoices('?seed=x&tilt=1.2rad&fog=thick&erosion=maybe'))).toEqual({
      seed: 'x',
      surface: { tilt: '1.2rad' },
    });
  });
});

describe('the keys', () => {
  const press = { ctrlKey: false, altKey: false, metaKey: false, repeat: false, isComposing: false };

  test("are Chin's Table 2, in either case", () => {
    expect(TABLE_2.map(({ key }) => key).join('')).toBe('EMRSIPX');
    for (const { key, action } of TABLE_2) {
      expect(actionOf({ ...press, key })).toBe(action);
      expect(actionOf({ ...press, key: key.toLowerCase() })).toBe(action);
    }
  });

  test('held down repeat only the single step', () => {
    expect(actionOf({ ...press, key: 'e', repeat: true })).toBeNull();
    expect(actionOf({ ...press, key: ' ', repeat: true })).toBeNull();
    expect(actionOf({ ...press, key: '.', repeat: true })).toBe('step');
  });

  test.each(['ctrlKey', 'altKey', 'metaKey', 'isComposing'])('belong to others with %s', (modifier) => {
    expect(actionOf({ ...press, key: 'r', [modifier]: true })).toBeNull();
  });
});

describe('the figures', () => {
  test('are medians of the last second', () => {
    expect([median([]), median([3]), median([5, 1, 3]), median([4, 1, 3, 2])]).toEqual([0, 3, 3, 2.5]);
    const meter = new StepMeter();
    meter.add(0, 16, 1, 100, 100); // long ago by the end
    for (let k = 1; k <= 100; k++) meter.add(k * 16, 16, 2, 100 + k * 4, 100 + k * 2);
    const { step, speed } = meter.pace(0.005);
    expect(step).toEqual({ total: 3, fields: 2, drops: 1 });
    expect(speed).toBeCloseTo(0.01 / 0.016, 6);
    meter.reset(1000, 1000);
    expect(meter.pace(0.005)).toEqual({ step: null, speed: null });
    meter.add(2000, 0, 1, 1002, 1001);
    expect(meter.pace(0.005).step).toEqual({ total: 3, fields: 2, drops: 1 });
  });

  test('show a bar of 1, 2 or 5 times a power of ten', () => {
    expect([barLength(3), barLength(2), barLength(1), barLength(20)]).toEqual([20, 50, 100, 5]);
  });
});
