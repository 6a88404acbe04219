/** Runs a mocha project in a process of its own, and reads the line that its reporter closes with (reporter.cjs). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SEED } from './random.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

function parseTally(line: string): Tally | undefined {
  const [, passed, failed, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [];
  if (passed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a project. One that ends with an error of its own counts as one more failure. */
export async function runProject(config: string, onLine: (line: string) => void = print): Promise<Tally> {
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
    if (found === undefined) onLine(line);
    else tally = found;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  onLine(`mocha (${config}) took ${Math.round((performance.now() - started) / 1000)} s`);
  const { passed, failed, skipped } = tally ?? { passed: 0, failed: 0, skipped: 0 };
  if (code === Math.min(failed, 255)) return { passed, failed, skipped };
  onLine(`mocha (${config}) ended with ${String(code ?? signal)}`);
  return { passed, failed: failed + 1, skipped };
}

/** Prints the sum of several projects as the last line, and makes it the exit code. */
export function finish(tallies: readonly Tally[]): void {
  const sum = (part: keyof Tally): number => tallies.reduce((total, tally) => total + tally[part], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  print(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
