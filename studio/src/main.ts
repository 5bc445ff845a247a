/** Opens the page with what its address says. */
import type { Simulation } from 'rivulet';
import { CHOICES_DEFAULTS, type Choices, readChoices, TYPED } from './choices.js';
import { createGallery } from './gallery.js';
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

/** Opens as many of the address's choices as the library takes; says what was wrong with the others. */
function openSession(choices: Choices): { session: Session; complaint: string } {
  const open = (attempt: Choices) => new Session(attempt, () => performance.now());
  try {
    return { session: open(choices), complaint: '' };
  } catch {
    return openByWord(choices, open);
  }
}

/** Applies one choice after another, so that a bad word spoils no other. With an unknown scene, the choices meant for it are dropped too. */
function openByWord(choices: Choices, open: (attempt: Choices) => Session): { session: Session; complaint: string } {
  const { scene, view, showDrops } = choices;
  const complaints: string[] = [];
  let kept: Choices = { ...CHOICES_DEFAULTS, view, showDrops };
  let session = open(kept);
  const take = (patch: Partial<Choices>): boolean => {
    try {
      session = open({ ...kept, ...patch });
      kept = session.choices;
      return true;
    } catch (error) {
      complaints.push(messageOf(error));
      return false;
    }
  };
  if (take({ scene })) {
    for (const name of [...TYPED, 'switches'] as const) take({ [name]: choices[name] });
  }
  return { session, complaint: complaints.join(' ') };
}

function say(message: string): void {
  find('alert').textContent = message;
  find('alert').hidden = false;
}

try {
  // Read before the studio writes its choices into the address.
  const isBare = location.search === '';
  const { session, complaint } = openSession(readChoices(location.search));
  const studio = new Studio(session);
  window.rivuletStudio = {
    get simulation() {
      return studio.simulation;
    },
  };
  studio.start();
  const showGallery = createGallery(find('gallery', HTMLDialogElement), (scene) => studio.openScene(scene));
  find('gallery-open').addEventListener('click', showGallery);
  if (isBare) showGallery();
  if (complaint) say(complaint);
} catch (error) {
  say(messageOf(error));
}
