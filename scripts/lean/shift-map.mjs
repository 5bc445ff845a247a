/** Keeps a source map true to a file in which pieces became longer or shorter, but none went over the end of a line. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * @param {string} mappings of a source map: a segment begins with how many columns of the file it is after the last one
 * @param {string} code the file before it was edited
 * @param {readonly { start: number, end: number, to: string }[]} edits
 */
export function shiftMappings(mappings, code, edits) {
  const inOrder = edits.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let lineStart = 0;
  const lines = mappings.split(';').map((line) => {
    const lineEnd = code.indexOf('\n', lineStart) + 1 || code.length + 1;
    let longer = 0;
    let column = 0;
    let last = 0;
    const segments = line.split(',').map((segment) => {
      if (segment === '') return '';
      const first = firstNumber(segment);
      column += first.value;
      for (; inOrder[next]?.end <= lineStart + column; next++) longer += growthBy(inOrder[next]);
      const before = last;
      last = column + longer;
      return numberText(last - before) + segment.slice(first.length);
    });
    while (inOrder[next]?.start < lineEnd) next++;
    lineStart = lineEnd;
    return segments.join(',');
  });
  return lines.join(';');
}

function growthBy({ start, end, to }) {
  return to.length - (end - start);
}

/** Five bits a digit, the lowest first, and a sixth that says whether more follow. The lowest bit of all is the sign. */
function firstNumber(text) {
  let bits = 0;
  let length = 0;
  let digit = 32;
  while (digit & 32) {
    digit = DIGITS.indexOf(text[length]);
    bits |= (digit & 31) << (5 * length++);
  }
  return { value: bits & 1 ? -(bits >>> 1) : bits >>> 1, length };
}

function numberText(value) {
  let bits = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    text += DIGITS[(bits & 31) | (bits > 31 ? 32 : 0)];
    bits >>>= 5;
  } while (bits > 0);
  return text;
}
