/** The ledger and the state's hash, read on request, since the hash visits every cell. */
import { imbalance, type Ledger, type Simulation } from 'rivulet';

/** Where water can be, in the ledger's words and in ours. */
const ACCOUNTS = {
  onDrops: 'on drops',
  film: 'film',
  fine: 'fine drops',
  fog: 'fog',
  inField: 'in the field',
  falling: 'in the air',
  drained: 'drained',
  evaporated: 'evaporated',
  dripped: 'dripped',
  wiped: 'wiped',
} as const;
type Account = keyof typeof ACCOUNTS;

/** The water book as a sum: `12.3 mg supplied = 4.5 on drops + 7.8 drained`. */
function describeWater(ledger: Ledger): string {
  const parts = (Object.keys(ACCOUNTS) as Account[])
    .filter((account) => ledger[account] !== 0)
    .map((account) => `${ledger[account].toFixed(1)} ${ACCOUNTS[account]}`);
  return `${ledger.supplied.toFixed(1)} mg supplied = ${parts.join(' + ') || '0'}`;
}

function describeImbalance(ledger: Ledger): string {
  const share = imbalance(ledger);
  return share === 0 ? 'none' : `${share.toExponential(1)} of all water`;
}

/** Writes books and hash into `place`, with the time they belong to. */
export function showBooks(simulation: Simulation, place: HTMLElement): void {
  const ledger = simulation.ledger();
  const rows: [string, string][] = [
    ['At', `${simulation.time.toFixed(3)} s, step ${simulation.steps}`],
    ['Water', describeWater(ledger)],
    ['Imbalance', describeImbalance(ledger)],
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
