/**
 * Moments: the numbers of seconds by which the engine tells the versions of a default graph from each other. What is valid
 * at the end of a second is valid at that moment (D10), so that no two times of one second need to be told apart.
 */
import { MAX_VERSION } from '../../store/oxigraph/versions.js';

/** What holds whatever the moment is. */
export const ALWAYS = 1;

/** Earlier times than this are one moment, and so are those that the engine has no numbers for, in 2068. */
const BEGIN = Date.parse('2000-01-01T00:00:00Z');
const FIRST = ALWAYS + 1;
/** Of what has no time that is known: it is valid now, and was at no moment that can be asked for. */
const UNDATED = MAX_VERSION;
const LAST = UNDATED - 1;

const secondOf = (time: number): number => FIRST + Math.floor((time - BEGIN) / 1000);

/** The moment from which on what was made at a time is valid. @param time in milliseconds; NaN where it is not known. */
export const momentSince = (time: number): number =>
  Number.isNaN(time) ? UNDATED : Math.min(Math.max(secondOf(time), FIRST), LAST);

/** The moment of the end of a second. @param until the last millisecond that counts. */
export const momentOf = (until: number): number => Math.min(Math.max(secondOf(until), ALWAYS), LAST);
