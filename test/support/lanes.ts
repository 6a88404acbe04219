/**
 * Runs all tests in two lanes, each a mocha of its own: tests that start the program as a process spend their time waiting
 * for it, and meanwhile the others get on. What these have to say is shown as it comes, what those have when all is done;
 * below stands the one line that sums up.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiled } from './program.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test', file));
const startsProcesses = (file: string): boolean =>
  /from '\S*support\/(?:process|child)\.js'/.test(readFileSync(join(root, file), 'utf8'));
/** It holds the description of the addresses to what every test of its lane observed. */
const everywhere = join('test', 'openapi', 'observed.test.ts');

interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What the reporter sums up with. */
function tallyOf(line: string): Tally | undefined {
  const [, passed, failed, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [];
  if (passed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** Runs those files, and gives their tally; a lane that breaks down has failed at one thing more. */
async function run(isOurs: (file: string) => boolean, say: (line: string) => void): Promise<Tally> {
  const others = files.filter((file) => !isOurs(file) && file !== everywhere).flatMap((file) => ['--ignore', file]);
  const colour = process.stdout.isTTY ? ['--color'] : [];
  const child = spawn(process.execPath, [mocha, ...colour, ...others, ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let tally: Tally | undefined;
  createInterface(child.stdout).on('line', (line) => {
    const found = tallyOf(line);
    if (found === undefined) say(line);
    else tally = found;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const { passed, failed, skipped } = tally ?? { passed: 0, failed: 0, skipped: 0 };
  if (code === Math.min(failed, 255)) return { passed, failed, skipped };
  say(`the tests ended with ${String(code ?? signal)}`);
  return { passed, failed: failed + 1, skipped };
}

// Once, before both need it.
compiled('main');

const show = (line: string): void => void process.stdout.write(`${line}\n`);
const later: string[] = [];
const tallies = await Promise.all([
  run((file) => !startsProcesses(file), show),
  run(startsProcesses, (line) => later.push(line)),
]);
later.forEach(show);
const sum = (part: keyof Tally): number => tallies.reduce((total, tally) => total + tally[part], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
show(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
