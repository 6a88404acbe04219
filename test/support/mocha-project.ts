/** Runs mocha projects in processes of their own, in parallel or in sequence, and reports their progress. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Progress } from './progress.js';
import { SEED } from './random.js';
import { parseEvent, skipReason } from './test-events.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');

export interface Project {
  /** The project's name in the output. */
  readonly name: string;
  readonly config: string;
  /** Files that replace those of the configuration, and options of mocha. */
  readonly options?: readonly string[];
}

/** The counts of tests, which grow while they run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

interface Followed {
  /** The project, or the file, whose tests run. */
  readonly name: () => string;
  readonly tally: Tally;
  readonly progress: Progress;
  /** Called at the end of each run of mocha. */
  readonly ended?: () => void;
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A progress on standard output. */
export function progressOf(names: readonly string[]): Progress {
  const write = (text: string): void => void process.stdout.write(text);
  return new Progress(names, write, process.stdout.isTTY, () => performance.now());
}

/** Counts and reports the tests of a process by its output. */
export function followTests(output: Readable, { name, tally, progress, ended }: Followed): void {
  let reason: string | undefined;
  createInterface(output).on('line', (line) => {
    const event = parseEvent(line);
    if (event === undefined) {
      const why = skipReason(line);
      reason = why ?? reason;
      // Each event starts on a new line, after an empty one.
      if (why === undefined && line !== '') progress.line(line);
      return;
    }
    if (event.kind !== 'begin' && event.kind !== 'end') tally[event.kind] += 1;
    progress.take(name(), event, reason);
    if (event.kind !== 'skipped') reason = undefined;
    if (event.kind === 'end') ended?.();
  });
}

/** Runs a project. An error of the process itself counts as one more failure. */
export async function runProject(project: Project, progress: Progress): Promise<Tally> {
  const { name, config, options = [] } = project;
  const child = spawn(process.execPath, [mocha, '--config', config, ...options, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, TEST_SEED: String(SEED), TEST_EVENTS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = performance.now();
  const tally = { passed: 0, failed: 0, skipped: 0 };
  followTests(child.stdout, { name: () => name, tally, progress });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const end = `${name} (${config}) ended`;
  progress.line(`${end} after ${Math.round((performance.now() - started) / 1000)} s`);
  if (code === Math.min(tally.failed, 255)) return tally;
  const title = `${end} with ${String(code ?? signal)}`;
  progress.fail({ project: name, title, report: title });
  return { ...tally, failed: tally.failed + 1 };
}

/**
 * Prints the failures and the reasons for skipped tests; the last line and the exit code give the sum of all projects.
 */
export function finish(tallies: readonly Tally[], progress: Progress): void {
  progress.close();
  const sum = (part: keyof Tally): number => tallies.reduce((total, tally) => total + tally[part], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  print(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
