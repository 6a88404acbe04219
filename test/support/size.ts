/**
 * How much the tests of bulk and of chance take on. `TEST_SIZE=10` has them take on ten times as much, and gives them ten
 * times as long (`npm run test:long`).
 */
const factor = Number(process.env['TEST_SIZE'] ?? 1);
if (!(factor >= 1)) throw new RangeError('TEST_SIZE is a number from 1 on');

/** So many, or a multiple of it. */
export function scaled(count: number): number {
  return Math.round(count * factor);
}
