/**
 * The progress of several mocha projects for a person: percentage, number and failures during the run; at the end each
 * failure in full, the skipped tests with reasons, and the names of the failed tests.
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

export class Progress {
  readonly #write: (text: string) => void;
  readonly #isTerminal: boolean;
  readonly #now: () => number;
  readonly #started: number;
  readonly #totals = new Map<string, number | undefined>();
  readonly #failures: Failure[] = [];
  readonly #skipped = new Map<string, number>();
  #done = 0;
  #shown = -STEP;

  constructor(projects: readonly string[], write: (text: string) => void, isTerminal: boolean, now: () => number) {
    this.#write = write;
    this.#isTerminal = isTerminal;
    this.#now = now;
    this.#started = now();
    for (const project of projects) this.#totals.set(project, undefined);
  }

  /** Handles one event of a project; `reason` explains its skipped tests, if they have given one. */
  take(project: string, event: TestEvent, reason: string | undefined): void {
    if (event.kind === 'begin') this.#totals.set(project, event.total);
    else this.#done += 1;
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
    this.line(`\ntook ${this.#duration()}`);
  }

  #show(): void {
    const totals = [...this.#totals.values()];
    const sum = totals.reduce<number>((total, own) => total + (own ?? 0), 0);
    const isWhole = totals.every((own) => own !== undefined);
    const percent = isWhole && sum > 0 ? Math.floor((this.#done / sum) * 100) : 0;
    if (!isWhole || (!this.#isTerminal && percent < this.#shown + STEP)) return;
    this.#shown = percent;
    const failures = this.#failures.length === 0 ? '' : `, ${this.#failures.length} failed`;
    const text = `${String(percent).padStart(3)} %  ${this.#done} of ${sum} tests${failures}, ${this.#duration()}`;
    if (this.#isTerminal) this.#write(`\r\u001B[K${text}`);
    else this.line(text);
  }

  #duration(): string {
    const seconds = Math.round((this.#now() - this.#started) / 1000);
    return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
}
