/** Writes Radiance pictures, in each of the forms their lines may have. */

export type Rgbe = readonly [red: number, green: number, blue: number, exponent: number];
export type LineForm = 'plain' | 'old' | 'new';

/** A file whose lines hold these pixels; `size` is written as it stands, for example `-Y 2 +X 3`. */
export function writeRadiance(lines: readonly (readonly Rgbe[])[], size: string, form: LineForm): Uint8Array {
  const head = `#?RADIANCE\n# made by a test\nFORMAT=32-bit_rle_rgbe\n\n${size}\n`;
  const body = lines.flatMap((line) => WRITERS[form](line));
  return Uint8Array.from([...new TextEncoder().encode(head), ...body]);
}

const WRITERS: Record<LineForm, (line: readonly Rgbe[]) => number[]> = {
  plain: (line) => line.flat(),
  old: (line) =>
    runs(line.map(String)).flatMap(([start, count]) => {
      const more = count - 1;
      // Each run after the first counts 256-fold.
      const low = more > 0 ? [1, 1, 1, more & 255] : [];
      const high = more > 255 ? [1, 1, 1, more >> 8] : [];
      return [...line[start], ...low, ...high];
    }),
  new: (line) => [2, 2, line.length >> 8, line.length & 255, ...[0, 1, 2, 3].flatMap((c) => newRuns(line, c))],
};

/** Runs of three and more as such, the rest plain; both at most 127 long. */
function newRuns(line: readonly Rgbe[], c: number): number[] {
  return runs(line.map((pixel) => pixel[c])).flatMap(([start, count]) => {
    const parts: number[] = [];
    for (let left = count; left > 0; left -= 127) {
      const some = Math.min(127, left);
      parts.push(...(some > 2 ? [128 + some, line[start][c]] : [some, ...Array(some).fill(line[start][c])]));
    }
    return parts;
  });
}

/** Where equal values begin and how many there are. */
function runs(values: readonly unknown[]): [start: number, count: number][] {
  const found: [number, number][] = [];
  values.forEach((value, n) => {
    if (n > 0 && value === values[n - 1]) found[found.length - 1][1]++;
    else found.push([n, 1]);
  });
  return found;
}
