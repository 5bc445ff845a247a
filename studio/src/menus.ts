/** The chooser of scenes and the row of views. */
import { loadScene, sceneNames } from 'rivulet';
import { VIEWS, type ViewName } from './choices.js';
import { VIEW_TITLES } from './legend.js';

export interface Menu<Value> {
  /** Checks `value`; `missing` says which of the others cannot be chosen now, `absent` which do not even show. */
  show(value: Value, missing?: (value: Value) => boolean, absent?: (value: Value) => boolean): void;
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

/** The scenes the page is proud of, each with a word for its button. */
const SHOWCASE: readonly (readonly [name: string, word: string])[] = [
  ['window', 'Day'],
  ['window-night', 'Night'],
  ['window-fog', 'Fog'],
  ['window-storm', 'Storm'],
];

/** One radio button a showcase scene; none is checked while another scene runs. */
export function createShowcase(fieldset: HTMLElement, choose: (name: string) => void): Menu<string> {
  return createRadios(fieldset, 'showcase', SHOWCASE, choose);
}

/** One radio button a view. */
export function createViewMenu(fieldset: HTMLElement, choose: (view: ViewName) => void): Menu<ViewName> {
  const views = VIEWS.map((view) => [view, VIEW_TITLES[view]] as const);
  return createRadios(fieldset, 'view', views, choose);
}

/** Fills the fieldset with radio buttons, which bring the arrow keys with them. */
function createRadios<Value extends string>(
  fieldset: HTMLElement,
  name: string,
  values: readonly (readonly [value: Value, title: string])[],
  choose: (value: Value) => void,
): Menu<Value> {
  const radios = values.map(([value, title]) => {
    const label = document.createElement('label');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = name;
    radio.value = value;
    radio.addEventListener('change', () => choose(value));
    const text = document.createElement('span');
    text.textContent = title;
    label.append(radio, text);
    fieldset.append(label);
    return radio;
  });
  return {
    show(value, missing = () => false, absent = () => false) {
      for (const radio of radios) {
        const isAbsent = absent(radio.value as Value);
        radio.checked = radio.value === value;
        radio.disabled = isAbsent || missing(radio.value as Value);
        radio.closest('label')?.toggleAttribute('hidden', isAbsent);
      }
    },
  };
}
