/** Runs mutants against the tests of some files. */
import type { Answer, Hits, Order } from './messages.js';
import type { Mutant, Sandbox } from './sandbox.js';
import { WorkerProcess } from './worker-process.js';

export type Outcome = 'killed' | 'timeout' | 'survived' | 'not reached';

export interface Verdict {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  /** The test that noticed it. */
  readonly by?: string | undefined;
}

/** After so many mutants a process is left: what an earlier one has left behind in it must not kill a later one. */
const BATCH = 15;

/** Of one test: mutants that lose what it waits for end by it, and other work may take the processor meanwhile. */
const limitOf = (ms: number): number => 8_000 + 10 * ms;

/** The tests that run first have noticed the mutants nearest to this one: they notice most of the others. */
const FIRST_TESTS = 4;

/** What the tests do without a mutant. */
interface Baseline {
  readonly titles: readonly string[];
  readonly limits: Order['limits'];
  readonly coverage: Answer['coverage'];
  readonly ms: number;
}

async function baselineOf({ folder }: Sandbox, files: readonly string[]): Promise<Baseline> {
  const worker = await WorkerProcess.start(folder, files);
  const begin = performance.now();
  const answer = await worker.run(
    { mutant: undefined, tests: undefined, hitLimit: 0, bail: false, limits: {} },
    1_800_000,
  );
  const ms = performance.now() - begin;
  worker.stop();
  if (typeof answer === 'string') throw new Error(`${files.join()} without a mutant: ${answer}`);
  const [failure] = answer.failures;
  if (failure !== undefined) throw new Error(`${files.join()} without a mutant: ${failure.title}: ${failure.message}`);
  const limits = Object.fromEntries(Object.entries(answer.passed).map(([title, taken]) => [title, limitOf(taken)]));
  return { titles: Object.keys(answer.passed), limits, coverage: answer.coverage, ms };
}

export class Trial {
  readonly #noticed: { readonly mutant: Mutant; readonly by: string }[] = [];

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly files: readonly string[],
    private readonly baseline: Baseline,
    private readonly report: (verdict: Verdict) => void,
  ) {}

  static async of(sandbox: Sandbox, files: readonly string[], report: (verdict: Verdict) => void): Promise<Trial> {
    return new Trial(sandbox, files, await baselineOf(sandbox, files), report);
  }

  get tests(): number {
    return this.baseline.titles.length;
  }

  /** Batches that can run side by side. */
  batches(mutants: readonly Mutant[]): (() => Promise<void>)[] {
    const loading: Mutant[] = [];
    const running: Mutant[] = [];
    for (const mutant of mutants) {
      // What is calculated when a module is loaded has to be calculated with the mutant.
      if (this.baseline.coverage.static[mutant.id] !== undefined) loading.push(mutant);
      else if (this.#testsOf(mutant).length > 0) running.push(mutant);
      else this.report({ mutant, outcome: 'not reached' });
    }
    const batches = loading.map((mutant) => () => this.#alone(mutant));
    for (let begin = 0; begin < running.length; begin += BATCH)
      batches.push(() => this.#together(running.slice(begin, begin + BATCH)));
    return batches;
  }

  /** The tests that reach a mutant. */
  #testsOf({ id }: Mutant): readonly string[] {
    return this.#testsReaching((hits) => hits[id] !== undefined);
  }

  /** The tests that reach anything in the file of a mutant that is active when the file is loaded; all without any. */
  #testsOfFile(mutant: Mutant): readonly string[] | undefined {
    const others = this.sandbox.mutants.filter((other) => isNear(mutant, other)).map(({ id }) => id);
    const tests = this.#testsReaching((hits) => others.some((id) => hits[id] !== undefined));
    return tests.length === 0 ? undefined : tests;
  }

  #testsReaching(isReaching: (hits: Hits) => boolean): readonly string[] {
    const reaching = Object.entries(this.baseline.coverage.perTest).filter(([, hits]) => isReaching(hits));
    const titles = new Set(reaching.map(([title]) => title));
    // The name of a suite and a space: what its first hook reached counts for each of its tests.
    const suites = [...titles].filter((title) => title.endsWith(' '));
    return this.baseline.titles.filter((title) => titles.has(title) || suites.some((suite) => title.startsWith(suite)));
  }

  #order(mutant: Mutant, tests: readonly string[] | undefined): Order {
    const all: readonly Hits[] = [this.baseline.coverage.static, ...Object.values(this.baseline.coverage.perTest)];
    const hits = all.reduce((sum, { [mutant.id]: count = 0 }) => sum + count, 0);
    return { mutant: mutant.id, tests, hitLimit: 100 * hits + 1000, bail: true, limits: this.baseline.limits };
  }

  /** Runs the tests that probably notice a mutant, and the others if they do not. */
  async #run(worker: WorkerProcess, mutant: Mutant, tests: readonly string[]): Promise<Answer | 'ended' | 'timeout'> {
    const near = this.#noticed
      .filter((noticed) => isNear(mutant, noticed.mutant) && tests.includes(noticed.by))
      .sort((one, other) => distance(mutant, one.mutant) - distance(mutant, other.mutant));
    const first = [...new Set(near.map(({ by }) => by))].slice(0, FIRST_TESTS);
    if (first.length > 0) {
      const answer = await worker.run(this.#order(mutant, first), this.#limit);
      if (typeof answer === 'string' || answer.isUncaught || answer.failures.length > 0) return answer;
    }
    const others = tests.filter((title) => !first.includes(title));
    const answer = await worker.run(this.#order(mutant, others), this.#limit);
    const by = typeof answer === 'string' ? undefined : answer.failures[0]?.title;
    if (by !== undefined) this.#noticed.push({ mutant, by });
    return answer;
  }

  get #limit(): number {
    return 5 * this.baseline.ms + 60_000;
  }

  /** One mutant in a process of its own. */
  async #alone(mutant: Mutant): Promise<void> {
    const { folder } = this.sandbox;
    const worker = await WorkerProcess.start(folder, this.files, mutant.id).catch(() => undefined);
    // The modules cannot be loaded with it.
    if (worker === undefined) {
      this.report({ mutant, outcome: 'killed' });
      return;
    }
    const answer = await worker.run(this.#order(mutant, this.#testsOfFile(mutant)), this.#limit);
    worker.stop();
    this.report(verdictOn(mutant, answer));
  }

  /** Several mutants in one process, which has to be sound at the end: the tests that failed pass without a mutant. */
  async #together(mutants: readonly Mutant[]): Promise<void> {
    let worker: WorkerProcess | undefined;
    let verdicts: Verdict[] = [];
    const doubtful: Mutant[] = [];
    const close = async (): Promise<void> => {
      if (worker === undefined) return;
      const tests = verdicts.flatMap(({ by }) => by ?? []);
      const control = { mutant: undefined, tests, hitLimit: 0, bail: false, limits: {} };
      const answer = tests.length === 0 ? 'ended' : await worker.run(control, this.#limit);
      worker.stop();
      worker = undefined;
      const isSound = tests.length === 0 || (typeof answer !== 'string' && answer.failures.length === 0);
      for (const verdict of verdicts)
        if (verdict.outcome === 'killed' && !isSound) doubtful.push(verdict.mutant);
        else this.report(verdict);
      verdicts = [];
    };
    for (const mutant of mutants) {
      worker ??= await WorkerProcess.start(this.sandbox.folder, this.files);
      const answer = await this.#run(worker, mutant, this.#testsOf(mutant));
      if (typeof answer !== 'string' && answer.isUncaught) doubtful.push(mutant);
      else verdicts.push(verdictOn(mutant, answer));
      // It has ended, and nothing can be asked of it.
      if (typeof answer === 'string') {
        worker = undefined;
        for (const verdict of verdicts.splice(0)) this.report(verdict);
      }
    }
    await close();
    for (const mutant of doubtful) await this.#alone(mutant);
  }
}

const placeOf = ({ place }: Mutant): readonly [file: string, line: number] => {
  const [file = '', line] = place.split(':');
  return [file, Number(line)];
};
const isNear = (one: Mutant, other: Mutant): boolean => placeOf(one)[0] === placeOf(other)[0];
/** In lines of the same file. */
const distance = (one: Mutant, other: Mutant): number => Math.abs(placeOf(one)[1] - placeOf(other)[1]);

function verdictOn(mutant: Mutant, answer: Answer | 'ended' | 'timeout'): Verdict {
  if (typeof answer === 'string') return { mutant, outcome: answer === 'ended' ? 'killed' : answer };
  const [failure] = answer.failures;
  return failure === undefined ? { mutant, outcome: 'survived' } : { mutant, outcome: 'killed', by: failure.title };
}
