/**
 * One query in the pool, from its submission until its answer or abandonment. Abandoning it costs nothing while it
 * waits, or while its dataset is filled, since the dataset serves all callers. Only a running query must be stopped
 * together with its worker.
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
  /** The query has occupied the worker for long. */
  readonly onSlow: () => void;
  /** The query has used half of its time. */
  readonly onHalfTime: () => void;
  /** The query must be stopped. */
  readonly onLimit: (reason: string) => void;
  /** The time for which it may continue without a caller: stopping it must not cost more than letting it end. */
  readonly graceMs: () => number;
}

export class QueryJob implements QueryProgress {
  readonly request: QueryRequest;
  readonly phases: QueryPhases;
  readonly answer: Promise<QueryResult>;
  /** The required dataset, as soon as a worker has reported it. */
  dataset: string | undefined;
  #resolve: (result: QueryResult) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #isWanted = true;
  #isRunning = false;
  #events: JobEvents | undefined;
  #patience: NodeJS.Timeout | undefined;
  /** The timers of the worker: slow, half of the time, the limit, the grace. */
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #times: JobTimes;
  readonly #impatientAt: number;

  /** @param onImpatient called after its longest wait for its dataset or its turn. */
  constructor(
    asked: AskedQuery,
    readonly caller: Caller,
    times: JobTimes,
    private readonly onImpatient: () => void,
  ) {
    const { phases = new QueryPhases(), timeoutMs = times.timeoutMs, ...request } = asked;
    this.#times = { ...times, timeoutMs };
    this.request = request;
    this.phases = phases;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#impatientAt = performance.now() + times.patienceMs;
    this.wait();
  }

  /** Whether a caller waits for its answer. */
  isWanted(): boolean {
    return this.#isWanted;
  }

  /** Called when it waits for a worker. */
  wait(): void {
    this.#leave();
    this.phases.begin('waiting');
  }

  /** Called when it gets a worker. */
  start(events: JobEvents): void {
    this.#events = events;
    this.#startTimer(this.#times.slowAfterMs, events.onSlow);
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
    const { timeoutMs, slowAfterMs } = this.#times;
    this.#startTimer(timeoutMs, () => {
      events.onLimit(overTime(this.request.text, timeoutMs));
    });
    this.#startTimer(Math.min(slowAfterMs, timeoutMs / 2), events.onSlow);
    this.#startTimer(timeoutMs / 2, events.onHalfTime);
    if (!this.#isWanted) this.#startGrace();
  };

  /** Its caller no longer waits; the worker continues, unless the query runs for too long. */
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

  /** Called when the worker has finished it. */
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
    if (events !== undefined) this.#startTimer(this.#times.slowAfterMs, events.onSlow);
    if (!this.#isWanted) return;
    this.#patience = setTimeout(this.onImpatient, Math.max(0, this.#impatientAt - performance.now()));
  }

  #startGrace(): void {
    this.#startTimer(this.#events?.graceMs() ?? 0, () => {
      this.#events?.onLimit('the caller has disconnected');
    });
  }

  #startTimer(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      // After a long turn of the process, timers come before the answer that has arrived meanwhile: it is read first.
      setImmediate(() => {
        if (this.#timers.includes(timer)) action();
      });
    }, ms);
    this.#timers.push(timer);
  }

  #clear(): void {
    this.#isRunning = false;
    clearTimeout(this.#patience);
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}
