/**
 * One writer a folder. Two exports into one folder would mix their frames without a word, so a run keeps a lock file there that says
 * which process it is. A lock whose process has died is taken over.
 *
 * Locks are created by `link` and replaced by `rename`, which the system does in one go: of several processes that come
 * at the same moment exactly one succeeds.
 */
import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { FailureError, fileProblem, systemCode } from './errors.js';

const LOCK = '.rivulet.lock';

/** Which process holds a lock. */
interface Holder {
  readonly pid: number;
  /** When it started, as people and `Date` read it. */
  readonly start: string;
  readonly host: string;
  /** When it started by the clock of the Linux kernel, to tell it from a later process of the same number. */
  readonly ticks?: string;
}

/** Locks a folder for this process, until the returned function is called or the process exits. Throws if another holds it. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK);
  const own = thisProcess();
  try {
    acquire(path, own, folder);
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw new FailureError(`cannot write to the folder ${folder}: ${fileProblem(error)}.`);
  }
  const release = () => {
    process.off('exit', release);
    rmSync(path, { force: true });
  };
  // A second Ctrl-C ends the program at once.
  process.on('exit', release);
  return release;
}

/** Puts a lock of `own` at `path`, where there is none or one of a process that has died. */
function acquire(path: string, own: Holder, folder: string): void {
  if (create(path, own)) return;
  const holder = readHolder(path);
  if (!holder || isAlive(holder)) throw refusal(folder, holder);
  // A lock on the lock: only its owner may replace a dead one, and only if it is still there.
  const claim = `${path}.next`;
  acquire(claim, own, folder);
  const now = readHolder(path);
  if (now?.pid !== holder.pid || now.start !== holder.start) {
    rmSync(claim, { force: true });
    throw refusal(folder, now);
  }
  renameSync(claim, path);
}

/** Creates a lock with all that is in it at once; false if there is one. */
function create(path: string, own: Holder): boolean {
  const temporary = `${path}.${own.pid}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify(own)}\n`);
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return false;
    // Some disks, such as those of cameras, have no links.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(code)) throw error;
    return copyNew(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function copyNew(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Which process a lock names; undefined if it is gone or cannot be understood. */
function readHolder(path: string): Holder | undefined {
  try {
    const { pid, start, host, ticks } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return Number.isInteger(pid) && start && host ? { pid: pid as number, start, host, ticks } : undefined;
  } catch {
    return undefined;
  }
}

function thisProcess(): Holder {
  const start = new Date(performance.timeOrigin).toISOString();
  return { pid: process.pid, start, host: hostname(), ticks: statOf(process.pid)?.ticks };
}

/** Does the process still run? One of another machine, which shares the folder, may do so. */
function isAlive({ pid, host, ticks }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
  const stat = statOf(pid);
  return !stat || (stat.state !== 'Z' && (ticks === undefined || ticks === stat.ticks));
}

/** State and start of a process, where Linux reports them (proc(5), fields 3 and 22 of stat). */
function statOf(pid: number): { state: string; ticks: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets, which may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], ticks: fields[22 - 3] };
  } catch {
    return undefined;
  }
}

function refusal(folder: string, holder: Holder | undefined): FailureError {
  const process = holder ? ` (process ${holder.pid} on ${holder.host}, since ${holder.start})` : '';
  const remedy = `Wait, name another folder, or remove ${join(folder, LOCK)} if it runs no more.`;
  return new FailureError(`another rivulet writes to the folder ${folder}${process}. ${remedy}`);
}
