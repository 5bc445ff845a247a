/** What the colours mean, and how large the pane is. */
import type { ViewName } from './choices.js';

/** Height that is shown white [mm]: the trails of a window's largest drops are about as high. */
export const MAX_HEIGHT = 3;

export const VIEW_TITLES: Readonly<Record<ViewName, string>> = {
  beauty: 'Glass',
  drops: 'Drops',
  height: 'Height',
  blurred: 'Blurred',
  id: 'IDs',
  normal: 'Normals',
  'blurred-normal': 'Blurred normals',
  mask: 'Mask',
  caps: 'Caps',
  wet: 'Wet cells',
  roulette: 'Roulette',
  affinity: 'Affinity',
  fine: 'Fine',
  fog: 'Fog',
  film: 'Film',
};

const MEANINGS: Readonly<Record<ViewName, string>> = {
  beauty: 'The glass as the eye sees it: every drop is a lens.',
  drops: 'The water, dim, under the drops.',
  height: `Water height: dark is dry, white is ${MAX_HEIGHT} mm and more.`,
  blurred: 'The same after the mean of 3 × 3 cells, from which the glass is drawn; no water moves by it.',
  id: 'Which drop a cell belongs to, one colour each; black is dry. Trails keep the colour of the drop that left them.',
  normal: 'Where the water faces: red to the right, green downwards, blue towards you.',
  'blurred-normal': 'Where the blurred water faces: red to the right, green downwards, blue towards you.',
  mask: 'Where water is: white is covered, black is dry.',
  caps: `Height of the drops' shapes: dark is dry, white is ${MAX_HEIGHT} mm and more.`,
  wet: 'Cells that hold water, brighter for more; amber where it runs.',
  roulette: 'Where running droplets may go: a line is its probability times the way to the next cell.',
  affinity: 'How well the glass takes water: black 0, white 1 and more.',
  fine: 'Fine drops too small to run, each as large as its base; black is swept glass.',
  fog: 'Fog on the glass: black is clear, white is all there can be.',
  film: 'The film that runs leave behind: dark is dry, white is 0.02 mm and more.',
};

const SHOWN = 'Drops: cyan lie still, amber run, a white tick points where to.';
const IN_SPACE =
  'Drag turns the view, the wheel zooms, a click adds a drop; Shift and drag turn the surface, beside it they roll it.';
const HIDDEN = 'The drops are hidden (P).';

/** How far the scale's bar may go [CSS px]. */
const LONGEST_BAR = 140;

/** One or two sentences under the pane. */
export function describeView(view: ViewName, showDrops: boolean, inSpace = false): string {
  if (inSpace) return `${MEANINGS[view]} ${IN_SPACE}`;
  if (view === 'beauty') return MEANINGS.beauty;
  return `${MEANINGS[view]} ${showDrops ? SHOWN : HIDDEN}`;
}

/** The longest round length [mm] whose bar fits, at `scale` CSS pixels a millimetre. */
export function barLength(scale: number): number {
  const longest = LONGEST_BAR / scale;
  const decade = 10 ** Math.floor(Math.log10(longest));
  const digit = [5, 2, 1].find((candidate) => candidate * decade <= longest) ?? 1;
  return digit * decade;
}
