/** How dist/browser/lean.js gets its names and its order, on small pieces of code. */
import { describe, expect, test } from 'vitest';
import { moveMappings } from '../../scripts/lean/move-map.mjs';
import { nameByNeighbours } from '../../scripts/lean/name-by-neighbours.mjs';
import { nameInOrder } from '../../scripts/lean/name-in-order.mjs';
import { orderParts, writeParts } from '../../scripts/lean/order-parts.mjs';
import { edited, moverOf } from '../../scripts/lean/syntax.mjs';

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

test('a source map follows what grows, shrinks and is moved', () => {
  // Segments at columns 0, 4 and 9 of the first line, 2 of the third.
  const before = 'abcdefghijk\n\nmnop';
  const edits = [
    { start: 2, end: 4, to: 'long' },
    { start: 5, end: 8, to: '' },
    { start: 14, end: 15, to: 'xyz' },
  ];
  const after = edited(before, edits);
  expect(moveMappings('AAAA,IACA,KAEA;;EAAA', before, after, moverOf(edits))).toBe('AAAA,MACA,EAEA;;IAAA');
  // The second half first: columns 6 and 1, 5 and nowhere.
  const turned = moveMappings(
    'AAAA,IACA,KAEA',
    'abcdefghijk',
    'fghijkabcde',
    (place) => [6, 10, -1][[0, 4, 9].indexOf(place)],
  );
  expect(turned).toBe('MAAA,IACA');
});

describe('the order of parts', () => {
  const ordered = (code: string) => writeParts(code, orderParts(code)).code;
  /** 40 kB that are like nothing else. */
  const filler = (letter: string) =>
    Array.from({ length: 100 }, (_, n) => {
      const digits = Array.from({ length: 40 }, (_, k) => Math.imul(n * 40 + k + 1, 2654435761) >>> 0);
      return `var ${letter}${n}="${digits.map((digit) => digit * letter.charCodeAt(0)).join('')}";`;
    }).join('');
  const twin = 'let e=this.left.size*3+this.right.size;return e>100?e:100';

  test('brings near what is alike, and leaves what runs after what it needs', () => {
    const code = `var first=class{m(){${twin}}},early=2;${filler('p')}var late=class{m(){${twin}}};go(new late,early,first);${filler('q')}`;
    const result = ordered(code);
    expect(result.length).toBeLessThanOrEqual(code.length);
    const places = [...result.matchAll(/this\.left\.size/g)].map(({ index }) => index);
    expect(places[1] - places[0]).toBeLessThan(32_768);
    const run = result.indexOf('go(');
    for (const name of ['late=class', 'early=2', 'first=class']) expect(result.indexOf(name)).toBeLessThan(run);
  });

  test('keeps the order of what runs, and every part once', () => {
    const code =
      'var a=f(1),b=2;function f(x){return x+b}a+=f(3);var c=new g(a),d=class extends c.k{};class g{}export{a,d};';
    const result = ordered(code);
    const runs = ['a=f(1)', 'a+=f(3)', 'c=new g(a)', 'd=class', 'class g', 'export'].map((part) =>
      result.indexOf(part),
    );
    expect(runs).toEqual(runs.toSorted((x, y) => x - y));
    expect(result.indexOf('function f')).toBeGreaterThanOrEqual(0);
  });
});
