/** The same films, twice as long. */
import './webgl-keeping.test.ts';
