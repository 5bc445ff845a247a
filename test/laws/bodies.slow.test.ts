/** The same laws, ten times as often. */
import './bodies.test.ts';
