/** Keeps a source map true to a file whose pieces were moved, or became longer or shorter. */

const DIGITS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'];
const VALUES = new Map(DIGITS.map((digit, value) => [digit, value]));

/**
 * @param {string} mappings of a source map
 * @param {string} before the file that it is of
 * @param {string} after the file that it shall be of
 * @param {(place: number) => number} move where what stood at a place of the one stands in the other; -1 if nowhere
 */
export function moveMappings(mappings, before, after, move) {
  const starts = lineStarts(before);
  const moved = readMappings(mappings)
    .map(({ line, column, rest }) => ({ place: move(starts[line] + column), rest }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place);
  return writeMappings(moved, lineStarts(after));
}

function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Segments with numbers that do not lean on the segment before: column, then source, line, column and name there. */
function readMappings(mappings) {
  const segments = [];
  const sums = [0, 0, 0, 0];
  for (const [line, text] of mappings.split(';').entries()) {
    let column = 0;
    for (const [first, ...more] of text.split(',').filter(Boolean).map(readNumbers)) {
      column += first;
      for (const [n, step] of more.entries()) sums[n] += step;
      segments.push({ line, column, rest: sums.slice(0, more.length) });
    }
  }
  return segments;
}

function writeMappings(segments, starts) {
  const lines = starts.map(() => []);
  const last = [0, 0, 0, 0];
  let line = 0;
  let before = 0;
  for (const { place, rest } of segments) {
    while (place >= starts[line + 1]) {
      line++;
      before = 0;
    }
    const column = place - starts[line];
    const steps = rest.map((value, n) => value - last[n]);
    lines[line].push([column - before, ...steps].map(writeNumber).join(''));
    for (const [n, value] of rest.entries()) last[n] = value;
    before = column;
  }
  return lines.map((parts) => parts.join(',')).join(';');
}

/** Five bits a digit, the lowest first, and a sixth that says whether more follow. The lowest bit of all is the sign. */
function readNumbers(text) {
  const numbers = [];
  let bits = 0;
  let shift = 0;
  for (const character of text) {
    const digit = VALUES.get(character);
    bits |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(bits & 1 ? -(bits >>> 1) : bits >>> 1);
    bits = 0;
    shift = 0;
  }
  return numbers;
}

function writeNumber(value) {
  let bits = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    text += DIGITS[(bits & 31) | (bits > 31 ? 32 : 0)];
    bits >>>= 5;
  } while (bits > 0);
  return text;
}
