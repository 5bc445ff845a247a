/** The same laws, ten times as often. */
import './random-scenes.test.ts';
