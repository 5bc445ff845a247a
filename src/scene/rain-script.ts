/** Scripted rain from files: JSON or CSV, distinguished by the first character. */
import { describeRange, describeValue, type NumberRange, RivuletError } from '../core/errors.js';
import { type QuantityKind, readQuantity } from '../core/units.js';
import { isPlainObject } from './fields.js';
import { findJsonFault } from './json-fault.js';
import { didYouMean } from './messages.js';
import type { SceneScriptedDrop } from './rain.js';
import { DROP_MASS, DROP_VELOCITY, MOST_DROPS, SCRIPT_TIME, SIDE } from './ranges.js';

/** Files list drops of the first chart. */
type ListedDrop = Omit<SceneScriptedDrop, 'chart'>;
type Column = keyof ListedDrop;

/** How far a place may lie off the pane's corner is only known with the pane. */
const PLACE: NumberRange = { min: 0, max: SIDE.max, unit: 'mm' };

const COLUMNS: Readonly<Record<Column, readonly [NumberRange, QuantityKind]>> = {
  t: [SCRIPT_TIME, 'time'],
  x: [PLACE, 'length'],
  y: [PLACE, 'length'],
  mass: [DROP_MASS, 'mass'],
  vx: [DROP_VELOCITY, 'speed'],
  vy: [DROP_VELOCITY, 'speed'],
};
const NEEDED: readonly Column[] = ['t', 'x', 'y', 'mass'];
/** A volume [µL] is the same number as the mass of its water [mg]. */
const NAMES = [...Object.keys(COLUMNS), 'volume'];

/**
 * The drops in a file's text, for `rain: { kind: 'script', drops }`; `name` is the file's name for the error line. CSV
 * has a header of t, x, y, mass (or volume) and perhaps vx, vy in any order; empty lines and those that begin with # are
 * passed over. JSON is a list of objects with the same names. Numbers are in s, mm, mg and mm/s, or have a unit.
 */
export function parseRainScript(text: string, name: string): ListedDrop[] {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const drops = /^\s*[[{]/.test(plain) ? readJson(plain, name) : readCsv(plain, name);
  if (drops.length <= MOST_DROPS) return drops;
  throw new RivuletError(`${name} must have at most ${MOST_DROPS} drops; got ${drops.length}.`);
}

function readCsv(text: string, name: string): ListedDrop[] {
  const drops: ListedDrop[] = [];
  let header: Column[] | undefined;
  for (const [n, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const place = `${name} line ${n + 1}`;
    const cells = line.split(',').map((cell) => cell.trim());
    if (header) drops.push(readRow(header, cells, place));
    else header = readNames(cells, place);
  }
  if (!header) throw new RivuletError(`${name} must begin with a line of names such as t,x,y,mass; it is empty.`);
  return drops;
}

function readRow(header: readonly Column[], cells: readonly string[], place: string): ListedDrop {
  if (cells.length !== header.length) {
    throw new RivuletError(`${place}: must have ${header.length} values, as the header; got ${cells.length}.`);
  }
  const drop: Record<Column, number> = { t: 0, x: 0, y: 0, mass: 0, vx: 0, vy: 0 };
  for (const [n, column] of header.entries()) {
    const cell = cells[n];
    drop[column] = readValue(column, cell, cell === '' ? 'nothing' : cell.slice(0, 40), place);
  }
  return drop;
}

/** The columns by name, each once, none of those that are needed left out. */
function readNames(names: readonly string[], place: string): Column[] {
  const columns = names.map((given): Column => {
    const word = given.replace(/^"(.*)"$/, '$1');
    if (NAMES.includes(word)) return word === 'volume' ? 'mass' : (word as Column);
    // One letter is near to any other.
    const meant = (word.length > 1 && didYouMean(word, NAMES)) || `There are ${NAMES.join(', ')}.`;
    throw new RivuletError(`${place}: there is no column ${describeValue(word)}. ${meant}`);
  });
  const twice = columns.find((column, n) => columns.indexOf(column) !== n);
  if (twice) throw new RivuletError(`${place}: ${twice}${twice === 'mass' ? ' (or volume)' : ''} is there twice.`);
  const missing = NEEDED.find((column) => !columns.includes(column));
  if (missing) throw new RivuletError(`${place}: ${missing} is missing; got ${names.join(',').slice(0, 60)}.`);
  return columns;
}

function readJson(text: string, name: string): ListedDrop[] {
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    const { line, column, reason } = findJsonFault(text);
    throw new RivuletError(`rain file ${name} is not JSON: line ${line}, column ${column}: ${reason}.`);
  }
  if (!Array.isArray(items)) {
    throw new RivuletError(`${name} must be a list of drops, [{"t": 0, "x": 10, "y": 10, "mass": 5}]; got an object.`);
  }
  return items.map((item: unknown, n) => readObject(item, `${name} drop ${n + 1}`));
}

function readObject(item: unknown, place: string): ListedDrop {
  if (!isPlainObject(item)) throw new RivuletError(`${place}: must be an object; got ${describeValue(item)}.`);
  const drop: Record<Column, number> = { t: 0, x: 0, y: 0, mass: 0, vx: 0, vy: 0 };
  const names = Object.keys(item);
  for (const [n, column] of readNames(names, place).entries()) {
    const given = item[names[n]];
    drop[column] = readValue(column, given, describeValue(given), place);
  }
  return drop;
}

function readValue(column: Column, given: unknown, came: string, place: string): number {
  const [range, kind] = COLUMNS[column];
  const value = typeof given === 'string' ? readQuantity(given, kind) : given;
  if (typeof value === 'number' && value >= range.min && value <= range.max) return value;
  throw new RivuletError(`${place}: ${column} must be ${describeRange(range)}; got ${came}.`);
}
