/** Durations of days, hours, minutes and seconds, as queries compute them (xsd:dayTimeDuration). */

const DURATION = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** In seconds; undefined for a duration of months or years, or a text that is none. */
export function secondsOf(text: string): number | undefined {
  const [match, sign, ...parts] = DURATION.exec(text) ?? [];
  if (match === undefined || /[PT]$/.test(match)) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part?: string) => Number(part ?? 0));
  const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return sign === '-' ? -total : total;
}

/** `2 d 5 h 30 min`; seconds only below an hour. */
export function durationText(seconds: number): string {
  const sign = seconds < 0 ? '−' : '';
  const whole = Math.round(Math.abs(seconds));
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole < 3_600 ? whole % 60 : 0, 's'],
  ];
  const named = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`);
  return sign + (named.length === 0 ? '0 s' : named.join(' '));
}

const HOUR = 3_600;

/** In hours, to the second. */
export const hoursOf = (seconds: number): number => Math.round((seconds / HOUR) * 10_000) / 10_000;
