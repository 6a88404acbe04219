/**
 * Scales the tests that repeat random cases or need much data. `TEST_SIZE=4` (`npm run test:thorough`): four times as many
 * cases, and four times their timeouts; `npm run test:long` has 40 times as many.
 */
const factor = Number(process.env['TEST_SIZE'] ?? 1);
if (!(factor >= 1)) throw new RangeError('TEST_SIZE is a number from 1 on');

/** The count for this run. */
export function scaled(count: number): number {
  return Math.round(count * factor);
}
