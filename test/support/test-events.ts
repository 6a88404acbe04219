/** The events of a mocha process's tests, one line each (reporter.cjs). */
import { z } from 'zod';

const MARK = '@test ';

const testEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begin'), total: z.number() }),
  z.strictObject({ kind: z.literal('passed') }),
  z.strictObject({ kind: z.literal('skipped'), title: z.string() }),
  z.strictObject({ kind: z.literal('failed'), title: z.string(), report: z.string() }),
]);

export type TestEvent = z.output<typeof testEvent>;

/** The event of a line; undefined for a test's own output. */
export function parseEvent(line: string): TestEvent | undefined {
  return line.startsWith(MARK) ? testEvent.parse(JSON.parse(line.slice(MARK.length))) : undefined;
}

/** The printed reason for skipped tests: `(skipped: there is no curl here)`. */
export function skipReason(line: string): string | undefined {
  return /\bskipped: (.+?)\)?$/.exec(line)?.[1];
}
