/** A long list of parameters hides what belongs together: at most six, and at most eight in kernels, which take only numbers. */
import ts from 'typescript';
import { expect, test } from 'vitest';
import { type Finding, parse, place, readSources, type Source, visit } from './support/source.ts';

const MOST = 6;
const MOST_IN_KERNELS = 8;

/** The specification of the kernels, both implementations, and the functions that only these call. */
const KERNELS = /^src\/kernels\/(kernels\.ts$|assembly\/|reference\/)/;

/** The functions, methods, constructors and function types of a file that have too many parameters. */
function longSignatures(source: Source): Finding[] {
  const most = KERNELS.test(source.path) ? MOST_IN_KERNELS : MOST;
  const found: Finding[] = [];
  visit(source.tree, (node) => {
    const count = ts.isFunctionLike(node) ? node.parameters.length : 0;
    if (count > most) found.push({ at: place(source, node), what: `${count} parameters, more than ${most}` });
  });
  return found;
}

test('no function has more than six parameters, no kernel more than eight', () => {
  const sources = readSources('src').filter(({ path }) => !path.includes('.generated.'));
  expect(sources.filter(({ path }) => KERNELS.test(path)).length).toBeGreaterThan(20);
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(longSignatures)).toEqual([]);
});

test.each([
  ['function', (many: string) => `function f(${many}) {}`],
  ['arrow function', (many: string) => `const f = (${many}) => 0;`],
  ['method', (many: string) => `class A { m(${many}) {} }`],
  ['constructor', (many: string) => `class A { constructor(${many}) {} }`],
  ['method of an interface', (many: string) => `interface A { m(${many}): void }`],
  ['function type', (many: string) => `type F = (${many}) => void;`],
  ['function in AssemblyScript', (many: string) => `// @ts-ignore: decorator\n@inline\nfunction f(${many}): f64 {}`],
])('counts parameters: %s', (_, write) => {
  const parametersAllowed = (path: string) => {
    let count = 0;
    while (longSignatures(parse(path, write('p: f64,'.repeat(count + 1)))).length === 0) count += 1;
    return count;
  };
  expect(parametersAllowed('src/core/example.ts')).toBe(6);
  expect(parametersAllowed('src/kernels/field-memory.ts')).toBe(6);
  expect(parametersAllowed('src/kernels/kernels.ts')).toBe(8);
  expect(parametersAllowed('src/kernels/assembly/example.ts')).toBe(8);
  expect(parametersAllowed('src/kernels/reference/example.ts')).toBe(8);
});
