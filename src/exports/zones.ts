/** Times on the clocks of a zone (K73). */

export const UTC = 'UTC';

const MAX_NAME = 64;

/** What a clock in a zone shows. */
export interface WallClock {
  /** `2026-11-22 14:05` */
  readonly text: string;
  /** The same figures as a time in UTC, as spreadsheets keep times without a zone. */
  readonly figures: Date;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 100;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}

/** The name of a zone of IANA in its own spelling; undefined for any other text. */
export function zoneNamed(name: string): string | undefined {
  if (name.length > MAX_NAME || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return undefined;
  try {
    return formatOf(name).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @param zone a result of `zoneNamed`. */
export function wallClock(time: Date, zone: string): WallClock {
  const figures = zone === UTC ? time : new Date(time.getTime() + offsetOf(time, zone));
  return { text: figures.toISOString().slice(0, 16).replace('T', ' '), figures };
}

/** What the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetOf(time: Date, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const clock = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return clock - Math.floor(time.getTime() / 1000) * 1000;
}
