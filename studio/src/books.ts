/** The ledger and the state's hash, read when asked for: the hash looks at every cell. */
import type { Simulation } from 'rivulet';

/** Where water can be, in the ledger's words and in ours. */
const ACCOUNTS = {
  onDrops: 'on drops',
  film: 'film',
  fine: 'fine drops',
  inField: 'in the field',
  drained: 'drained',
  evaporated: 'evaporated',
  dripped: 'dripped',
  wiped: 'wiped',
} as const;
type Account = keyof typeof ACCOUNTS;

/** What the books say. */
export interface BooksReport {
  /** Supplied minus all accounts [mg]. */
  imbalance: number;
  /** The same over what was supplied. */
  relative: number;
  /** `12.3 mg supplied = 4.5 on drops + 7.8 drained`. */
  line: string;
}

export function readBooks(simulation: Simulation): BooksReport {
  const ledger = simulation.ledger();
  const accounts = Object.keys(ACCOUNTS) as Account[];
  const imbalance = accounts.reduce((left, account) => left - ledger[account], ledger.supplied);
  const parts = accounts
    .filter((account) => ledger[account] !== 0)
    .map((account) => `${ledger[account].toFixed(1)} ${ACCOUNTS[account]}`);
  return {
    imbalance,
    relative: ledger.supplied === 0 ? 0 : Math.abs(imbalance) / ledger.supplied,
    line: `${ledger.supplied.toFixed(1)} mg supplied = ${parts.join(' + ') || '0'}`,
  };
}

/** Writes books and hash into `place`, with the time they belong to. */
export function showBooks(simulation: Simulation, place: HTMLElement): void {
  const { imbalance, relative, line } = readBooks(simulation);
  const rows: [string, string][] = [
    ['At', `${simulation.time.toFixed(3)} s, step ${simulation.steps}`],
    ['Water', line],
    ['Imbalance', imbalance === 0 ? 'none' : `${imbalance.toExponential(1)} mg (${relative.toExponential(1)} of all)`],
    ['Hash', simulation.hash()],
  ];
  const list = document.createElement('dl');
  for (const [term, value] of rows) {
    const dt = document.createElement('dt');
    const dd = document.createElement('dd');
    dt.textContent = term;
    dd.textContent = value;
    if (term === 'Hash') dd.className = 'hash';
    list.append(dt, dd);
  }
  place.replaceChildren(list);
}
