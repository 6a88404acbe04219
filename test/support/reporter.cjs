/** Mocha's own spec report, closed by the one line that scripts can read: `N passed, N failed`. */
const { reporters, Runner } = require('mocha');

module.exports = class SummaryReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      const skipped = pending > 0 ? `, ${pending} skipped` : '';
      // Deferred, so that it stands below the epilogue that Spec prints on the same event.
      process.on('exit', () => process.stdout.write(`${passes} passed, ${failures} failed${skipped}\n`));
    });
  }
};
