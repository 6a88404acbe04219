/**
 * `npm test`: runs the two mocha projects side by side, since tests that start processes spend most of their time waiting
 * for them. The output of the tests in the process appears as it comes, that of the others at the end; the last line is
 * the sum of both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiled } from './program.js';
import { SEED } from './random.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');

interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The closing line of the reporter (reporter.cjs). */
function parseTally(line: string): Tally | undefined {
  const [, passed, failed, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [];
  if (passed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** Runs a project. One that ends with an error of its own counts as one more failure. */
async function run(config: string, print: (line: string) => void): Promise<Tally> {
  const colour = process.stdout.isTTY ? ['--color'] : [];
  const child = spawn(process.execPath, [mocha, '--config', config, ...colour, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, TEST_SEED: String(SEED) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = performance.now();
  let tally: Tally | undefined;
  createInterface(child.stdout).on('line', (line) => {
    const found = parseTally(line);
    if (found === undefined) print(line);
    else tally = found;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  print(`mocha (${config}) took ${Math.round((performance.now() - started) / 1000)} s`);
  const { passed, failed, skipped } = tally ?? { passed: 0, failed: 0, skipped: 0 };
  if (code === Math.min(failed, 255)) return { passed, failed, skipped };
  print(`mocha (${config}) ended with ${String(code ?? signal)}`);
  return { passed, failed: failed + 1, skipped };
}

// Once, before both projects need it.
compiled('main');

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const deferred: string[] = [];
const tallies = await Promise.all([
  run('.mocharc.cjs', print),
  run('test/processes.mocharc.cjs', (line) => deferred.push(line)),
]);
deferred.forEach(print);
const sum = (part: keyof Tally): number => tallies.reduce((total, tally) => total + tally[part], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
print(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
