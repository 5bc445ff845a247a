/**
 * The tables of options in docs/, made from their entries in src/ (core/options.ts). A page names the table it shows:
 *
 *     <!-- options PANE -->                    the entries of the constant PANE
 *     <!-- options PAPER_OPTIONS as chin -->   the same with the defaults of the model chin
 *     <!-- end -->
 *
 * `npm run docs` writes the tables, after a build; a test says which are out of date. Names, units, ranges and defaults come
 * from the built constants, meanings from the comments above the entries in the source.
 */
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, run, TaskError, writeWhole } from './tasks.mjs';

const HEAD = '| option | default | unit | values | meaning |\n| --- | --- | --- | --- | --- |\n';
const BLOCK = /<!-- options (\w+)(?: as (\w+))? -->\n[\s\S]*?<!-- end -->/g;
const TABLE = /satisfies (?:Option|Picture)Table\b/;
const FIXED = 'Fixed once the simulation runs.';

/** The pages that may have tables. */
export function pages() {
  const folders = ['docs', 'docs/weather', 'docs/models', 'docs/surfaces'];
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
}

/** A page's text with its tables as they should be, and the names of the constants that it shows. */
export async function withTables(text, constants) {
  const shown = [];
  const models = await import(join(ROOT, 'dist/models/registry.js'));
  const blocks = text.replace(BLOCK, (_, name, model) => {
    const constant = constants.get(name);
    if (!constant) throw new TaskError(`there is no table ${name} in src/scene/, src/models/ or src/render/.`);
    const definition = models.MODELS.find((one) => one.name === model);
    if (model && !definition) throw new TaskError(`there is no model ${model}.`);
    shown.push(name, ...constant.within);
    const rows = tableRows(definition?.options ?? constant.table, constant.meanings, name);
    return `<!-- options ${name}${model ? ` as ${model}` : ''} -->\n${HEAD}${rows}<!-- end -->`;
  });
  return { text: blocks, shown };
}

/** One line an option. A `kind` with one word and no comment is described by the page itself. */
function tableRows(table, meanings, name) {
  return Object.entries(table)
    .filter(([option, entry]) => option !== 'kind' || entry.choices.length > 1 || meanings.has(option))
    .map(([option, entry]) => {
      const meaning = meanings.get(option);
      if (!meaning) throw new TaskError(`${name}.${option} has no comment that says what it means.`);
      const cells = [defaultOf(entry), unitOf(entry), valuesOf(entry), entry.fixed ? `${meaning} ${FIXED}` : meaning];
      return `| \`${option}\` | ${cells.join(' | ')} |\n`;
    })
    .join('');
}

function defaultOf(entry) {
  if (entry.default === undefined) return 'needed';
  if (typeof entry.default !== 'number') return `\`${JSON.stringify(entry.default)}\``;
  const [value, unit] = inUsualUnit(entry, entry.default);
  return unit && value !== 0 ? `\`"${value}${unit}"\`` : `\`${value}\``;
}

function unitOf(entry) {
  return { coordinate: 'mm', place: 'mm', masses: 'mg' }[entry.type] ?? entry.unit ?? '';
}

/** What an option may be. */
function valuesOf(entry) {
  const orNull = entry.default === null ? ', or null' : '';
  switch (entry.type) {
    case 'boolean':
      return '`true`, `false`';
    case 'choice':
      return entry.choices.map((word) => `\`${word}\``).join(', ');
    case 'text':
      return `at most ${entry.longest} characters`;
    case 'coordinate':
      return 'on the surface';
    case 'place':
      return `\`[x, y]\`${orNull}`;
    case 'vector':
      return `\`[x, y, z]\`, ${rangeOf(entry)} each${orNull}`;
    case 'rotation':
      return `\`[x, y, z, w]\` of length 1${orNull}`;
    case 'words':
      return `a list of ${entry.choices.map((word) => `\`${word}\``).join(', ')}`;
    case 'masses':
      return `\`[min, max]\`, 0.001 to 5000 each${orNull}`;
    case 'list':
      return `at most ${entry.most}`;
    case 'part':
      return `an object${orNull}`;
    case 'tuple':
      return `\`[${entry.names.join(', ')}]\`, ${rangeOf(entry)} each${orNull}`;
    case 'blur':
      return `${rangeOf(entry)}, or \`"${entry.pixels.min}px"\` to \`"${entry.pixels.max}px"\``;
    case 'charts':
      return '`"all"`, or a list of names or numbers of charts';
    case 'numbers':
      return `${rangeOf(entry)} each${orNull}`;
    default:
      return `${rangeOf(entry)}${entry.integer ? ', whole' : ''}${orNull}`;
  }
}

function rangeOf(entry) {
  const unit = entry.kind === 'rain depth' ? ' mm/h' : '';
  return `${boundOf(entry, entry.min)} to ${boundOf(entry, entry.max)}${unit}`;
}

/** One end of a range: angles as parts of π or in whole degrees. */
function boundOf(entry, value) {
  const sign = value < 0 ? '−' : '';
  const size = Math.abs(value);
  const quarters = (2 * size) / Math.PI;
  const named = { 1: 'π/2', 2: 'π', 4: '2π' }[quarters];
  if (entry.unit === 'rad' && named) return sign + named;
  const [shown, unit] = inUsualUnit(entry, size);
  return `${sign}${shown}${unit === 'deg' && Number.isInteger(shown) && shown !== 0 ? '°' : ''}`;
}

/** A value in the unit that people use, as [number, unit], if that is not the engine's own. */
function inUsualUnit(entry, value) {
  if (entry.kind === 'rain depth') return [round(3600 * value), 'mm/h'];
  const degrees = round((180 * value) / Math.PI);
  if (entry.unit === 'rad' && Number.isInteger(degrees)) return [degrees, 'deg'];
  return [value, ''];
}

function round(value) {
  return Number(value.toPrecision(12));
}

/** Every constant of src/ that is a table of options, by name: its entries, their meanings, the tables within it. */
export async function optionConstants() {
  const folders = ['scene', ...inside('models'), ...inside('render')];
  const files = folders.flatMap((folder) => filesIn(folder).map((name) => `${folder}/${name}`));
  const found = new Map();
  for (const file of files) {
    const source = readFileSync(join(ROOT, 'src', file), 'utf8');
    if (!TABLE.test(source)) continue;
    const built = await import(join(ROOT, 'dist', file.replace(/\.ts$/, '.js')));
    for (const [name, literal] of tablesIn(source))
      found.set(name, { file, table: built[name], ...entriesOf(literal) });
  }
  for (const constant of found.values()) resolveSpreads(constant, found);
  return found;
}

function inside(folder) {
  return readdirSync(join(ROOT, 'src', folder)).map((name) => `${folder}/${name}`);
}

function filesIn(folder) {
  if (folder.endsWith('.ts')) return [];
  return readdirSync(join(ROOT, 'src', folder)).filter((name) => name.endsWith('.ts') && !name.includes('.generated.'));
}

/** The object literals of a file that are checked as tables of options. */
function tablesIn(source) {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  return file.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      const isTable =
        initializer && ts.isSatisfiesExpression(initializer) && /^\w+Table$/.test(initializer.type.getText());
      let literal = isTable ? initializer.expression : undefined;
      while (literal && ts.isAsExpression(literal)) literal = literal.expression;
      return literal && ts.isObjectLiteralExpression(literal) ? [[name.getText(), literal]] : [];
    }),
  );
}

/** The comments above a table's entries, and the tables that are spread into it. */
function entriesOf(literal) {
  const meanings = new Map();
  const within = [];
  for (const property of literal.properties) {
    if (ts.isSpreadAssignment(property)) within.push(spreadOf(property.expression));
    const [comment] = ts.getJSDocCommentsAndTags(property);
    if (comment?.comment) meanings.set(property.name.getText(), String(comment.comment).replace(/\s+/g, ' ').trim());
  }
  return { meanings, within };
}

/** The table that is spread: `...LIGHT`, or `...(EFFECTS ? LENS : {})`, which small files leave out. */
function spreadOf(expression) {
  const inner = ts.isParenthesizedExpression(expression) ? expression.expression : expression;
  return (ts.isConditionalExpression(inner) ? inner.whenTrue : inner).getText();
}

function resolveSpreads(constant, found) {
  for (const name of [...constant.within]) {
    const other = found.get(name);
    if (!other) throw new TaskError(`${constant.file} spreads ${name}, which is no table of options.`);
    resolveSpreads(other, found);
    for (const [option, meaning] of other.meanings) {
      if (!constant.meanings.has(option)) constant.meanings.set(option, meaning);
    }
  }
}

/** Writes the tables of every page. */
async function main() {
  const constants = await optionConstants();
  for (const page of pages()) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const { text: next } = await withTables(text, constants);
    if (next === text) continue;
    writeWhole(page, next);
    console.error(`docs: ${page} has new tables`);
  }
}

if (realpathSync(process.argv[1]) === import.meta.filename) await run('docs', main);
