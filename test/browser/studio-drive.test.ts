/** The studio's speed, rain and wipers on a windshield act on the running simulation, and stand in the address. */
import { describe, expect, test } from 'vitest';
import { CHOICES_DEFAULTS, overridesOf, readChoices, writeChoices } from '../../studio/src/choices.ts';
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
