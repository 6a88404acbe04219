/** The queries that wait for a worker: a bounded number, with a share for each caller. */
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

  /** Those that wait now, the first one first. */
  get jobs(): readonly QueryJob[] {
    return this.#jobs;
  }

  /** @throws ServiceError `too-many-requests` when too many wait, in all or of the caller. */
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

  /** It has waited before: it is the next one. */
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
