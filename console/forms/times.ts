/** Dates, times and durations of a form: no time is sent without its zone (K11). */

/** The offset of a zone at a local time: `+01:00`, or `Z`. */
function offsetAt(local: string, zone: string): string | undefined {
  const utc = Date.parse(`${local}Z`);
  if (!Number.isFinite(utc)) return undefined;
  const first = offsetMinutes(new Date(utc), zone);
  if (first === undefined) return undefined;
  // The offset at the moment that the first guess gives: the clocks may have changed in between.
  const minutes = offsetMinutes(new Date(utc - first * 60_000), zone) ?? first;
  if (minutes === 0) return 'Z';
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

function offsetMinutes(at: Date, zone: string): number | undefined {
  try {
    const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name ?? '') ?? [];
    if (name === undefined) return undefined;
    return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch (error) {
    // A zone that the browser does not know.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** A local time with the offset of its zone, as it is stored; undefined for what is no time, or a zone that is none. */
export function withOffset(local: string, zone: string): string | undefined {
  if (!LOCAL.test(local)) return undefined;
  const whole = local.length === 'YYYY-MM-DDTHH:mm'.length ? `${local}:00` : local;
  const offset = offsetAt(whole, zone);
  return offset === undefined ? undefined : whole + offset;
}

/** A stored time for a field: the local time and its zone, which is an offset unless it is UTC. */
export function localOf(stored: string): { readonly text: string; readonly zone: string } | undefined {
  const [, local = '', offset] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/.exec(stored) ?? [];
  if (local === '') return undefined;
  return { text: local.replace(/:00(?:\.0+)?$/, ''), zone: offset === undefined || offset === 'Z' ? 'UTC' : offset };
}

/** Hours, minutes and days as people write them, as `xsd:duration`: "2:30", "90 min", "1 d 4 h", "PT2H30M". */
export function durationOf(text: string): string | undefined {
  const plain = text.trim();
  if (/^-?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/.test(plain))
    return plain;
  const [, clockHours, clockMinutes] = /^(\d+):([0-5]\d)$/.exec(plain) ?? [];
  if (clockHours !== undefined) return `PT${Number(clockHours)}H${Number(clockMinutes)}M`;
  const [whole, days, hours, minutes] =
    /^(?:(\d+)\s*(?:d|days?|t|tage?)\.?)?\s*(?:(\d+)\s*(?:h|hrs?|hours?|std|stunden?)\.?)?\s*(?:(\d+)\s*(?:m|min|minutes?|minuten?)\.?)?$/i.exec(
      plain,
    ) ?? [];
  if (whole === undefined || whole === '') return undefined;
  const part = (value: string | undefined, unit: string): string => (value === undefined ? '' : value + unit);
  const time = part(hours, 'H') + part(minutes, 'M');
  return `P${part(days, 'D')}${time === '' ? '' : `T${time}`}`;
}
