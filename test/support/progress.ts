/**
 * The progress of several mocha projects, or test files, for a person: percentage, number and failures during the run; at the
 * end each failure in full, the skipped tests with reasons, and the names of the failed tests.
 */
import type { TestEvent } from './test-events.js';

export interface Failure {
  readonly project: string;
  readonly title: string;
  readonly report: string;
}

/** On an output without cursor control, a step of this many percent prints a line. */
const STEP = 5;
/** Of a failure's report, how many lines are printed at once. */
const REASON_LINES = 20;
/** The number of files that are listed at the end as the slowest. */
const SLOWEST = 30;

export class Progress {
  readonly #write: (text: string) => void;
  readonly #isTerminal: boolean;
  readonly #now: () => number;
  readonly #started: number;
  readonly #projects: Map<string, { done: number; total: number | undefined }>;
  readonly #failures: Failure[] = [];
  readonly #skipped = new Map<string, number>();
  /** The seconds of each file. */
  readonly #files = new Map<string, number>();
  #done = 0;
  #shown = -STEP;

  constructor(projects: readonly string[], write: (text: string) => void, isTerminal: boolean, now: () => number) {
    this.#write = write;
    this.#isTerminal = isTerminal;
    this.#now = now;
    this.#started = now();
    this.#projects = new Map(projects.map((project) => [project, { done: 0, total: undefined }]));
  }

  /** Handles one event of a project; `reason` explains its skipped tests, if they have given one. */
  take(project: string, event: TestEvent, reason: string | undefined): void {
    const own = this.#projects.get(project) ?? { done: 0, total: undefined };
    this.#projects.set(project, own);
    if (event.kind === 'begin') own.total = event.total;
    else if (event.kind === 'end') own.total = own.done;
    else {
      own.done += 1;
      this.#done += 1;
      this.#files.set(event.file, (this.#files.get(event.file) ?? 0) + event.seconds);
    }
    if (event.kind === 'failed') this.fail({ project, title: event.title, report: event.report });
    if (event.kind === 'skipped') {
      const why = `${reason ?? 'no reason given'} (${project})`;
      this.#skipped.set(why, (this.#skipped.get(why) ?? 0) + 1);
    }
    this.#show();
  }

  /** A failure, reported at once by its title and the beginning of its reason: the rest of a log can be lost. */
  fail(failure: Failure): void {
    this.#failures.push(failure);
    this.line(`FAILED ${failure.title}  (${failure.project})`);
    for (const line of failure.report.split('\n').slice(0, REASON_LINES)) this.line(`  | ${line}`);
  }

  /** A permanent line. */
  line(text: string): void {
    this.#write(`${this.#isTerminal ? '\r\u001B[K' : ''}${text}\n`);
  }

  /** The summary after the end of all projects. */
  close(): void {
    if (this.#isTerminal) this.#write('\r\u001B[K');
    if (this.#skipped.size > 0) {
      this.line('\nskipped:');
      for (const [why, count] of this.#skipped) this.line(`  ${count} ${count === 1 ? 'test' : 'tests'}: ${why}`);
    }
    if (this.#failures.length > 0) {
      this.line(`\n  ${this.#failures.length} failing\n`);
      for (const [index, { report }] of this.#failures.entries()) this.line(`  ${index + 1}) ${report}\n`);
      this.line('failed:');
      for (const { project, title } of this.#failures) this.line(`  ${title}  (${project})`);
    }
    if (this.#files.size > SLOWEST) {
      this.line('\nslowest files:');
      const slowest = [...this.#files].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
      for (const [file, seconds] of slowest) this.line(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
    }
    this.line(`\ntook ${this.#duration()}`);
  }

  #show(): void {
    const parts = [...this.#projects.values()].map(({ done, total }) =>
      total === undefined ? 0 : total === 0 ? 1 : done / total,
    );
    const percent = Math.floor((100 * parts.reduce((sum, part) => sum + part, 0)) / parts.length);
    if (!this.#isTerminal && percent < this.#shown + STEP) return;
    this.#shown = percent;
    const failures = this.#failures.length === 0 ? '' : `, ${this.#failures.length} failed`;
    const text = `${String(percent).padStart(3)} %  ${this.#done} tests${failures}, ${this.#duration()}`;
    if (this.#isTerminal) this.#write(`\r\u001B[K${text}`);
    else this.line(text);
  }

  #duration(): string {
    const seconds = Math.round((this.#now() - this.#started) / 1000);
    return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
}
