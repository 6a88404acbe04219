/**
 * Evaluates the conditions of subscriptions (D66): ASK queries of partners, in separate worker threads, so that slow
 * ones delay neither the exchange nor the queries of analysts.
 */
import { LRUCache } from 'lru-cache';
import { isOutage, ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { prefixesOf } from '../rdf/prefixes.js';
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import type { ConditionEngine } from '../subscriptions/extensions.js';
import { QueryError, rewriteQuery } from './query/rewrite-query.js';
import { QueryPool } from './query-pool.js';
import type { NamedDataset } from './worker/protocol.js';

const MAX_LENGTH = 4_000;
const TIMEOUT_MS = 2_000;
/** A check runs without data, perhaps as the first query of its thread: only on a busy machine it takes seconds. */
const CHECK_TIMEOUT_MS = 10_000;
/** The maximum number of waiting evaluations. */
const MAX_WAITING = 256;
/** After this number of consecutive failures, a condition is not evaluated until the next start of the node. */
const MAX_FAILURES = 3;
const MAX_REMEMBERED = 1_000;

export class Conditions implements ConditionEngine {
  readonly #pool: QueryPool;
  readonly #caller: Caller;
  /** The number of failures by the text of a condition. */
  readonly #failures = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(private readonly services: Services) {
    const { settings, overrides, uris, dataHolder, closers, stopping } = services;
    this.#caller = { agent: dataHolder, internal: true };
    this.#pool = new QueryPool({
      ...services,
      setup: { base: uris.base, namespaces: settings.namespaces, maxRows: 1 },
      scopeOf: () => Promise.resolve({ kind: 'everything' }),
      timeoutMs: this.#limited(TIMEOUT_MS),
      queueLength: MAX_WAITING,
      queueShare: MAX_WAITING,
      ...(overrides.queryWorker !== undefined && { program: overrides.queryWorker }),
    });
    stopping.addEventListener('abort', () => void this.#pool.stop());
    closers.push(() => this.#pool.stop());
  }

  /** See `ConditionEngine`. The condition runs once without data: only the engine knows the whole grammar. */
  async problemOf(text: string): Promise<string | undefined> {
    if (text.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
    try {
      const prefixes = prefixesOf(this.services.settings.namespaces);
      const { kind, named, datasetQuery } = rewriteQuery(text, { prefixes, maxRows: 1 });
      if (kind !== 'ASK') return 'it must be an ASK query';
      if (named || datasetQuery !== undefined)
        return 'it is evaluated on one revision of one object, and must not name graphs (GRAPH, FROM)';
      const timeoutMs = this.#limited(CHECK_TIMEOUT_MS);
      await this.#ask(text, { defaultGraphs: [], namedGraphs: [] }, new AbortController().signal, timeoutMs);
      return undefined;
    } catch (error) {
      if (error instanceof QueryError) return error.message;
      // Not answered in time, or not now: that says nothing of the condition.
      if (isOutage(error) || !(error instanceof ServiceError) || error.kind === 'too-many-requests') throw error;
      return error.message;
    }
  }

  /** See `ConditionEngine`. */
  async holds(text: string, object: Iri, graph: Iri, signal: AbortSignal): Promise<boolean> {
    const failures = this.#failures.get(text) ?? 0;
    if (failures >= MAX_FAILURES) return true;
    try {
      const holds = await this.#ask(`BASE <${object}> ${text}`, { defaultGraphs: [graph], namedGraphs: [] }, signal);
      this.#failures.delete(text);
      return holds;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind === 'too-many-requests' || signal.aborted) throw error;
      this.#failures.set(text, failures + 1);
      this.services.log.warn(
        { object, reason: error.message, failures: failures + 1 },
        'the condition of a subscription cannot be evaluated: the notification is sent',
      );
      return true;
    }
  }

  #limited(timeoutMs: number): number {
    return Math.min(timeoutMs, this.services.settings.sparql.timeoutMs);
  }

  async #ask(text: string, dataset: NamedDataset, signal: AbortSignal, timeoutMs?: number): Promise<boolean> {
    const asked = {
      text,
      dataset,
      at: undefined,
      results: 'json',
      graph: undefined,
      ...(timeoutMs && { timeoutMs }),
    } as const;
    const { body } = await this.#pool.ask(asked, this.#caller, signal);
    const answer: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof answer === 'object' && answer !== null && 'boolean' in answer && answer.boolean === true;
  }
}
