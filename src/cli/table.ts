/** Columns for people. */

/** Rows as aligned columns, two blanks apart; columns named in `right` (numbers) are flush right. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row: readonly string[]) =>
    row.map((cell, c) => (right.includes(c) ? cell.padStart(widths[c]) : cell.padEnd(widths[c]))).join('  ');
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`;
}

/** A number with three digits, without an exponent. */
export function brief(value: number): string {
  return value === 0 || Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
