/**
 * Puts the functions, classes and variables of a file into an order in which what is alike is near: gzip sees no further
 * than 32 kB. Files come in the order of their imports, which is good, and can be better.
 */
import { parseAst } from 'vite';
import { FarPieces } from './far-pieces.mjs';
import { scopesOf } from './scopes.mjs';

/** Moves that are tried. After these, twice as many gain another 0.1 kB. */
const TRIES = 15000;
/** What is only room for numbers or things. */
const ROOMS = /^(Map|Set|WeakMap|(Uint|Int|Float)\d+Array)$/;
const FUNCTIONS = ['FunctionExpression', 'ArrowFunctionExpression'];

/** @param {string} code a minified module without imports. Returns its parts in the new order: where they are, and `isVariable`. */
export function orderParts(code) {
  const parts = partsOf(code);
  const first = firstUses(code, parts);
  const far = new FarPieces(
    parts.map(({ start, end, isVariable }) => `${isVariable ? ',' : ''}${code.slice(start, end)}`),
  );
  const random = randomNumbers();
  let order = [...parts.keys()];
  let least = far.count(order);
  for (let n = 0; n < TRIES; n++) {
    const moved = withMove(order, random);
    if (!isInOrder(moved, parts, first)) continue;
    const count = far.count(moved);
    if (count < least) [order, least] = [moved, count];
  }
  return order.map((n) => parts[n]);
}

/** The parts as code again: neighbouring variables in one declaration. `move` tells where each place of the file went. */
export function writeParts(code, parts) {
  let text = '';
  const places = [];
  for (const [n, { start, end, isVariable }] of parts.entries()) {
    const goesOn = isVariable && parts[n - 1]?.isVariable;
    text += goesOn ? ',' : isVariable ? 'var ' : '';
    places.push({ start, end, by: text.length - start });
    text += code.slice(start, end);
    if (isVariable ? !parts[n + 1]?.isVariable : !/[;}]$/.test(text)) text += ';';
  }
  const inFile = places.toSorted((a, b) => a.start - b.start);
  const move = (place) => {
    const part = inFile.findLast(({ start }) => start <= place);
    return part && place <= part.end ? place + part.by : -1;
  };
  return { code: text, move };
}

/** Statements, and variables one by one. A part is `still` if nothing runs when it is met. */
function partsOf(code) {
  return parseAst(code).body.flatMap((node) => {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'var') {
      const isFunction = node.type === 'FunctionDeclaration';
      const { start, end } = node;
      return { start, end, isVariable: false, still: isFunction, name: isFunction ? node.id.start : null };
    }
    return node.declarations.map(({ start, end, id, init }) => ({
      start,
      end,
      isVariable: true,
      still: id.type === 'Identifier' && isStill(init),
      name: id.start,
    }));
  });
}

function isStill(node) {
  // What is spread has no value.
  if (node === undefined) return false;
  if (node === null || node.type === 'Literal' || FUNCTIONS.includes(node.type)) return true;
  if (node.type === 'MemberExpression') return node.object.name === 'Math';
  if (node.type === 'UnaryExpression') return isStill(node.argument);
  if (node.type === 'BinaryExpression') return isStill(node.left) && isStill(node.right);
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0;
  if (node.type === 'ArrayExpression') return node.elements.every(isStill);
  if (node.type === 'ObjectExpression')
    return node.properties.every(({ computed, value }) => !computed && isStill(value));
  if (node.type === 'NewExpression') return ROOMS.test(node.callee.name) && node.arguments.every(isStill);
  if (node.type !== 'ClassExpression') return false;
  return !node.superClass && node.body.body.every((member) => !member.static && !member.computed);
}

/** For each still variable, the first part that runs and may need it, if it stood before that: there it must stay. */
function firstUses(code, parts) {
  const partAt = (place) => parts.findIndex(({ start, end }) => start <= place && place < end);
  const uses = parts.map(() => new Set());
  for (const { nodes } of scopesOf(code).root.variables.values()) {
    const places = nodes.map(({ start }) => start);
    const owner = parts.findIndex(({ name }) => places.includes(name));
    for (const place of places) {
      const user = partAt(place);
      if (owner >= 0 && user >= 0) uses[user].add(owner);
    }
  }
  const first = new Map();
  for (const [n, { still }] of parts.entries()) {
    if (still) continue;
    const needed = new Set([n]);
    // A set goes on to what is added while it is gone through.
    for (const one of needed) for (const other of uses[one]) needed.add(other);
    for (const one of needed) {
      if (parts[one].still && parts[one].isVariable && one < n && !first.has(one)) first.set(one, n);
    }
  }
  return first;
}

/** Whether what runs still runs in the same order, after all that it needs. */
function isInOrder(order, parts, first) {
  const met = new Set();
  let last = -1;
  for (const n of order) {
    if (!parts[n].still) {
      if (n < last) return false;
      last = n;
      met.add(n);
    } else if (met.has(first.get(n))) return false;
  }
  return true;
}

/** An order with some neighbours, few or many, moved elsewhere. */
function withMove(order, random) {
  const most = random(2) === 0 ? 4 : 60;
  const start = random(order.length);
  const end = start + 1 + random(most);
  const rest = [...order.slice(0, start), ...order.slice(end)];
  const to = random(rest.length + 1);
  return [...rest.slice(0, to), ...order.slice(start, end), ...rest.slice(to)];
}

/** The same numbers below a limit in every build. */
function randomNumbers() {
  let state = 7;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
