/**
 * Who is asked when: at most two workers, a bounded queue in front of them, a time limit behind them.
 *
 * A query that overruns its limit is stopped with its thread, and the copy in it is lost. So that others do not wait
 * until another copy is filled, a second worker is filled when a query has been running for a while and somebody waits
 * behind it, or when it has used up half of its time: while the first one goes on, and when it is ended, the second one
 * answers. A second copy at all times would cost its memory for nothing, since most queries take milliseconds.
 */
import type { Logger } from 'pino';
import { Degradations } from '../degradations.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import {
  type QueryResult,
  type ReplicaMetrics,
  type QueryRequest,
  type Scope,
  type QuerySetup,
} from './worker/protocol.js';
import { type Outcome, QueryWorker, type QueryWorkerOptions, WorkerEnded } from './query-worker.js';

export interface QueryPoolOptions {
  readonly store: QueryWorkerOptions['store'];
  readonly setup: QuerySetup;
  readonly scopeOf: (caller: Caller) => Promise<Scope>;
  readonly timeoutMs: number;
  readonly log: Logger;
  /** How many questions may wait, and how many of one caller. */
  readonly queueLength?: number;
  readonly queueShare?: number;
  /** After how long without a question a worker is ended. */
  readonly idleMs?: number;
  /** A query that has run for so long may go on: who waits behind it need not. */
  readonly slowAfterMs?: number;
  /** How many dead statements a worker's copy may have, whatever else is in it; see `QueryWorkerOptions`. */
  readonly maxGarbageQuads?: number;
  /** After how long another thread is tried when one could not be had. */
  readonly pauseMs?: number;
  /** What each worker's engine may take; see `QueryWorkerOptions`. */
  readonly maxEngineBytes?: number | undefined;
  readonly degradations?: Degradations;
  /** The workers' program. Threads read no TypeScript: unless it is given, this is compiled, and it stands beside it. */
  readonly program?: () => URL;
}

const MAX_WORKERS = 2;
/** A caller that hangs up on a query which is as good as done must not cost a copy. */
const ABORT_GRACE_MS = 250;
/** Making a view, for a caller who does not see everything, takes longer than most queries; it is made once. */
const PREPARING_FACTOR = 10;
/** What `/health/ready` calls threads that the system does not give. */
const THREADS = 'query-threads';

interface Job {
  readonly question: QueryRequest;
  readonly caller: Caller;
  readonly aborted: AbortSignal;
  readonly fulfil: (answer: QueryResult) => void;
  readonly reject: (reason: unknown) => void;
}

interface WorkerSlot {
  readonly worker: QueryWorker;
  state: 'filling' | 'idle' | 'busy' | 'slow';
  idleTimer?: NodeJS.Timeout;
}

export class QueryPool {
  readonly #options: Required<QueryPoolOptions>;
  readonly #waiting: Job[] = [];
  readonly #slots = new Set<WorkerSlot>();
  #isStopped = false;
  /** While there is one no thread is tried: the last could not be had. */
  #pause: NodeJS.Timeout | undefined;
  #failures = 0;

  constructor(options: QueryPoolOptions) {
    this.#options = {
      queueLength: 16,
      queueShare: 8,
      idleMs: 5 * 60_000,
      slowAfterMs: 2000,
      maxGarbageQuads: 50_000,
      pauseMs: 5000,
      maxEngineBytes: undefined,
      degradations: new Degradations(),
      program: () => new URL('worker/worker.js', import.meta.url),
      ...options,
    };
  }

  /** How many questions wait, and what the workers do, for the metrics. */
  get load(): { readonly waiting: number; readonly workers: readonly ('filling' | 'idle' | 'busy')[] } {
    const workers = Array.from(this.#slots, ({ state }) => (state === 'slow' ? 'busy' : state));
    return { waiting: this.#waiting.length, workers };
  }

  /** What the workers' copies hold, for the metrics. */
  get copies(): ReplicaMetrics[] {
    return Array.from(this.#slots, ({ worker }) => worker.figures).filter((figures) => figures !== undefined);
  }

  /**
   * Answers a question, in turn.
   *
   * @param hungUp ends it when the caller has gone.
   * @throws ServiceError `too-many-requests` when too many wait, `unavailable` when it took too long or there is no
   *   thread for it, and what the query itself is refused for.
   */
  async ask(question: QueryRequest, caller: Caller, hungUp: AbortSignal): Promise<QueryResult> {
    const { queueLength, queueShare, timeoutMs } = this.#options;
    if (this.#isStopped) throw new ServiceError('unavailable', 'this node is stopping');
    const own = this.#waiting.filter((job) => job.caller.agent === caller.agent).length;
    if (this.#waiting.length >= queueLength || own >= queueShare) {
      throw new ServiceError('too-many-requests', 'too many queries are waiting to be answered', {
        headers: { 'Retry-After': String(Math.ceil(timeoutMs / 1000)) },
      });
    }
    return new Promise((fulfil, reject) => {
      const job: Job = { question, caller, aborted: hungUp, fulfil, reject };
      this.#waiting.push(job);
      hungUp.addEventListener('abort', () => {
        this.#abandon(job);
      });
      this.#dispatch();
    });
  }

  /** Ends all workers; who waits is refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#pause);
    for (const job of this.#waiting.splice(0)) job.reject(new ServiceError('unavailable', 'this node is stopping'));
    await Promise.all(Array.from(this.#slots, (post) => this.#terminate(post, 'this node is stopping')));
  }

  #abandon(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    job.reject(new ServiceError('unavailable', 'the caller has hung up'));
  }

  #dispatch(): void {
    if (this.#isStopped) return;
    for (const post of this.#slots) {
      if (post.state !== 'idle') continue;
      const job = this.#waiting.shift();
      if (job === undefined) return;
      void this.#run(post, job);
    }
    if (this.#waiting.length > 0 && [...this.#slots].every(({ state }) => state === 'slow')) this.#spawn();
  }

  /** Has another worker, filled in the background. Where there can be none, that is told and tried again after a pause. */
  #spawn(): void {
    if (this.#isStopped || this.#slots.size >= MAX_WORKERS) return;
    if (this.#pause !== undefined) {
      this.#refuseWaiting(undefined);
      return;
    }
    const { store, setup, log, maxGarbageQuads, maxEngineBytes, program } = this.#options;
    let worker: QueryWorker;
    try {
      worker = new QueryWorker({ store, setup, log, maxGarbageQuads, maxEngineBytes, program });
    } catch (error) {
      this.#cannotEngage(error, 'there is no thread for queries: the system gives no more');
      return;
    }
    const post: WorkerSlot = { worker, state: 'filling' };
    this.#slots.add(post);
    worker.fill().then(
      () => {
        this.#failures = 0;
        this.#options.degradations.clear(THREADS);
        this.#release(post);
      },
      (error: unknown) => {
        void this.#terminate(post, 'the copy for queries could not be filled');
        if (!this.#isStopped) this.#cannotEngage(error, 'a copy for queries could not be filled');
      },
    );
  }

  #cannotEngage(error: unknown, message: string): void {
    const { log, pauseMs, degradations } = this.#options;
    this.#failures += 1;
    log.error({ err: error, failures: this.#failures }, message);
    degradations.report(THREADS, 'workers for queries could not be started', this.#failures);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#dispatch();
    }, pauseMs).unref();
    this.#refuseWaiting(error);
  }

  /** Who waits for no worker at all would wait for the next failure; behind a slow query its end is waited for. */
  #refuseWaiting(cause: unknown): void {
    if (this.#slots.size > 0) return;
    const headers = { 'Retry-After': String(Math.ceil(this.#options.pauseMs / 1000)) };
    for (const job of this.#waiting.splice(0)) {
      job.reject(new ServiceError('unavailable', 'queries cannot be answered now', { cause, headers }));
    }
  }

  #release(post: WorkerSlot): void {
    if (!this.#slots.has(post)) return;
    if (post.worker.mustReplace || post.worker.hasEnded) {
      void this.#terminate(post, 'a fresh copy is to be made');
    } else {
      post.state = 'idle';
      post.idleTimer = setTimeout(() => {
        this.#options.log.info('a copy for queries is given up: nobody has asked for a while');
        void this.#terminate(post, 'nobody asks');
      }, this.#options.idleMs).unref();
    }
    this.#dispatch();
  }

  async #terminate(post: WorkerSlot, reason: string): Promise<void> {
    clearTimeout(post.idleTimer);
    this.#slots.delete(post);
    await post.worker.terminate(reason);
  }

  async #run(post: WorkerSlot, job: Job): Promise<void> {
    const { scopeOf } = this.#options;
    clearTimeout(post.idleTimer);
    post.state = 'busy';
    const limits = this.#limits(post, job);
    try {
      const scope = (): Promise<Scope> => scopeOf(job.caller);
      job.fulfil(answerOf(await post.worker.ask(job.question, scope, limits.begun)));
    } catch (error) {
      job.reject(error instanceof WorkerEnded ? unavailable(error.message, error) : error);
    } finally {
      limits.lift();
      this.#release(post);
      this.#dispatch();
    }
  }

  /** What ends a query before it has ended itself. */
  #limits(post: WorkerSlot, { aborted: hungUp }: Job): { begun: () => void; lift: () => void } {
    const { timeoutMs, slowAfterMs: suspectMs, log } = this.#options;
    const stop = (reason: string): void => {
      log.warn({ reason }, 'a query is stopped');
      void this.#terminate(post, reason).then(() => {
        this.#dispatch();
      });
    };
    const tooLong = (): void => {
      stop(`the query took longer than ${String(timeoutMs / 1000)} s`);
    };
    let limit = setTimeout(tooLong, timeoutMs * PREPARING_FACTOR);
    let suspicion: NodeJS.Timeout | undefined;
    let halfTime: NodeJS.Timeout | undefined;
    let grace: NodeJS.Timeout | undefined;
    const leave = (): void => {
      grace = setTimeout(() => {
        stop('the caller has hung up');
      }, ABORT_GRACE_MS);
    };
    if (hungUp.aborted) leave();
    else hungUp.addEventListener('abort', leave);
    return {
      begun: () => {
        clearTimeout(limit);
        limit = setTimeout(tooLong, timeoutMs);
        suspicion = setTimeout(
          () => {
            post.state = 'slow';
            this.#dispatch();
          },
          Math.min(suspectMs, timeoutMs / 2),
        );
        halfTime = setTimeout(() => {
          this.#spawn();
        }, timeoutMs / 2);
      },
      lift: () => {
        hungUp.removeEventListener('abort', leave);
        clearTimeout(limit);
        clearTimeout(suspicion);
        clearTimeout(halfTime);
        clearTimeout(grace);
      },
    };
  }
}

function answerOf(outcome: Outcome): QueryResult {
  if (outcome.kind === 'answered') return outcome.answer;
  throw new ServiceError(outcome.refusal.kind, outcome.refusal.message);
}

function unavailable(message: string, cause: unknown): ServiceError {
  return new ServiceError('unavailable', message, { cause });
}
