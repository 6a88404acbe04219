/** Round tick values of a time axis. d3's own function would add its time formats to every page with a drawing. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const steps = [
  ...[1, 5, 15, 30].map((count) => count * SECOND),
  ...[1, 5, 15, 30].map((count) => count * MINUTE),
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30, 90, 180, 365, 730, 1825, 3650].map((count) => count * DAY),
];

export interface TimeTicks {
  readonly step: number;
  readonly times: readonly number[];
}

/** The round times from one time to another, up to a maximum number, in milliseconds since 1970, UTC. */
export function timeTicks(from: number, to: number, most: number): TimeTicks {
  const count = (step: number): number => Math.floor(to / step) - Math.ceil(from / step) + 1;
  const step = steps.find((each) => count(each) <= most) ?? to - from + 1;
  const first = Math.ceil(from / step) * step;
  const times = Array.from({ length: Math.max(0, count(step)) }, (_, index) => first + index * step);
  return { step, times };
}
