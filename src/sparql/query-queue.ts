/** The queries that wait for a worker: their number is limited, in total and for each caller. */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { QueryJob } from './query-job.js';
import type { QueryPoolOptions } from './query-pool-options.js';

type QueueOptions = Pick<Required<QueryPoolOptions>, 'queueLength' | 'queueShare' | 'timeoutMs'>;

export class QueryQueue {
  #jobs: readonly QueryJob[] = [];

  constructor(private readonly options: QueueOptions) {}

  get length(): number {
    return this.#jobs.length;
  }

  /** The waiting queries, the first one first. */
  get jobs(): readonly QueryJob[] {
    return this.#jobs;
  }

  /** @throws ServiceError `too-many-requests` if too many queries wait, in total or of this caller. */
  checkRoom({ agent }: Caller): void {
    const { queueLength, queueShare, timeoutMs } = this.options;
    const share = this.#jobs.filter(({ caller }) => caller.agent === agent).length;
    if (this.length < queueLength && share < queueShare) return;
    throw new ServiceError('too-many-requests', 'too many queries are waiting to be answered', {
      headers: { 'Retry-After': String(Math.ceil(timeoutMs / 1000)) },
    });
  }

  append(job: QueryJob): void {
    this.#jobs = [...this.#jobs, job];
  }

  /** Puts a query that has already waited at the front. */
  putFirst(job: QueryJob): void {
    this.#jobs = [job, ...this.#jobs];
  }

  remove(job: QueryJob): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
  }

  rejectAll(reason: ServiceError): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    for (const job of jobs) job.reject(reason);
  }
}
