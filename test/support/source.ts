/** Reads source files as the compiler does, so that comments and strings never count as code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One parsed file. */
export interface Source {
  /** From the root of the repository, with slashes: `src/core/drops.ts`. */
  readonly path: string;
  readonly tree: ts.SourceFile;
}

/** Something at a place. */
export interface Finding {
  /** `src/core/drops.ts:12`. */
  readonly at: string;
  readonly what: string;
}

/** All TypeScript files below a folder of the repository, sorted by path. */
export function readSources(folder: string): Source[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => parse(relative(ROOT, file).split(sep).join('/'), readFileSync(file, 'utf8')));
}

/** Parses a text as if it stood at `path`. */
export function parse(path: string, text: string): Source {
  return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true) };
}

/** What a file imports or re-exports from: static, dynamic and type imports alike. */
export function importsOf(source: Source): Finding[] {
  const found: Finding[] = [];
  visit(source.tree, (node) => {
    const specifier = specifierOf(node);
    if (specifier) found.push({ at: place(source, node), what: specifier.text });
  });
  return found;
}

function specifierOf(node: ts.Node): ts.StringLiteral | undefined {
  let specifier: ts.Node | undefined;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) specifier = node.moduleSpecifier;
  else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) specifier = node.argument.literal;
  else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    specifier = node.arguments[0];
  }
  return specifier && ts.isStringLiteral(specifier) ? specifier : undefined;
}

/** What stands in a file besides imports and re-exports. */
export function logicOf(source: Source): Finding[] {
  const bare = (node: ts.Node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
  return source.tree.statements
    .filter((node) => !bare(node))
    .map((node) => ({ at: place(source, node), what: node.getText().split('\n')[0]! }));
}

/** Calls `see` for every node, parents first. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** Where a node stands. */
export function place(source: Source, node: ts.Node): string {
  return `${source.path}:${source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1}`;
}

/** The names a file takes from outside itself: used, but neither declared nor imported anywhere in it. */
export function freeNames(source: Source): Finding[] {
  const declared = new Set<string>();
  visit(source.tree, (node) => {
    const name = (node as ts.NamedDeclaration).name;
    if (name && ts.isIdentifier(name) && isDeclaration(node)) declared.add(name.text);
  });
  const found: Finding[] = [];
  visit(source.tree, (node) => {
    if (ts.isIdentifier(node) && isUse(node) && !declared.has(node.text)) {
      found.push({ at: place(source, node), what: node.text });
    }
  });
  return found;
}

/** Members and properties have names too, but those bind nothing. */
function isDeclaration(node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node)
  );
}

/** False where an identifier is only a label: behind a dot, before a colon, as a member's name. */
function isUse(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isNamedTupleMember(parent)) return false;
  return (parent as ts.NamedDeclaration).name !== node;
}
