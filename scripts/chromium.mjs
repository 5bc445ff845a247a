/** Where the browser of the browser tests is. */
import { findProgram, isProgram } from './programs.mjs';

/** The path of a Chromium: CHROMIUM_PATH if it is set, else the first on the PATH; undefined if there is none. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return isProgram(given) ? given : undefined;
  return findProgram('chromium', 'chromium-browser', 'google-chrome');
}
