/** The browsers whose engine is not Chromium's, for `test/engines`: what they are made of, and where that is. */
import { findProgram } from './programs.mjs';

/**
 * The programs each needs, under all their names, and Debian's packages with them. Both draw on a screen in memory: Firefox
 * has no WebGL without a screen, and WebKit's browser does not start.
 */
export const ENGINES = {
  Firefox: {
    programs: [['firefox-esr', 'firefox'], ['Xvfb']],
    packages: ['firefox-esr', 'xvfb', 'libgl1-mesa-dri', 'libegl1'],
  },
  WebKit: {
    programs: [['WebKitWebDriver'], ['Xvfb']],
    packages: ['webkit2gtk-driver', 'xvfb', 'libgl1-mesa-dri', 'libegl1'],
  },
};

/** The first names of the programs that an engine lacks. */
export function lacksOf(engine) {
  return ENGINES[engine].programs.filter((names) => !findProgram(...names)).map(([name]) => name);
}
