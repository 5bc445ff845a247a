/** The same forgeries, ten times as many. */
import './forged-saves.test.ts';
