/** Runs test files in some processes side by side: each takes the next file when it has finished one. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { followTests, type Tally } from './mocha-project.js';
import type { Progress } from './progress.js';
import { SEED } from './random.js';
import { END, type FileOrder } from './test-events.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = fileURLToPath(new URL('test-process.mjs', import.meta.url));

export interface FileRun {
  readonly files: readonly string[];
  /** Only the tests whose titles match; with `invert` the others. */
  readonly grep?: string | undefined;
  readonly invert?: boolean;
  /** The number of processes. */
  readonly processes: number;
}

/** Runs files. One that cannot be loaded, or ends its process, counts as one more failure. */
export async function runFiles(run: FileRun, progress: Progress): Promise<Tally> {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const left = run.files.values();
  const work = async (): Promise<void> => {
    let process: TestProcess | undefined;
    for (const file of left) {
      process ??= new TestProcess(tally, progress);
      const end = await process.run({ file, grep: run.grep, invert: run.invert ?? false });
      if (end === 'ended') continue;
      process = undefined;
      tally.failed += 1;
      const title = `the process of ${file} ended with ${end.with}`;
      progress.fail({ project: file, title, report: title });
    }
    await process?.end();
  };
  await Promise.all(Array.from({ length: Math.min(run.processes, run.files.length) }, work));
  return tally;
}

/** How a file ended: with all of its tests, or with its process. */
type End = 'ended' | { readonly with: string };

/** A process that runs one file after another. */
class TestProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<End>;
  #file = '';
  #ended: (end: End) => void = () => undefined;

  constructor(tally: Tally, progress: Progress) {
    this.#child = fork(program, {
      cwd: root,
      env: { ...process.env, TEST_SEED: String(SEED), TEST_EVENTS: '1' },
      // At V8's default budget (67,584), a tenth of the CPU time goes into optimizing functions that a test calls a few times.
      execArgv: ['--interrupt-budget=1000000'],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#closed = once(this.#child, 'close').then(([code, signal]: (number | string | null)[]) => ({
      with: String(code ?? signal),
    }));
    const ended = (): void => {
      this.#ended('ended');
    };
    if (this.#child.stdout !== null)
      followTests(this.#child.stdout, { name: () => this.#file, tally, progress, ended });
  }

  run(order: FileOrder): Promise<End> {
    this.#file = order.file;
    const ended = new Promise<End>((resolve) => {
      this.#ended = resolve;
    });
    this.#child.send(order);
    return Promise.race([ended, this.#closed]);
  }

  async end(): Promise<void> {
    this.#child.send(END);
    await this.#closed;
  }
}
