/** Who means what by a name: the variables of a module, the scopes they live in, and every place where they are named. */
import { parseAst } from 'vite';
import { visit } from './syntax.mjs';

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const CLASSES = ['ClassDeclaration', 'ClassExpression'];
const LOOPS = ['ForStatement', 'ForInStatement', 'ForOfStatement'];

/**
 * A scope has its `variables` by name, its `inner` scopes, and what is named within it but is not its own: variables of
 * scopes `around`, and `globals` by name. A variable has its `scope`, and its `nodes` wherever it is named.
 */
class Scope {
  variables = new Map();
  inner = [];
  around = new Set();
  globals = new Set();

  constructor(outer, isFunction) {
    this.outer = outer;
    this.isFunction = isFunction;
    outer?.inner.push(this);
  }

  declare({ name }) {
    if (!this.variables.has(name)) this.variables.set(name, { name, scope: this, nodes: [] });
  }

  /** Enters a place where something is named, into its variable and into all scopes on the way to it. */
  mention(node) {
    const own = this.variables.get(node.name);
    if (own) own.nodes.push(node);
    const found = own ?? this.outer?.mention(node) ?? null;
    if (found && !own) this.around.add(found);
    if (!found) this.globals.add(node.name);
    return found;
  }

  /** This scope and all within it. */
  *all() {
    yield this;
    for (const scope of this.inner) yield* scope.all();
  }
}

/** @param {string} code a module without imports. Returns its outermost scope, and the properties written as `{ name }`. */
export function scopesOf(code) {
  const root = new Scope(null, true);
  const mentions = [];
  const shorthands = [];
  const { body } = parseAst(code);
  enterBlock(root, body);
  walk(root, body);
  for (const [scope, node] of mentions) scope.mention(node);
  return { root, shorthands };

  function walk(scope, node) {
    if (Array.isArray(node)) for (const item of node) walk(scope, item);
    if (typeof node?.type !== 'string') return;
    if (node.type === 'Identifier') mentions.push([scope, node]);
    else if (FUNCTIONS.includes(node.type)) walkFunction(scope, node);
    else if (CLASSES.includes(node.type)) walkClass(scope, node);
    else if (node.type === 'MemberExpression') walkKeyed(scope, node, node.property, node.object);
    else if (node.type === 'Property') {
      if (node.shorthand) shorthands.push(node);
      walkKeyed(scope, node, node.key, node.value);
    } else if (['MethodDefinition', 'PropertyDefinition'].includes(node.type)) {
      walkKeyed(scope, node, node.key, node.value);
    } else if (node.type === 'LabeledStatement') walk(scope, node.body);
    else if (node.type === 'ExportSpecifier') walk(scope, node.local);
    else if (!['BreakStatement', 'ContinueStatement', 'MetaProperty'].includes(node.type)) {
      walkParts(innerScope(scope, node), node);
    }
  }

  function walkParts(scope, node) {
    for (const part of Object.values(node)) if (typeof part === 'object') walk(scope, part);
  }

  /** A name behind a dot, or before a colon, is none of a variable. */
  function walkKeyed(scope, { computed }, key, other) {
    walk(scope, other);
    if (computed) walk(scope, key);
  }

  function walkFunction(scope, { type, id, params, body }) {
    // An expression knows itself by its name, and nobody else does.
    const around = type === 'FunctionExpression' && id ? new Scope(scope, false) : scope;
    if (around !== scope) around.declare(id);
    walk(around, id);
    const own = new Scope(around, true);
    for (const param of params) declareNames(own, param);
    walk(own, params);
    if (body.type === 'BlockStatement') enterBlock(own, body.body);
    walk(own, body.type === 'BlockStatement' ? body.body : body);
  }

  function walkClass(scope, { type, id, superClass, body }) {
    const around = type === 'ClassExpression' && id ? new Scope(scope, false) : scope;
    if (around !== scope) around.declare(id);
    walk(around, [id, superClass, ...body.body]);
  }
}

/** The scope that a statement opens, or the one around it. */
function innerScope(scope, node) {
  if (node.type === 'StaticBlock') return enterBlock(new Scope(scope, true), node.body);
  if (node.type === 'BlockStatement') return enterBlock(new Scope(scope, false), node.body);
  if (node.type === 'SwitchStatement') {
    return enterBlock(
      new Scope(scope, false),
      node.cases.flatMap(({ consequent }) => consequent),
    );
  }
  if (LOOPS.includes(node.type)) return enterBlock(new Scope(scope, false), [node.init ?? node.left]);
  if (node.type !== 'CatchClause') return scope;
  const own = new Scope(scope, false);
  if (node.param) declareNames(own, node.param);
  return own;
}

/** Declares what statements declare, before anything in them is read: functions are called before they are written. */
function enterBlock(scope, statements) {
  for (const statement of statements) {
    const node = statement?.declaration ?? statement;
    if (node?.type === 'FunctionDeclaration' || node?.type === 'ClassDeclaration') scope.declare(node.id);
    if (node?.type === 'VariableDeclaration' && node.kind !== 'var') declareAll(scope, node);
  }
  if (!scope.isFunction) return scope;
  visit(statements, (node) => {
    if (FUNCTIONS.includes(node.type) || CLASSES.includes(node.type)) return false;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') declareAll(scope, node);
    return true;
  });
  return scope;
}

function declareAll(scope, { declarations }) {
  for (const { id } of declarations) declareNames(scope, id);
}

/** Declares the names that a pattern gives, but not those its defaults ask for. */
function declareNames(scope, pattern) {
  if (pattern?.type === 'Identifier') scope.declare(pattern);
  else if (pattern?.type === 'ObjectPattern') {
    for (const { value, argument } of pattern.properties) declareNames(scope, value ?? argument);
  } else if (pattern?.type === 'ArrayPattern') for (const item of pattern.elements) declareNames(scope, item);
  else if (pattern) declareNames(scope, pattern.left ?? pattern.argument);
}
