/** Which way something runs over a picture. */
export type Way = 'down' | 'up' | 'right' | 'left';

/** Where the pixels of a file lie in a picture: pixel `j` of line `i` is pixel `start + i·line + j·pixel`, counted by rows. */
export interface ScanOrder {
  readonly start: number;
  readonly line: number;
  readonly pixel: number;
}

/** The order of a file whose lines follow one another `lines`-wards and whose pixels run `pixels`-wards in each. */
export function scanOrder(width: number, height: number, lines: Way, pixels: Way): ScanOrder {
  const step = { down: width, up: -width, right: 1, left: -1 };
  const ways = [lines, pixels];
  const start = (ways.includes('up') ? (height - 1) * width : 0) + (ways.includes('left') ? width - 1 : 0);
  return { start, line: step[lines], pixel: step[pixels] };
}
