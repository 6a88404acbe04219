/**
 * Mocha's own spec report, followed by one line for scripts: `N passed, N failed`. A process that runs several projects
 * (mocha-project.ts) sets TEST_EVENTS, and instead receives each test as a line of JSON after the mark.
 */
const { relative } = require('path');
const { performance } = require('perf_hooks');
const { format } = require('util');
const { reporters, Runner } = require('mocha');

const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING } = Runner.constants;
const MARK = '@test ';

class SummaryReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      const skipped = pending > 0 ? `, ${pending} skipped` : '';
      // Deferred, so that it follows the epilogue that Spec prints on the same event.
      process.on('exit', () => process.stdout.write(`${passes} passed, ${failures} failed${skipped}\n`));
    });
  }
}

class EventReporter extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    const tell = (event) => process.stdout.write(`\n${MARK}${JSON.stringify(event)}\n`);
    let since = performance.now();
    // With the hooks before it.
    const place = (test) => {
      const now = performance.now();
      const seconds = (now - since) / 1000;
      since = now;
      return { file: test.file === undefined ? '' : relative(process.cwd(), test.file), seconds };
    };
    runner.once(EVENT_RUN_BEGIN, () => tell({ kind: 'begin', total: runner.total }));
    runner.on(EVENT_TEST_PASS, (test) => tell({ kind: 'passed', ...place(test) }));
    runner.on(EVENT_TEST_PENDING, (test) => tell({ kind: 'skipped', title: test.fullTitle(), ...place(test) }));
    runner.on(EVENT_TEST_FAIL, (test) =>
      tell({ kind: 'failed', title: test.fullTitle(), report: reported(test), ...place(test) }),
    );
    runner.once(EVENT_RUN_END, () => tell({ kind: 'end' }));
  }
}

/** Mocha's report of one failure: title, message, difference and stack. */
function reported(test) {
  const lines = [];
  const print = reporters.Base.consoleLog;
  reporters.Base.consoleLog = (...words) => lines.push(format(...words));
  try {
    reporters.Base.list([test]);
  } finally {
    reporters.Base.consoleLog = print;
  }
  return lines
    .join('\n')
    .trim()
    .replace(/^1\)\s*/, '');
}

module.exports = process.env.TEST_EVENTS === undefined ? SummaryReporter : EventReporter;
