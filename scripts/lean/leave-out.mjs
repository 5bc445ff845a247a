/**
 * Leaves out of a bundled file what nobody asks for: methods, and functions in objects and fields, since a bundler by itself
 * keeps the whole class if it keeps anything of it; and what says nothing: fields without a value that the constructor fills,
 * and private ones that nobody reads.
 */
import { parseAst } from 'vite';
import { edited, visit } from './syntax.mjs';

const MEMBERS = ['Property', 'MethodDefinition', 'PropertyDefinition'];
const FUNCTIONS = ['FunctionExpression', 'ArrowFunctionExpression'];

/**
 * @param {string} code the whole file: nothing else is ever bundled with it
 * @param {Set<string>} seen names that others may ask for
 */
export function leaveOut(code, seen) {
  const tree = parseAst(code);
  tellApart(tree);
  const asked = askedNames(tree, seen);
  const edits = [];
  const isLeftOut = (node) => {
    const offer = offerIn(node);
    return offer !== null && !asked.has(offer);
  };
  const idle = new Set(unreadFields(tree));
  visit(tree, (node) => {
    if (node.type === 'ClassBody') for (const field of filledFields(node)) idle.add(field);
    if (!idle.has(node) && !isLeftOut(node)) return true;
    const comma = node.type === 'Property' && code[node.end] === ',' ? 1 : 0;
    edits.push({ start: node.start, end: node.end + comma, to: '' });
    return false;
  });
  return edited(code, edits);
}

/** Private names mean their own class only: they get its number, so that those of other classes are other names. */
function tellApart(tree) {
  let classes = 0;
  visit(tree, (node) => {
    if (node.type !== 'ClassBody') return true;
    const keys = node.body.map(({ key }) => key).filter((key) => key?.type === 'PrivateIdentifier');
    const own = new Set(keys.map(({ name }) => name));
    const number = classes++;
    // A class within another comes later, and has the last word on what it declares itself.
    visit(node.body, (inner) => {
      if (inner.type === 'PrivateIdentifier' && own.has(inner.name)) inner.owner = number;
      return true;
    });
    return true;
  });
}

/** The fields of a class that are declared without a value, and get one in the constructor whatever happens. */
function filledFields({ body }) {
  const maker = body.find(({ kind }) => kind === 'constructor');
  const given = new Set();
  for (const { expression } of maker?.value.body.body ?? []) {
    if (expression?.type === 'AssignmentExpression' && expression.left.object?.type === 'ThisExpression') {
      given.add(nameIn(expression.left));
    }
  }
  const isBare = (node) => node.type === 'PropertyDefinition' && node.value === null && !node.static;
  // Private fields must be declared.
  return body.filter((node) => isBare(node) && node.key.type === 'Identifier' && given.has(nameIn(node)));
}

/** Private fields that are written and never read, with the statements that write them: as far as these do nothing else. */
function unreadFields(tree) {
  /** By name, who writes it; null if somebody reads it, or may do more than write. */
  const writers = new Map();
  const note = (name, writer) => {
    const known = writers.get(name);
    writers.set(name, writer === null || known === null ? null : [...(known ?? []), writer]);
  };
  visit(tree, (node) => {
    const { expression } = node;
    const isPrivate = (part) => nameIn(part)?.startsWith('#');
    if (node.type === 'PropertyDefinition' && isPrivate(node)) note(nameIn(node), isIdle(node.value) ? node : null);
    if (node.type === 'MethodDefinition' && isPrivate(node)) note(nameIn(node), null);
    if (node.type === 'ExpressionStatement' && expression.type === 'AssignmentExpression') {
      const { left, operator, right } = expression;
      if (operator === '=' && left.object?.type === 'ThisExpression' && isPrivate(left) && isIdle(right)) {
        note(nameIn(left), node);
        // The value may read others.
        visit(right, (inner) => {
          if (inner.type === 'MemberExpression') note(nameIn(inner), null);
        });
        return false;
      }
    }
    if (node.type === 'MemberExpression' && isPrivate(node)) note(nameIn(node), null);
    return true;
  });
  return [...writers.values()].flatMap((nodes) => nodes ?? []);
}

/** Does working out a value do nothing besides? */
function isIdle(node) {
  if (node === null || ['Literal', 'Identifier', 'ThisExpression', 'ArrowFunctionExpression'].includes(node.type))
    return true;
  if (node.type === 'MemberExpression') return !node.computed && isIdle(node.object);
  if (node.type === 'UnaryExpression') return isIdle(node.argument);
  if (node.type === 'BinaryExpression') return isIdle(node.left) && isIdle(node.right);
  return (
    node.type === 'ConditionalExpression' && isIdle(node.test) && isIdle(node.consequent) && isIdle(node.alternate)
  );
}

/** The name of the property that a node defines, reads or writes, or null. */
function nameIn(node) {
  const key = MEMBERS.includes(node.type) ? node.key : node.type === 'MemberExpression' ? node.property : null;
  if (key?.type === 'PrivateIdentifier') return `#${key.name} ${key.owner}`;
  return key?.type === 'Identifier' && !node.computed ? key.name : null;
}

/** The name under which a node offers a function, or null. */
function offerIn(node) {
  const offers =
    node.type === 'MethodDefinition'
      ? node.kind !== 'constructor'
      : MEMBERS.includes(node.type) && FUNCTIONS.includes(node.value?.type);
  return offers ? nameIn(node) : null;
}

/** All names that are seen or that running code asks for. A function that nobody asks for asks for nothing. */
function askedNames(tree, seen) {
  const asked = new Set(seen);
  /** By name, the functions that ask for nothing yet. */
  const offers = new Map();
  const listen = (part) =>
    visit(part, (node) => {
      const offer = offerIn(node);
      if (offer !== null && !asked.has(offer)) {
        offers.set(offer, [...(offers.get(offer) ?? []), node.value]);
        return false;
      }
      if (offer === null) ask(nameIn(node));
      return true;
    });
  const ask = (name) => {
    if (name === null || asked.has(name)) return;
    asked.add(name);
    for (const value of offers.get(name) ?? []) listen(value);
  };
  listen(tree);
  return asked;
}
