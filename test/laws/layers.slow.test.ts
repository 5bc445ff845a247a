/** The same laws, ten times as often. */
import './layers.test.ts';
