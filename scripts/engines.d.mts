/** The browsers whose engine is not Chromium's. */
export type EngineName = 'Firefox' | 'WebKit';
/** The programs each needs, under all their names, and Debian's packages with them. */
export const ENGINES: Record<EngineName, { programs: string[][]; packages: string[] }>;
/** The first names of the programs that an engine lacks. */
export function lacksOf(engine: EngineName): string[];
