/** Where the browser of the browser tests is, and what it draws with. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, isProgram } from './programs.mjs';

/** The path of a Chromium: CHROMIUM_PATH if it is set, else the first on the PATH; undefined if there is none. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return isProgram(given) ? given : undefined;
  return findProgram('chromium', 'chromium-browser', 'google-chrome');
}

/** Where Vulkan's drivers are listed on Linux. */
const DRIVERS = '/usr/share/vulkan/icd.d';

/**
 * The list entry of Mesa's software driver (lavapipe); undefined if it is not installed. Chromium draws WebGL with it in two
 * thirds of the time that its own SwiftShader takes.
 */
export function findSoftwareVulkan() {
  try {
    const name = readdirSync(DRIVERS).find((file) => file.startsWith('lvp_icd'));
    return name && join(DRIVERS, name);
  } catch {
    return undefined;
  }
}
