/**
 * Shaders as they are when the program runs, instead of the pieces and numbers they are put together from. What they
 * repeat gzip sees, and of what a build leaves out nothing is left.
 */

import { condense } from './shorten-shaders.mjs';

/** The module whose exports are the shaders. */
export const SHADERS = 'render/webgl/shaders.js';

/** @param {string} code that module, bundled with all that it imports. Returns it with the same exports, put together. */
export async function finishShaders(code) {
  const shaders = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return Object.entries(shaders)
    .map(([name, text]) => `export const ${name} = ${quoted(condense(text))};\n`)
    .join('');
}

/** As a template, by which shorten-shaders.mjs knows shaders. */
function quoted(text) {
  return `\`${text.replace(/[\\`$]/g, '\\$&')}\``;
}
