/** Times of messages: those without a zone are in the zone of a setting (X35), as are those that are written (X79). */
import { instantOf, lexicalError } from '../../rdf/literals.js';
import { xsd } from '../../rdf/vocabulary.js';

const DATE_TIME = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T[0-9:.]+)?(Z|[+-][0-9]{2}:[0-9]{2})?$/;

/** The standard has no waybills from before. */
const FIRST_YEAR = 1900;

const MINUTE = 60_000;

export interface ReadTime {
  /** An xsd:dateTime with a zone. */
  readonly text: string;
  readonly isZoneAssumed: boolean;
}

/** @returns undefined for a text that is no time. */
export function readTime(text: string, zone: string): ReadTime | undefined {
  const [, date = '', time = 'T00:00:00', offset] = DATE_TIME.exec(text) ?? [];
  const local = `${date}${time}`;
  const given = `${local}${offset ?? 'Z'}`;
  if (lexicalError(given, xsd.dateTime.value) !== undefined || Number(date.slice(0, 4)) < FIRST_YEAR) return undefined;
  if (offset !== undefined) return { text: given, isZoneAssumed: false };
  return { text: `${local}${offsetOf(local, zone)}`, isZoneAssumed: true };
}

/**
 * A time as messages have it: without a zone, in the zone of the setting. A time that the clocks of the zone show twice has
 * its offset.
 *
 * @returns undefined for a text that is no time, or one that no message may have.
 */
export function writeTime(text: string, zone: string): string | undefined {
  const instant = instantOf(text);
  if (!Number.isFinite(instant) || Number.isNaN(new Date(instant).getTime())) return undefined;
  const offset = offsetMinutes(instant, zone);
  const local = new Date(instant + offset * MINUTE).toISOString().replace(/(?:\.000)?Z$/, '');
  const isRead = (written: string): boolean => {
    const read = readTime(written, zone);
    return read !== undefined && instantOf(read.text) === instant;
  };
  return [local, `${local}${offsetText(offset)}`].find(isRead);
}

/** The offset of a zone at a local time: `+02:00`, or `Z`. */
function offsetOf(local: string, zone: string): string {
  const asUtc = Date.parse(`${local}Z`);
  // 24:00:00 and the like: the day is enough to find the offset.
  const instant = Number.isNaN(asUtc) ? Date.parse(`${local.slice(0, 10)}T00:00:00Z`) : asUtc;
  const first = offsetMinutes(instant, zone);
  return offsetText(offsetMinutes(instant - first * MINUTE, zone));
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetMinutes(instant: number, zone: string): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])([0-9]{2}):([0-9]{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
