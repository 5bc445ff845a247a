/**
 * The manifest of `<rivulet-pane>` (custom-elements.json), which editors, Storybook and the like read. It says what the
 * declarations say: properties and their comments from `ReflectedProperties`, other members and slots from the element's
 * class, events from `RivuletPaneEvents`. Which attribute a property reflects is found by reading the property.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const MODULE = 'dist/element/index.js';
const CLASS = 'RivuletPaneElement';
const TAG = 'rivulet-pane';

/** @param {string} dist folder of the compiled library */
export async function customElementsManifest(dist) {
  const { ATTRIBUTES } = await import(join(dist, 'element/attributes.js'));
  const { ReflectingElement } = await import(join(dist, 'element/reflecting-element.js'));
  const element = declarationOf(join(dist, 'element/rivulet-pane.d.ts'), CLASS);
  const reflected = declarationOf(join(dist, 'element/reflecting-element.d.ts'), 'ReflectedProperties');
  const events = declarationOf(join(dist, 'element/page-types.d.ts'), 'RivuletPaneEvents');

  const fields = reflected.members.map((node) => ({
    ...fieldOf(node),
    attribute: attributeOf(ReflectingElement.prototype, node.name.text),
    reflects: true,
  }));
  const attributes = ATTRIBUTES.map((name) => {
    const { name: fieldName, type, description } = fields.find(({ attribute }) => attribute === name) ?? {};
    return clean({ name, fieldName, type: type ?? { text: 'string | null' }, description });
  });
  const declaration = {
    kind: 'class',
    customElement: true,
    name: CLASS,
    tagName: TAG,
    description: commentOf(element),
    superclass: { name: 'HTMLElement' },
    attributes,
    members: [...fields, ...element.members.filter(isPublic).map(memberOf)],
    events: events.members.map((node) => fieldOf(node)).map(({ kind: _, ...event }) => event),
    slots: tagsOf(element, 'slot'),
    cssParts: tagsOf(element, 'csspart'),
  };
  const definition = { kind: 'custom-element-definition', name: TAG, declaration: { name: CLASS, module: MODULE } };
  const module = { kind: 'javascript-module', path: MODULE, declarations: [declaration], exports: [definition] };
  return { schemaVersion: '1.0.0', readme: 'docs/element.md', modules: [module] };
}

/** The class or interface of a name. */
function declarationOf(file, name) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((node) => node.name?.text === name);
  if (!found) throw new Error(`${file} must declare ${name}.`);
  return found;
}

/** What a browser calls, and what belongs to the class, is nothing that a page uses. */
function isPublic(node) {
  const isStatic = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static;
  return node.name && ts.isIdentifier(node.name) && !isStatic && !/Callback$/.test(node.name.text);
}

function memberOf(node) {
  if (!ts.isMethodDeclaration(node)) return fieldOf(node);
  const parameters = node.parameters.map((parameter) =>
    clean({
      name: parameter.name.getText(),
      type: typeOf(parameter),
      optional: !!parameter.questionToken || undefined,
    }),
  );
  const method = { kind: 'method', name: node.name.text, parameters, return: { type: typeOf(node) } };
  return clean({ ...method, description: commentOf(node) });
}

function fieldOf(node) {
  const isReadonly =
    ts.isGetAccessor(node) || (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0 || undefined;
  const field = { kind: 'field', name: node.name.text, type: typeOf(node), readonly: isReadonly };
  return clean({ ...field, description: commentOf(node) });
}

function typeOf(node) {
  return { text: node.type.getText().replace(/\s+/g, ' ') };
}

/** The attribute that a property's accessor asks for. */
function attributeOf(prototype, property) {
  let attribute;
  const ask = (name) => {
    attribute = name;
    return null;
  };
  Reflect.get(prototype, property, { getAttribute: ask, hasAttribute: ask });
  return attribute;
}

function commentOf(node) {
  const text = ts.getTextOfJSDocComment(node.jsDoc?.at(-1)?.comment);
  return text?.replace(/\s+/g, ' ');
}

/** `@slot name - What it is.` */
function tagsOf(node, tag) {
  return ts
    .getJSDocTags(node)
    .filter(({ tagName }) => tagName.text === tag)
    .map(({ comment }) => /^(?<name>\S*?)\s*-\s*(?<description>.*)$/s.exec(ts.getTextOfJSDocComment(comment)).groups)
    .map(({ name, description }) => ({ name, description: description.replace(/\s+/g, ' ') }));
}

/** Without what is not known. */
function clean(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
