/** What can go wrong in the command line, and the exit code each kind leads to. */
import { RivuletError } from '../core/errors.js';

export const EXIT_DONE = 0;
export const EXIT_FAILED = 1;
export const EXIT_MISUSED = 2;
export const EXIT_INTERRUPTED = 130;

/** The command was called wrongly: exit 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command was called rightly and could not do it: exit 1. */
export class FailureError extends Error {
  override name = 'FailureError';
}

/** Ctrl-C was pressed: exit 130. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';

  constructor(message = 'interrupted') {
    super(message);
  }
}

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT_MISUSED;
  return error instanceof InterruptedError ? EXIT_INTERRUPTED : EXIT_FAILED;
}

/** The error as one line, without `rivulet: `. An error that was not foreseen is called internal, since it is a fault of the program. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(`internal error: ${String(error)}`);
  const foreseen =
    error instanceof UsageError ||
    error instanceof FailureError ||
    error instanceof InterruptedError ||
    error instanceof RivuletError;
  return oneLine(foreseen ? error.message : `internal error: ${error.message}`);
}

/** Folds every run of white space into one blank: parsers quote the lines they choke on. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The system's code of an error, such as ENOENT; empty if it is none of the system's. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The system's error about a file, in words instead of codes. */
export function fileProblem(error: unknown): string {
  return FILE_PROBLEMS[systemCode(error)] ?? (error instanceof Error ? error.message : String(error));
}

const FILE_PROBLEMS: Record<string, string> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
};
