/** All scenes as thumbnails with a sentence each, in a dialog that a bare address opens. */
import groups from '../../docs/gallery/scenes.json';

const THUMBNAILS = import.meta.glob<string>('../../docs/gallery/*.jpg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Fills the dialog and returns a function that opens it. */
export function createGallery(dialog: HTMLDialogElement, choose: (scene: string) => void): () => void {
  const pick = (name: string) => {
    dialog.close();
    choose(name);
  };
  // A click beside the scenes hits the dialog itself, whose content covers the rest.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return () => {
    const list = dialog.querySelector('.gallery-groups');
    // Filled when it is first seen: until then no thumbnail is loaded.
    if (list?.childElementCount === 0) list.append(...groups.map((group) => drawGroup(group, pick)));
    if (!dialog.open) dialog.showModal();
  };
}

function drawGroup({ heading, scenes }: (typeof groups)[number], pick: (name: string) => void): HTMLElement {
  const section = document.createElement('section');
  const title = document.createElement('h3');
  title.textContent = heading;
  const list = document.createElement('ul');
  for (const scene of scenes) {
    const item = document.createElement('li');
    item.append(drawScene(scene, pick));
    list.append(item);
  }
  section.append(title, list);
  return section;
}

function drawScene(
  { name, title, sentence }: (typeof groups)[number]['scenes'][number],
  pick: (name: string) => void,
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.scene = name;
  const picture = document.createElement('img');
  picture.src = THUMBNAILS[`../../docs/gallery/${name}.jpg`];
  picture.alt = '';
  picture.width = 320;
  picture.height = 200;
  picture.decoding = 'async';
  const words = document.createElement('strong');
  words.textContent = title;
  const about = document.createElement('span');
  about.textContent = sentence;
  button.append(picture, words, about);
  button.addEventListener('click', () => pick(name));
  return button;
}
