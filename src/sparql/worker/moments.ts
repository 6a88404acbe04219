/**
 * Moments: the numbers of seconds with which the engine tells the versions of a default graph apart. Data that is valid
 * at the end of a second is valid at that moment (D10), so that times within one second need no distinction.
 */
import { MAX_VERSION } from '../../store/oxigraph/versions.js';

/** The moment of data that is always valid. */
export const ALWAYS = 1;

/** Earlier times are one moment, and so are times after the engine's last number, in 2068. */
const BEGIN = Date.parse('2000-01-01T00:00:00Z');
const FIRST = ALWAYS + 1;
/** The moment of data without a known time: valid now, but at no moment that a query can name. */
const UNDATED = MAX_VERSION;
const LAST = UNDATED - 1;

const secondOf = (time: number): number => FIRST + Math.floor((time - BEGIN) / 1000);

/** The first moment at which a graph of this creation time is valid. @param time in milliseconds; NaN if unknown. */
export const momentSince = (time: number): number =>
  Number.isNaN(time) ? UNDATED : Math.min(Math.max(secondOf(time), FIRST), LAST);

/** The moment of the end of a second. @param until the last millisecond that counts. */
export const momentOf = (until: number): number => Math.min(Math.max(secondOf(until), ALWAYS), LAST);
