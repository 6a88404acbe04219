/**
 * One query in the pool, from when it is asked until it is answered or given up. While it waits, or its dataset is filled,
 * giving it up costs nothing: the dataset is for all. Only a query that runs can be stopped with its worker alone.
 */
import type { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { overTime } from './over-time.js';
import { type AskedQuery, QueryPhases } from './query-phases.js';
import type { QueryProgress } from './query-worker.js';
import type { QueryRequest, QueryResult } from './worker/protocol.js';

export interface JobTimes {
  readonly timeoutMs: number;
  readonly slowAfterMs: number;
  readonly patienceMs: number;
}

/** The events of a query on a worker. */
export interface JobEvents {
  /** It has occupied the worker for long. */
  readonly onSlow: () => void;
  /** It has been running for half of its time. */
  readonly onHalfTime: () => void;
  /** It has to be stopped. */
  readonly onLimit: (reason: string) => void;
  /** How long it may go on to run for nobody: stopping it must not cost more than its end. */
  readonly graceMs: () => number;
}

export class QueryJob implements QueryProgress {
  readonly request: QueryRequest;
  readonly phases: QueryPhases;
  readonly answer: Promise<QueryResult>;
  /** The dataset that it needs; set when a worker has reported it. */
  dataset: string | undefined;
  #resolve: (result: QueryResult) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #isWanted = true;
  #isRunning = false;
  #events: JobEvents | undefined;
  #patience: NodeJS.Timeout | undefined;
  /** Of the worker: slow, half of the time, the limit, the grace. */
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #impatientAt: number;

  /** @param onImpatient called when it has waited long enough for its dataset or its turn. */
  constructor(
    asked: AskedQuery,
    readonly caller: Caller,
    private readonly times: JobTimes,
    private readonly onImpatient: () => void,
  ) {
    const { phases = new QueryPhases(), ...request } = asked;
    this.request = request;
    this.phases = phases;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#impatientAt = performance.now() + times.patienceMs;
    this.wait();
  }

  /** Whether somebody waits for its answer. */
  isWanted(): boolean {
    return this.#isWanted;
  }

  /** It waits for a worker. */
  wait(): void {
    this.#leave();
    this.phases.begin('waiting');
  }

  /** It has a worker. */
  start(events: JobEvents): void {
    this.#events = events;
    this.#startTimer(this.times.slowAfterMs, events.onSlow);
  }

  readonly onScope = (): void => {
    this.phases.begin('scope');
  };

  readonly onPreparing = (): void => {
    if (this.#isRunning) this.#leave();
    this.phases.begin('filling');
  };

  readonly onRunning = (): void => {
    this.phases.begin('running');
    this.#clear();
    const events = this.#events;
    if (events === undefined) return;
    this.#isRunning = true;
    const { timeoutMs, slowAfterMs } = this.times;
    this.#startTimer(timeoutMs, () => {
      events.onLimit(overTime(this.request.text, timeoutMs));
    });
    this.#startTimer(Math.min(slowAfterMs, timeoutMs / 2), events.onSlow);
    this.#startTimer(timeoutMs / 2, events.onHalfTime);
    if (!this.#isWanted) this.#startGrace();
  };

  /** Nobody waits for the answer any more; the worker continues, unless the query runs for too long. */
  drop(reason: ServiceError): void {
    if (!this.#isWanted) return;
    this.#settle();
    this.#isWanted = false;
    this.#reject(reason);
    if (this.#isRunning) this.#startGrace();
  }

  resolve(result: QueryResult, writingMs: number): void {
    this.#settle();
    this.phases.move('running', 'writing', writingMs);
    this.#resolve(result);
  }

  reject(reason: unknown): void {
    this.#settle();
    this.#reject(reason);
  }

  /** The worker is done with it. */
  release(): void {
    this.#clear();
    this.#events = undefined;
  }

  #settle(): void {
    clearTimeout(this.#patience);
    if (this.#isWanted) this.phases.end();
  }

  #leave(): void {
    const events = this.#events;
    this.#clear();
    if (events !== undefined) this.#startTimer(this.times.slowAfterMs, events.onSlow);
    if (!this.#isWanted) return;
    this.#patience = setTimeout(this.onImpatient, Math.max(0, this.#impatientAt - performance.now()));
  }

  #startGrace(): void {
    this.#startTimer(this.#events?.graceMs() ?? 0, () => {
      this.#events?.onLimit('the caller has disconnected');
    });
  }

  #startTimer(ms: number, action: () => void): void {
    this.#timers.push(setTimeout(action, ms));
  }

  #clear(): void {
    this.#isRunning = false;
    clearTimeout(this.#patience);
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}
