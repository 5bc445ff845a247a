import type { Interrupt } from '../interrupt.js';
import type { ExportMap, Filing } from './map-files.js';

/** Has the numbers of some maps drawn, some rows at a time. */
type Draw<N extends ExportMap> = (
  take: (numbers: Record<N, Float32Array | Uint32Array>, rows: readonly [from: number, to: number]) => Promise<void>,
) => Promise<void>;

type Size = { readonly width: number; readonly height: number };

/** The files of some maps of one picture. Between two parts Ctrl-C is heard. */
export async function fillSheets<N extends ExportMap>(
  names: readonly N[],
  filings: ReadonlyMap<ExportMap, Filing>,
  { width, height }: Size,
  interrupt: Interrupt,
  draw: Draw<N>,
): Promise<Map<ExportMap, Uint8Array>> {
  const files = new Map<ExportMap, Uint8Array>();
  if (names.length === 0) return files;
  const sheets = names.map((map) => ({ map, file: (filings.get(map) as Filing).open(width, height) }));
  await draw(async (numbers, [from]) => {
    for (const { map, file } of sheets) file.put(numbers[map], from * width);
    await interrupt.rest();
  });
  for (const { map, file } of sheets) {
    files.set(map, file.encode());
    await interrupt.rest();
  }
  return files;
}

/** The drop of each pixel of one picture. */
export async function gatherIds({ width, height }: Size, interrupt: Interrupt, draw: Draw<'id'>) {
  const ids = new Uint32Array(width * height);
  await draw(async ({ id }, [from]) => {
    ids.set(id, from * width);
    await interrupt.rest();
  });
  return { ids, width, height };
}
