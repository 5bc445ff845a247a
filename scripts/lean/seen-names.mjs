/**
 * Which names of properties the world outside a bundle can see. Those must stay; any other may be called anything, since
 * only the bundle itself ever says it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { parseAst } from 'vite';
import { visit } from './syntax.mjs';

/** What a browser calls on custom elements, which no declaration file names. */
const CALLBACKS = ['connectedCallback', 'disconnectedCallback', 'adoptedCallback', 'attributeChangedCallback'];
const STATICS = ['observedAttributes', 'formAssociated'];

/**
 * @param {readonly string[]} declarations files (.d.ts) whose exports a page can get hold of
 * @param {string} code the bundle
 * @returns {Set<string>} names of the language, the browser and those exports, all words of the bundle's texts, and the keys
 *   of tables in which it looks things up
 */
export function seenNames(declarations, code) {
  const program = ts.createProgram(declarations, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    strict: true,
    types: [],
  });
  return new Set([
    ...CALLBACKS,
    ...STATICS,
    ...platformNames(),
    ...exportedNames(program, declarations),
    ...wordsOf(code),
    ...tableNames(code),
  ]);
}

/** Everything that the declarations of language and browser declare. */
function platformNames() {
  const names = [];
  const look = (node) => {
    if (node.name && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) names.push(node.name.text);
    ts.forEachChild(node, look);
  };
  const folder = dirname(ts.getDefaultLibFilePath({}));
  for (const file of readdirSync(folder).filter((name) => /^lib\..*\.d\.ts$/.test(name))) {
    look(ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest));
  }
  return names;
}

/** The properties of all that can be reached from what the files export, and the words that stand for themselves there. */
function exportedNames(program, files) {
  const checker = program.getTypeChecker();
  const names = new Set();
  const known = new Set();
  const isPlatform = (symbol) =>
    symbol?.declarations?.some((node) => program.isSourceFileDefaultLibrary(node.getSourceFile())) ?? false;
  const reach = (type) => {
    if (known.has(type)) return;
    known.add(type);
    // A word that an option may be can choose a property.
    if (type.isStringLiteral()) names.add(type.value);
    for (const part of [...(type.types ?? []), ...(type.aliasTypeArguments ?? []), ...argumentsOf(type)]) reach(part);
    if (isPlatform(type.symbol) || !(type.flags & ts.TypeFlags.Object)) return;
    for (const property of checker.getPropertiesOfType(type)) {
      names.add(property.name);
      reach(checker.getTypeOfSymbol(property));
    }
    for (const { type: value } of checker.getIndexInfosOfType(type)) reach(value);
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.parameters) reach(checker.getTypeOfSymbol(parameter));
      reach(signature.getReturnType());
    }
  };
  const argumentsOf = (type) =>
    type.flags & ts.TypeFlags.Object && type.objectFlags & ts.ObjectFlags.Reference
      ? checker.getTypeArguments(type)
      : [];
  for (const file of files) {
    const source = program.getSourceFile(file);
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(source))) {
      if (symbol.flags & ts.SymbolFlags.Value) reach(checker.getTypeOfSymbol(symbol));
      if (symbol.flags & ts.SymbolFlags.Type) reach(checker.getDeclaredTypeOfSymbol(symbol));
    }
  }
  return names;
}

/** Words in strings and templates: shaders, messages, and whatever properties are asked for by. */
function wordsOf(code) {
  const words = [];
  visit(parseAst(code), (node) => {
    const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : null;
    if (typeof text === 'string') words.push(...(text.match(/[\w$]+/g) ?? []));
  });
  return words;
}

/** The keys of objects that code goes through, or asks for a key it was told: that may come from anywhere. */
function tableNames(code) {
  const tables = new Map();
  const asked = new Set();
  visit(parseAst(code), (node) => {
    const isTable = node.type === 'VariableDeclarator' && node.init?.type === 'ObjectExpression';
    if (isTable) tables.set(node.id.name, node.init);
    if (node.type === 'MemberExpression' && node.computed) asked.add(node.object.name);
    if (node.type === 'BinaryExpression' && node.operator === 'in') asked.add(node.right.name);
    if (node.type === 'CallExpression' && node.callee.object?.name === 'Object') asked.add(node.arguments[0]?.name);
  });
  const names = [];
  for (const [name, table] of tables) {
    if (!asked.has(name)) continue;
    visit(table, (node) => {
      if (node.type === 'Property' && node.key.type === 'Identifier') names.push(node.key.name);
    });
  }
  return names;
}
