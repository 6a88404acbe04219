/** Limits the number of running queries in an engine: its own queue is invisible from here. */
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import type { Iri } from '../../rdf/terms.js';

const MAX_RUNNING = 16;
const MAX_RUNNING_OF_CALLER = 8;
/** The limit of all partners together, so that internal agents always have capacity. */
const MAX_RUNNING_OF_PARTNERS = 8;

export class RunningQueries {
  readonly #running = new Map<Iri, number>();
  #ofPartners = 0;

  /** @param timeoutMs the longest time until a query ends. */
  constructor(private readonly timeoutMs: number) {}

  /** Counts a query. @returns ends it. @throws ServiceError `too-many-requests` */
  enter({ agent, internal }: Caller): () => void {
    const total = Array.from(this.#running.values()).reduce((sum, count) => sum + count, 0);
    const own = this.#running.get(agent) ?? 0;
    const isFull = total >= MAX_RUNNING || (!internal && this.#ofPartners >= MAX_RUNNING_OF_PARTNERS);
    if (isFull || own >= MAX_RUNNING_OF_CALLER) {
      throw new ServiceError('too-many-requests', 'too many queries are being answered', {
        headers: { 'Retry-After': String(Math.ceil(this.timeoutMs / 1000)) },
      });
    }
    this.#running.set(agent, own + 1);
    if (!internal) this.#ofPartners += 1;
    return () => {
      const left = (this.#running.get(agent) ?? 1) - 1;
      if (left === 0) this.#running.delete(agent);
      else this.#running.set(agent, left);
      if (!internal) this.#ofPartners -= 1;
    };
  }
}
