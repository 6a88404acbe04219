/** The events of a mocha process's tests, one line each (reporter.cjs), and what a test process is ordered to run. */
import { z } from 'zod';

const MARK = '@test ';

/** The file of a test, and how long it took with the hooks before it. */
const place = { file: z.string(), seconds: z.number() };

const testEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begin'), total: z.number() }),
  z.strictObject({ kind: z.literal('passed'), ...place }),
  z.strictObject({ kind: z.literal('skipped'), title: z.string(), ...place }),
  z.strictObject({ kind: z.literal('failed'), title: z.string(), report: z.string(), ...place }),
  z.strictObject({ kind: z.literal('end') }),
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

/** The order of a parent to a test process: a file, or those of its tests whose titles match. */
export interface FileOrder {
  readonly file: string;
  readonly grep: string | undefined;
  /** The tests that do not match. */
  readonly invert: boolean;
}

/** The order to a test process to end. */
export const END = 'end';
