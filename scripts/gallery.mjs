/**
 * The gallery: docs/gallery.md, docs/gallery/scenes.json (which the studio reads) and one thumbnail a scene.
 * After a build: `npm run gallery` draws all, `npm run gallery -- NAME …` only these thumbnails.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { encode } from 'jpeg-js';
import { ROOT } from './tasks.mjs';

const FOLDER = 'docs/gallery';
/** Most bytes of a thumbnail: a page shows all of them. */
export const MOST_BYTES = 15_000;
/** When a scene shows what it is about [s]; the others are drawn after 12 s. */
const TIMES = {
  'chin-fig-7b': 3,
  'kaneda-teapot': 3,
  'kaneda-windshield': 20,
  'nakata-fig-8': 2.6,
  'nakata-hashimoto': 0.12,
  'stuppacher-box-glass': 4,
  'stuppacher-box-mirror': 4,
  'windshield-drive': 20,
  'windshield-night': 20,
};

/** Headings, and the beginnings of the names under them; the showcase has what no paper has. */
const GROUPS = [
  ['Showcase', /^wind/],
  ['Chen, Chen and Wong 2013', /^chen-/],
  ['Stuppacher and Supan 2007', /^stuppacher-/],
  ['Chin', /^chin-/],
  ['Kaneda, Zuyama, Yamashita and Nishita 1996', /^kaneda-/],
  ['Nakata, Kakimoto and Nishita 2012', /^nakata-/],
];

/** Scenes under their headings: name, title, and the first sentence of what they say of themselves. */
export async function galleryGroups() {
  const { loadScene, sceneNames } = await import('rivulet');
  const groups = GROUPS.map(([heading, names]) => ({
    heading,
    scenes: sceneNames
      .filter((name) => names.test(name))
      .sort(byNumber)
      .map((name) => describe(name, loadScene(name))),
  }));
  const shown = groups.flatMap(({ scenes }) => scenes).length;
  if (shown !== sceneNames.length) throw new Error('a scene stands under no heading of the gallery, or under two.');
  return groups;
}

/** `nakata-fig-8` before `nakata-fig-10`. */
function byNumber(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}

function describe(name, { title, about }) {
  const [sentence] = /^.+?[.](?= [A-Z]|$)/.exec(about) ?? [about];
  return { name, title, sentence };
}

/** The page of the gallery. */
export function galleryPage(groups) {
  const parts = groups.map(({ heading, scenes }) => {
    const rows = scenes.map(
      ({ name, title, sentence }) =>
        `| ![${title}](gallery/${name}.jpg) | **${title}**<br>${sentence}<br>\`${commandOf(name)}\` |`,
    );
    return `## ${heading}\n\n| | |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Gallery

All scenes that come with the package, as \`rivulet render\` draws them. \`npm start\` opens the studio, where each runs live;
[scenes/](../scenes) has their JSON. This page is written by \`npm run gallery\`.

${parts.join('\n')}`;
}

function commandOf(name) {
  return `npx rivulet render ${name} --at ${TIMES[name] ?? 12} -o ${name}.png`;
}

/** Renders a scene and returns it as a JPEG of at most `MOST_BYTES`. */
function thumbnail(name, folder) {
  const file = join(folder, `${name}.png`);
  const words = ['render', name, '--at', String(TIMES[name] ?? 12), '--size', '320x200', '-o', file];
  execFileSync(process.execPath, [join(ROOT, 'dist/cli/bin.js'), ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { data, width, height, channels } = decode(readFileSync(file));
  const rgba = Uint8Array.from({ length: 4 * width * height }, (_, i) =>
    i % 4 === 3 ? 255 : data[Math.floor(i / 4) * channels + (i % 4)],
  );
  for (let quality = 84; ; quality -= 4) {
    const bytes = encode({ data: rgba, width, height }, quality).data;
    if (bytes.length <= MOST_BYTES) return bytes;
  }
}

async function draw(names) {
  const groups = await galleryGroups();
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  writeFileSync(join(ROOT, 'docs/gallery.md'), galleryPage(groups));
  writeFileSync(join(ROOT, FOLDER, 'scenes.json'), `${JSON.stringify(groups, null, 2)}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-gallery-'));
  try {
    for (const { name } of groups.flatMap(({ scenes }) => scenes)) {
      if (names.length > 0 && !names.includes(name)) continue;
      writeFileSync(join(ROOT, FOLDER, `${name}.jpg`), thumbnail(name, folder));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (realpathSync(process.argv[1]) === import.meta.filename) await draw(process.argv.slice(2));
