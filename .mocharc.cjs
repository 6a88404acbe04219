/** The tests that run in mocha's own process. The others: test/exchange.mocharc.cjs, test/processes.mocharc.cjs. */
module.exports = {
  spec: ['test/**/*.test.ts'],
  ignore: ['test/**/*.process.test.ts', 'test/{exchange,faults,sparql}/**'],
  // At V8's default budget (67,584), a tenth of the CPU time goes into optimizing functions that a test calls a few times.
  'node-option': ['interrupt-budget=1000000'],
  // Not as an option of Node.js: every query worker, which runs compiled code, would load it, too.
  require: ['tsx', 'test/support/seed.ts'],
  reporter: 'test/support/reporter.cjs',
  // No test waits for a time: this ends one that waits for what never comes, on a machine that is busy as well.
  timeout: 600_000,
  'forbid-only': true,
};
