/** Builds the studio into studio/dist/, static files that any server can hand out. */
import { join } from 'node:path';
import { isDue, needs, ROOT, remove, swapFolder, touch } from './tasks.mjs';

export const STUDIO_DIST = 'studio/dist';

export async function buildStudio(force) {
  needs('studio/index.html', 'the studio starts there');
  const inputs = ['studio', 'docs/gallery', 'dist/index.js', 'scripts/build-studio.mjs', 'package-lock.json'];
  if (!force && !isDue(inputs, [`${STUDIO_DIST}/index.html`], (path) => path.startsWith(join(ROOT, 'studio/dist')))) {
    return false;
  }
  const { build } = await import('vite');
  const draft = `studio/dist-${process.pid}`;
  try {
    await build({
      root: join(ROOT, 'studio'),
      configFile: false,
      logLevel: 'warn',
      // Relative addresses, so that the studio also works from a subfolder of a site.
      base: './',
      build: { outDir: join(ROOT, draft), emptyOutDir: true, target: 'es2022', sourcemap: true },
    });
    swapFolder(draft, STUDIO_DIST);
  } finally {
    remove(draft);
  }
  touch(`${STUDIO_DIST}/index.html`);
  return true;
}
buildStudio.title = 'studio';
