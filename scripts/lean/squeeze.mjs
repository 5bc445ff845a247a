/** Terser finds some of what the bundler's own minifier leaves. */
import { minify } from 'terser';

/**
 * Puts values in the place of names that stand for them once, and takes away what that leaves over. Reading a property
 * does nothing in this code, and nobody calls a function with `new`: those have classes. Numbers are computed as they are.
 */
export async function compress(code) {
  const options = { passes: 3, pure_getters: true, unsafe_arrows: true, inline: 1 };
  const result = await minify(code, { module: true, ecma: 2022, compress: options, mangle: false });
  return result.code;
}
