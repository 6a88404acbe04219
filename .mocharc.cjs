/** Options of mocha for the suites with a configuration of their own; `npm test` has test/support/test-process.ts. */
module.exports = {
  spec: ['test/**/*.test.ts'],
  // At V8's default budget (67,584), a tenth of the CPU time goes into optimizing functions that a test calls a few times.
  'node-option': ['interrupt-budget=1000000'],
  // Not as an option of Node.js: every query worker, which runs compiled code, would load it, too.
  require: ['tsx', 'test/support/seed.ts'],
  reporter: 'test/support/reporter.cjs',
  // No test waits for a time: this ends one that waits for what never comes, on a machine that is busy as well.
  timeout: 1_800_000,
  'forbid-only': true,
};
