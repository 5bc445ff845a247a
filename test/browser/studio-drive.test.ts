/** The studio's speed, rain and wipers on a windshield act on the running simulation, and stand in the address. */
import { loadScene, sceneNames } from 'rivulet';
import { DataTexture } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pixelsAround } from '../../studio/src/around.ts';
import { CHOICES_DEFAULTS, overridesOf, readChoices, writeChoices } from '../../studio/src/choices.ts';
import { DrivenStreet, isDriven } from '../../studio/src/driven-street.ts';
import { actionOf } from '../../studio/src/keys.ts';
import { Session } from '../../studio/src/session.ts';

const PRESS = { ctrlKey: false, altKey: false, metaKey: false, repeat: false, isComposing: false };

describe('windshield-drive in the studio', () => {
  const open = (scene: string) => new Session({ ...CHOICES_DEFAULTS, scene }, () => 0);

  test('speed and rain act at once; measured rain stays measured, in mm/h', () => {
    const session = open('windshield-drive');
    session.setVehicle('130');
    session.setRain('60');
    const { wind, rain } = session.simulation.scene;
    expect(wind.vehicle).toBeCloseTo(130_000 / 3.6, 6);
    expect(rain).toMatchObject({ kind: 'marshall-palmer', rate: expect.closeTo(60 / 3600, 9), impact: 0.1 });
    expect([session.choices.vehicle, session.choices.rain]).toEqual(['130', '60mm/h']);
    expect(() => session.setVehicle('400m/s')).toThrow('scene.wind.vehicle must be 0 to 100 m/s; got "400m/s".');
    expect(session.choices.vehicle).toBe('130');
  });

  test('the key W takes the wipers off and puts them back', () => {
    expect(actionOf({ ...PRESS, key: 'w' })).toBe('wipers');
    const session = open('windshield-drive');
    const own = session.simulation.scene.wipers;
    expect([own.length, session.wipers]).toEqual([2, true]);
    session.setWipers(false);
    expect([session.simulation.scene.wipers, session.wipers]).toEqual([[], false]);
    session.setWipers(true);
    expect(session.simulation.scene.wipers).toEqual(own);
    expect(open('window').wipers).toBe(undefined);
  });

  test('the speed stands in the address', () => {
    const choices = readChoices('?scene=windshield-drive&vehicle=90&wind=20');
    expect(writeChoices(choices)).toContain('vehicle=90');
    expect(overridesOf(choices)).toEqual({ wind: { speed: '20km/h', vehicle: '90km/h' } });
  });
});

describe('the street around a car in the studio', () => {
  const asked: { backdrop: Parameters<typeof pixelsAround>[0]; width: number }[] = [];
  let answer = () => {};
  vi.stubGlobal(
    'Worker',
    class {
      onmessage = (_: { data: Uint16Array }) => {};
      postMessage(question: (typeof asked)[number]) {
        asked.push(question);
        answer = () => this.onmessage({ data: pixelsAround(question.backdrop, question.width) });
      }
      terminate() {}
    },
  );
  afterEach(() => asked.splice(0));

  test('is asked for at the time of the frame, one picture at a time, and comes nearer', () => {
    const backdrop = { kind: 'street', resolution: 64, speed: 10_000, time: 2 } as const;
    const texture = new DataTexture(pixelsAround(backdrop, 32), 32, 16);
    const street = new DrivenStreet(backdrop, texture);
    const start = texture.image.data;
    street.update(0);
    street.update(0.5);
    expect(asked).toEqual([{ backdrop, width: 32 }]);
    answer();
    expect(texture.image.data).toEqual(start);
    street.update(0);
    street.update(0.5);
    answer();
    expect(asked.map((one) => (one.backdrop as { time?: number }).time)).toEqual([2, 2.5]);
    expect(texture.image.data).not.toEqual(start);
    street.dispose();
  });

  test('moves on in the scenes that drive, and in no other', () => {
    const driven = (scene: string) => isDriven((loadScene(scene).backdrop ?? { kind: 'street' }) as never);
    expect(sceneNames.filter(driven)).toEqual(['windshield-drive', 'windshield-night']);
  });
});
