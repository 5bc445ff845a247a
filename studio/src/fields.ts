/** The fields for weather, glass and seed. */
import { find } from './page.js';
import type { Session } from './session.js';
import { createTextField } from './text-field.js';

/** The slider's end where a scene has no rain of its own [drops/s]. */
const USUAL_RAIN = 100;
/** The slider goes this many times beyond the scene's own rain. */
const RAIN_REACH = 4;

/** A quantity of the running scene with a slider beside it. */
interface Quantity {
  readonly id: string;
  /** The value in force, in the unit the page shows. */
  read(session: Session): number;
  apply(session: Session, text: string): void;
}

const QUANTITIES: readonly Quantity[] = [
  { id: 'rain', read: rainOf, apply: (session, text) => session.setRain(text) },
  { id: 'wind', read: windOf, apply: (session, text) => session.setWind(text) },
  { id: 'vehicle', read: vehicleOf, apply: (session, text) => session.setVehicle(text) },
  { id: 'tilt', read: tiltOf, apply: (session, text) => session.setTilt(text) },
  { id: 'coating', read: coatingOf, apply: (session, text) => session.setCoating(text) },
];

/** Wires up the fields; `changed` follows a change in the running simulation, `opened` a new one. */
export function createFields(session: Session, changed: () => void, opened: () => void): { show(): void } {
  const quantities = QUANTITIES.map(({ id, read, apply }) => {
    const current = () => shorten(read(session));
    const put = (text: string) => {
      apply(session, text);
      changed();
    };
    const field = createTextField({ id, current, apply: put });
    return { show: () => field.show(read(session)) };
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
      const isMeasured = session.simulation.scene.rain.kind === 'marshall-palmer';
      find('rain-unit').textContent = isMeasured ? 'mm/h' : 'drops/s';
      for (const quantity of quantities) quantity.show();
      seed.show();
    },
  };
}

/** [drops/s], or [mm/h] of rain as it is measured. */
function rainOf({ simulation }: Session): number {
  const { rain } = simulation.scene;
  if (rain.kind === 'marshall-palmer') return rain.rate * 3600;
  return rain.kind === 'uniform' ? rain.rate : 0;
}

/** [deg]. */
function tiltOf({ simulation }: Session): number {
  const { surface } = simulation.scene;
  return 'tilt' in surface ? (surface.tilt * 180) / Math.PI : 90;
}

/** [km/h]. */
function windOf({ simulation }: Session): number {
  return (simulation.scene.wind.speed * 3.6) / 1000;
}

/** Speed of the car [km/h]. */
function vehicleOf({ simulation }: Session): number {
  return (simulation.scene.wind.vehicle * 3.6) / 1000;
}

/** Advancing contact angle [deg]. */
function coatingOf({ simulation }: Session): number {
  return (simulation.scene.coating.advancing * 180) / Math.PI;
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
