/**
 * Runs the tests of an area again and again, each time with another mutant or none: a process of its own, which has the
 * compiled files of a sandbox loaded. What it is asked and what it answers are messages to its parent.
 */
import Mocha from 'mocha';
import type { Answer, Hits, Order } from './messages.js';

/** What the instrumented code reads and writes. */
interface Instrumented {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> };
}

const instrumented: Instrumented = {
  activeMutant: process.env['ACTIVE_MUTANT'],
  mutantCoverage: { static: {}, perTest: {} },
};
Object.assign(globalThis, { __stryker__: instrumented });

let isLoaded = false;
let isUncaught = false;
process.on('uncaughtException', () => {
  // Nothing else would end a process whose modules a mutant keeps from being loaded.
  if (!isLoaded) process.exit(1);
  isUncaught = true;
});
process.on('unhandledRejection', (reason) => {
  throw reason;
});
process.on('disconnect', () => process.exit());

const HOOK_TIMEOUT = Number(process.env['HOOK_TIMEOUT']);
/** Of a test without a limit of its own: it runs without a mutant, beside whatever else the machine does. */
const LONG = 300_000;
const mocha = new Mocha({
  timeout: HOOK_TIMEOUT,
  reporter: class extends Mocha.reporters.Base {},
});
mocha.cleanReferencesAfterRun(false);
for (const file of process.argv.slice(2)) mocha.addFile(file);
await mocha.loadFilesAsync();
isLoaded = true;

function run({ mutant, tests, hitLimit, bail, limits }: Order): Promise<Answer> {
  // Some tests allow themselves minutes: with a mutant they would wait as long for what it has lost.
  mocha.suite.eachTest((test) => {
    test.timeout(limits[test.fullTitle()] ?? LONG);
  });
  const wanted = tests && new Set(tests);
  // Mocha asks its filter for nothing else.
  mocha.grep(Object.assign(/(?:)/, { test: (title: string) => wanted?.has(title) ?? true }));
  mocha.bail(bail);
  isUncaught = false;
  instrumented.activeMutant = mutant;
  instrumented.hitCount = 0;
  instrumented.hitLimit = hitLimit;
  const failures: Answer['failures'] = [];
  const passed: Record<string, number> = {};
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      instrumented.activeMutant = undefined;
      resolve({ failures, passed, isUncaught, coverage: instrumented.mutantCoverage });
    });
    runner.on('test', (test) => {
      instrumented.currentTestId = test.fullTitle();
    });
    runner.on('hook', (hook) => {
      // What a suite does for all its tests counts for each of them.
      if (hook.title.startsWith('"before all"')) instrumented.currentTestId = `${hook.parent?.fullTitle() ?? ''} `;
    });
    runner.on('pass', (test) => {
      passed[test.fullTitle()] = test.duration ?? 0;
    });
    runner.on('fail', (test, error: Error) => failures.push({ title: test.fullTitle(), message: error.message }));
  });
}

process.on('message', (order: Order) => {
  void run(order).then((answer) => process.send?.(answer));
});
process.send?.('ready');
