/** Opens the page with what its address says. */
import type { Simulation } from 'rivulet';
import { CHOICES_DEFAULTS, type Choices, readChoices } from './choices.js';
import { find } from './page.js';
import { Session } from './session.js';
import { Studio } from './studio.js';
import { messageOf } from './text-field.js';

declare global {
  interface Window {
    /** The running simulation, for the console and the tests. It is another one after a restart. */
    rivuletStudio?: { readonly simulation: Simulation };
  }
}

/** The address's choices, or as many of them as the library takes; says what was wrong with the rest. */
function openSession(choices: Choices): { session: Session; complaint: string } {
  const { view, scene } = choices;
  const attempts = [choices, { ...CHOICES_DEFAULTS, view, scene }, { ...CHOICES_DEFAULTS, view }];
  let complaint = '';
  for (const attempt of attempts) {
    try {
      return { session: new Session(attempt, () => performance.now()), complaint };
    } catch (error) {
      complaint ||= messageOf(error);
    }
  }
  throw new Error(complaint);
}

function say(message: string): void {
  find('alert').textContent = message;
  find('alert').hidden = false;
}

try {
  const { session, complaint } = openSession(readChoices(location.search));
  const studio = new Studio(session);
  window.rivuletStudio = {
    get simulation() {
      return studio.simulation;
    },
  };
  studio.start();
  if (complaint) say(complaint);
} catch (error) {
  say(messageOf(error));
}
