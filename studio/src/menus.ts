/** The chooser of scenes and the row of views. */
import { loadScene, sceneNames } from 'rivulet';
import { VIEWS, type ViewName } from './choices.js';
import { VIEW_TITLES } from './legend.js';

export interface Menu<Value> {
  show(value: Value): void;
}

/** Fills the select with every scene under its title. */
export function createSceneMenu(select: HTMLSelectElement, choose: (name: string) => void): Menu<string> {
  for (const name of sceneNames) {
    const title = loadScene(name).title || name;
    select.add(new Option(title, name));
  }
  select.addEventListener('change', () => choose(select.value));
  return {
    show(name) {
      select.value = name;
    },
  };
}

/** Fills the fieldset with one radio button a view, which brings the arrow keys with it. */
export function createViewMenu(fieldset: HTMLElement, choose: (view: ViewName) => void): Menu<ViewName> {
  const radios = VIEWS.map((view) => {
    const label = document.createElement('label');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = 'view';
    radio.value = view;
    radio.addEventListener('change', () => choose(view));
    const text = document.createElement('span');
    text.textContent = VIEW_TITLES[view];
    label.append(radio, text);
    fieldset.append(label);
    return radio;
  });
  return {
    show(view) {
      for (const radio of radios) radio.checked = radio.value === view;
    },
  };
}
