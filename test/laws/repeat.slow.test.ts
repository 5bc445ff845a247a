/** The same laws, ten times as often. */
import './repeat.test.ts';
