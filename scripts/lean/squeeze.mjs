/** The last steps to a small file: what the bundler's own minifier leaves, a second one finds, and names and order are chosen for gzip. */
import { minify } from 'terser';
import { moveMappings } from './move-map.mjs';
import { nameByNeighbours } from './name-by-neighbours.mjs';
import { nameInOrder } from './name-in-order.mjs';
import { orderParts, writeParts } from './order-parts.mjs';
import { edited, moverOf } from './syntax.mjs';

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

/** Renames the variables of a minified file, and puts what is alike together. */
export function arrange({ code, map }) {
  const edits = nameInOrder(code);
  const inOrder = edited(code, edits);
  const named = edited(inOrder, nameByNeighbours(inOrder));
  const { code: ordered, move } = writeParts(named, orderParts(named));
  // Letters for letters: they move nothing.
  const rename = moverOf(edits);
  const mappings = moveMappings(map.mappings, code, ordered, (place) => move(rename(place)));
  return { code: ordered, map: { ...map, mappings } };
}
