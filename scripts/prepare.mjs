/**
 * Runs before `npm start` and `npm test`: installs the packages if they are missing or stale, with `--browser` sees to it
 * that there is a Chromium (and, where Debian has it, a fast software driver), and with `--engines` tries to get Firefox and WebKit too. Plain Node: on a fresh clone there
 * is nothing else yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, findSoftwareVulkan } from './chromium.mjs';
import { ENGINES, lacksOf } from './engines.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** npm writes node_modules/.package-lock.json at the end of an install: its time is the time of the last whole one. */
function packagesAreStale() {
  const installed = statSync(`${ROOT}node_modules/.package-lock.json`, { throwIfNoEntry: false });
  return !installed || installed.mtimeMs < statSync(`${ROOT}package-lock.json`).mtimeMs;
}

/** Development packages too, even where NODE_ENV is production: they build and test. */
function installPackages() {
  const npm = process.env.npm_execpath ?? '';
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  console.error('prepare: npm ci');
  return basename(npm).startsWith('npm') ? show(process.execPath, [npm, ...args]) : show('npm', args);
}

/** Installs Debian's packages where that is allowed. */
function installFromDebian(packages) {
  const mayInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!mayInstall) return;
  console.error(`prepare: apt-get install ${packages.join(' ')}`);
  if (show('apt-get', ['update'])) show('apt-get', ['install', '-y', ...packages]);
}

/** The packages of the engines that something is missing of. Without them their tests are left out, which they tell. */
function missingEngines() {
  const names = Object.keys(ENGINES).filter((name) => lacksOf(name).length > 0);
  return [...new Set(names.flatMap((name) => ENGINES[name].packages))];
}

/** Runs a program, its output on stderr; true if it succeeded. */
function show(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const shell = process.platform === 'win32' && program === 'npm';
  return spawnSync(program, args, { cwd: ROOT, env, shell, stdio: ['ignore', 2, 2] }).status === 0;
}

function fail(line) {
  console.error(`prepare: ${line}`);
  process.exit(1);
}

if (packagesAreStale() && !installPackages()) fail('npm ci failed; see above.');
if (process.argv.includes('--browser')) {
  const missing = [
    ...(findChromium() ? [] : ['chromium']),
    // Without it the tests pass too, more slowly.
    ...(findSoftwareVulkan() ? [] : ['mesa-vulkan-drivers']),
  ];
  if (missing.includes('chromium') && process.env.CHROMIUM_PATH) {
    fail(`CHROMIUM_PATH must be a Chromium; got ${process.env.CHROMIUM_PATH}.`);
  }
  if (missing.length > 0) installFromDebian(missing);
  if (!findChromium()) {
    fail('the browser tests need Chromium: install it (Debian: apt install chromium) or set CHROMIUM_PATH to one.');
  }
}
if (process.argv.includes('--engines')) {
  const packages = missingEngines();
  if (packages.length > 0) installFromDebian(packages);
}
