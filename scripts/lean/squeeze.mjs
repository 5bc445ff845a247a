/** The last steps to a small file: what the bundler's own minifier leaves, a second one finds, and names are chosen for gzip. */
import { minify } from 'terser';
import { nameByNeighbours } from './name-by-neighbours.mjs';
import { nameInOrder } from './name-in-order.mjs';
import { shiftMappings } from './shift-map.mjs';
import { edited } from './syntax.mjs';

/**
 * Puts values in the place of names that stand for them once, and takes away what that leaves over. Reading a property
 * does nothing in this code, and nobody calls a function with `new`: those have classes. Numbers are computed as they are.
 */
export async function compress({ code, map }) {
  const options = { passes: 3, pure_getters: true, unsafe_arrows: true, inline: 1 };
  const result = await minify(code, {
    module: true,
    ecma: 2022,
    compress: options,
    mangle: false,
    sourceMap: { content: map, asObject: true },
  });
  return { code: result.code, map: result.map };
}

/** Renames the variables of a minified file. */
export function rename({ code, map }) {
  const edits = nameInOrder(code);
  const inOrder = edited(code, edits);
  const mappings = shiftMappings(map.mappings, code, edits);
  return { code: edited(inOrder, nameByNeighbours(inOrder)), map: { ...map, mappings } };
}
