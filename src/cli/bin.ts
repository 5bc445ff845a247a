#!/usr/bin/env node
/** The program `rivulet`. */
import { EXIT_DONE, EXIT_FAILED, fileProblem } from './errors.js';
import { main } from './main.js';

// `rivulet scenes | head -1` closes the pipe early: the reader has what it wanted, and that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT_DONE);
  process.stderr.write(`rivulet: cannot write standard output: ${fileProblem(error)}.\n`);
  process.exit(EXIT_FAILED);
});
// Where standard error is closed, only the exit code shows the failure.
process.stderr.on('error', () => {});

// Set instead of exiting, so that what is still in the pipes is written out.
process.exitCode = await main(process.argv.slice(2), process);
