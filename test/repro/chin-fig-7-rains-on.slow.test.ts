/** All scenes after a minute. */
import './chin-fig-7-rains-on.test.ts';
