/** How dist/browser/lean.js gets its names, on small pieces of code. */
import { expect, test } from 'vitest';
import { nameByNeighbours } from '../../scripts/lean/name-by-neighbours.mjs';
import { nameInOrder } from '../../scripts/lean/name-in-order.mjs';
import { shiftMappings } from '../../scripts/lean/shift-map.mjs';
import { edited } from '../../scripts/lean/syntax.mjs';

const inOrder = (code: string) => edited(code, nameInOrder(code));

test('what a file knows gets two letters, what a function knows one, by the order in which it comes', () => {
  const code = 'function first(one,two){return second(two,one)}function second(a,b){return a-b}export{first as sum};';
  expect(inOrder(code)).toBe('function ee(e,t){return et(t,e)}function et(e,t){return e-t}export{ee as sum};');
});

test('names stay apart where one scope reaches into another, and are used again where none does', () => {
  const code = 'function f(a){let b=()=>{let c=a;return c};{let d=b;d()}for(const k of b)k(a);try{b()}catch(z){a(z)}}';
  expect(inOrder(code)).toBe(
    'function ee(e){let t=()=>{let t=e;return t};{let e=t;e()}for(const i of t)i(e);try{t()}catch(t){e(t)}}',
  );
});

test('keys, fields and globals keep their names', () => {
  const code =
    'var e=1;function f({x,y:z=x,...rest}){t(x,{z,x:1,[z]:2});return class n{x=z;#q=rest;m(){return this.#q.x+n.z+e}}}';
  expect(inOrder(code)).toBe(
    'var et=1;function ee({x:e,y:i=e,...r}){t(e,{z:i,x:1,[i]:2});return class e{x=i;#q=r;m(){return this.#q.x+e.z+et}}}',
  );
});

test('what a function declares is known before it is written, and a var in all of its function', () => {
  const code = 'function f(){g();if(v){var v=1;function g(){}}return v+g}';
  expect(inOrder(code)).toBe('function ee(){g();if(e){var e=1;function t(){}}return e+g}');
});

test('a letter that stood between the same neighbours is taken', () => {
  const code = inOrder('function f(a,b){return a+(b*b-b/2)}function g(b){return 3*(b*b-b/2)}export{f,g};');
  expect(code).toContain('(t*t-t/2)');
  expect(code).toContain('(e*e-e/2)');
  const named = edited(code, nameByNeighbours(code));
  const [first, second] = named.match(/\((\w)\*\1-\1\/2\)/g) ?? [];
  expect(second).toBe(first);
});

test('a source map follows what grows and shrinks, line by line', () => {
  // Segments at columns 0, 4 and 9 of the first line, 2 of the third.
  const edits = [
    { start: 2, end: 4, to: 'long' },
    { start: 5, end: 8, to: '' },
    { start: 14, end: 15, to: 'xyz' },
  ];
  expect(shiftMappings('AAAA,IACA,KAEA;;EAAA', 'abcdefghijk\n\nmnop', edits)).toBe('AAAA,MACA,EAEA;;IAAA');
});
