/** Writes the numbers of constant tables into the code that names them: `BODY.head` becomes 5. */
import { parseAst } from 'vite';
import { edited, visit } from './syntax.mjs';

/** How constants are written, and nothing else: no such name stands for something else in a function. */
const CONSTANT = /^[A-Z][A-Z\d_$]*$/;

/** @param {string} code a whole bundled file */
export function inlineTables(code) {
  const tree = parseAst(code);
  const tables = new Map();
  for (const { declarations = [] } of tree.body) {
    for (const { id, init } of declarations) {
      if (CONSTANT.test(id.name) && init?.type === 'ObjectExpression') tables.set(id.name, numbersOf(init, code));
    }
  }
  const uses = usesOf(tree, tables);
  const edits = uses.flatMap(({ start, end, object, property }) => {
    const to = tables.get(object.name)?.get(property.name);
    return to === undefined ? [] : [{ start, end, to }];
  });
  return edited(code, edits);
}

function numbersOf({ properties }, code) {
  const numbers = properties.filter(({ key, value }) => key?.type === 'Identifier' && typeof value.value === 'number');
  return new Map(numbers.map(({ key, value }) => [key.name, code.slice(value.start, value.end)]));
}

/** Where tables are asked for a property. A table that is used in any other way, or written to, is taken off the list. */
function usesOf(tree, tables) {
  const uses = [];
  visit(tree, (node) => {
    if (node.type === 'AssignmentExpression' || node.type === 'UpdateExpression') {
      tables.delete((node.left ?? node.argument).object?.name);
    }
    if (node.type === 'VariableDeclarator' && tables.has(node.id.name)) return false;
    if (node.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier') {
      uses.push(node);
      return false;
    }
    if (node.type === 'Identifier') tables.delete(node.name);
    return true;
  });
  return uses;
}
