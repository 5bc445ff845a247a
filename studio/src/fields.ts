/** The fields for rain, tilt and seed. */
import { find } from './page.js';
import type { Session } from './session.js';
import { createTextField } from './text-field.js';

/** The slider's end where a scene has no rain of its own [drops/s]. */
const USUAL_RAIN = 100;
/** The slider goes this many times beyond the scene's own rain. */
const RAIN_REACH = 4;

/** Wires up the fields; `changed` follows a change in the running simulation, `opened` a new one. */
export function createFields(session: Session, changed: () => void, opened: () => void): { show(): void } {
  const rain = createTextField({
    id: 'rain',
    current: () => rainText(session),
    apply(text) {
      session.setRain(text);
      changed();
    },
  });
  const tilt = createTextField({
    id: 'tilt',
    current: () => tiltText(session),
    apply(text) {
      session.setTilt(text);
      changed();
    },
  });
  const seed = createTextField({
    id: 'seed',
    current: () => seedText(session),
    apply(text) {
      session.open({ seed: text.trim() });
      opened();
    },
  });
  let scene = '';
  return {
    show() {
      if (scene !== session.choices.scene) {
        scene = session.choices.scene;
        find('rain-slider', HTMLInputElement).max = String(rainReach(rainOf(session)));
      }
      rain.show(rainOf(session));
      tilt.show(tiltOf(session));
      seed.show();
    },
  };
}

/** [drops/s]. */
function rainOf({ simulation }: Session): number {
  const { rain } = simulation.scene;
  return rain.kind === 'uniform' ? rain.rate : 0;
}

/** [deg]. */
function tiltOf({ simulation }: Session): number {
  return (simulation.scene.surface.tilt * 180) / Math.PI;
}

function rainText(session: Session): string {
  return shorten(rainOf(session));
}

function tiltText(session: Session): string {
  return shorten(tiltOf(session));
}

function seedText({ simulation }: Session): string {
  return String(simulation.scene.seed);
}

/** Five digits say enough beside a slider. */
function shorten(value: number): string {
  return String(Number(value.toPrecision(5)));
}

function rainReach(rain: number): number {
  return Math.max(USUAL_RAIN, Math.ceil((RAIN_REACH * rain) / 100) * 100);
}
