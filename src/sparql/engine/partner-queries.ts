/**
 * Queries of partners on a node with a SPARQL engine, which holds all data. A worker (`QueryPool`) answers if it holds a
 * copy of the partner's data, or can soon: that requires no trust in an engine, and the conditions of a rewritten query
 * cost the engine up to thirty times as much. Otherwise the engine answers a rewritten query that is limited to the
 * partner's data (scoped-query.ts), and meanwhile a worker fills the copy if it has memory for it. If a query cannot be
 * limited, a worker answers it, provided that it can hold the copy.
 *
 * A withdrawal of access takes effect with the next query. The engine's permissions must be at least as recent as the
 * commit at which access was determined; otherwise the query finds nothing and its answer is discarded. A withdrawal
 * also affects running queries: access is determined again after the answer. If anything was withdrawn meanwhile, the
 * answer is discarded, since the engine could already hold data written after the withdrawal.
 */
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import type { Prefixes } from '../../rdf/prefixes.js';
import type { Iri } from '../../rdf/terms.js';
import type { GraphSource, Store } from '../../store/store.js';
import type { AccessExtent } from '../access-scopes.js';
import { inWorker, type QueryRoute } from '../query-route.js';
import {
  mentionsGraph,
  QueryError,
  type RewriteOptions,
  type RewrittenQuery,
  rewriteQuery,
} from '../query/rewrite-query.js';
import type { QueryPool } from '../query-pool.js';
import { fillingRequest } from '../dataset-copies.js';
import type { DatasetCost, DatasetState } from '../dataset-costs.js';
import { datasetKey, type QueryRequest, type QueryResult } from '../worker/protocol.js';
import { NotRewritable } from './basic-patterns.js';
import { type EngineClient, EngineError } from './engine-client.js';
import type { EngineResult } from './engine-result.js';
import { agentName, readableBy } from './permission-graph.js';
import { readState } from './projection-state.js';
import { assertShort, scopedQuery, type ScopedQueryOptions } from './scoped-query.js';

/** The engine is being filled, or does not follow the commits. */
export class EngineNotReady extends Error {
  override readonly name = 'EngineNotReady';
}

export interface PartnerQueriesContext {
  readonly engine: Pick<EngineClient, 'query'>;
  readonly store: Pick<GraphSource, 'sequence'> & Pick<Store, 'refresh'>;
  readonly workers: Pick<QueryPool, 'ask' | 'costOf'>;
  readonly extentOf: (caller: Caller) => Promise<AccessExtent>;
  readonly base: Iri;
  readonly prefixes: Prefixes;
  readonly maxRows: number;
  /** See `isForWorkers`. */
  readonly isForWorkers?: ((cost: DatasetCost) => boolean) | undefined;
  /** Sends a query to the engine. */
  readonly run: (
    request: QueryRequest,
    query: RewrittenQuery,
    caller: Caller,
    aborted: AbortSignal,
  ) => Promise<Required<EngineResult>>;
}

/** Half of the time that callers wait for a dataset: the estimate may be wrong by this factor. */
const MAX_FILL_MS = 10_000;
/** The engine gets no longer queries (scoped-query.ts). */
const MAX_SCANNED = 4_000;
/** The maximum number of predicates for access with an end, in one query. */
const MAX_ENDS = 100;
/** The number of attempts whose answers are discarded because access was withdrawn meanwhile. */
const MAX_ATTEMPTS = 3;

/** Whether a worker answers a query, by the cost of its dataset there (W37). */
export const isForWorkers = ({ state, fillMs }: DatasetCost): boolean =>
  state === 'held' || ((state === 'fits' || state === 'filling') && fillMs <= MAX_FILL_MS);

const reasons: Readonly<Record<DatasetState, string>> = {
  held: 'a worker holds the dataset of the caller',
  filling: 'a worker will soon have filled the dataset of the caller',
  fits: 'a worker can soon fill the dataset of the caller',
  displaces: 'in the workers, the dataset of the caller would displace others that are in use',
  'too-large': 'the dataset of the caller is too large for a worker',
};
const SLOW_FILL = 'filling the dataset of the caller in a worker takes longer than callers should wait';

export class PartnerQueries {
  /** The datasets that workers fill while the engine answers. */
  readonly #filling = new Set<string>();

  constructor(private readonly context: PartnerQueriesContext) {}

  /** @throws ServiceError as `QueryPool.ask`; EngineError for failures that another engine would repeat. */
  async ask(request: QueryRequest, caller: Caller, aborted: AbortSignal): Promise<QueryResult> {
    const { key, named, cost } = await this.#costOf(request.text, caller);
    if (this.#isForWorkers(cost)) {
      try {
        return await this.context.workers.ask(request, caller, aborted);
      } catch (error) {
        // The estimate was too low.
        if (!isTooLarge(error)) throw error;
      }
    } else if (cost.state === 'fits') this.#fill(key, named, caller);
    return this.#askEngineFirst(request, caller, aborted);
  }

  /** Where `ask` would run a query. */
  async routeOf({ text }: QueryRequest, caller: Caller): Promise<QueryRoute> {
    const { cost } = await this.#costOf(text, caller);
    if (this.#isForWorkers(cost)) return inWorker(reasons[cost.state]);
    const { extentOf, store } = this.context;
    try {
      this.#scoped(text, caller.agent, await extentOf(caller), store.sequence);
    } catch (error) {
      if (!(error instanceof NotRewritable)) throw error;
      return inWorker(`the query cannot be rewritten for the engine: ${error.message}`);
    }
    const because = cost.state === 'displaces' || cost.state === 'too-large' ? reasons[cost.state] : SLOW_FILL;
    return { runsIn: 'rewritten for the engine', because };
  }

  async #costOf(
    text: string,
    caller: Caller,
  ): Promise<{ readonly key: string; readonly named: boolean; readonly cost: DatasetCost }> {
    const { size } = await this.context.extentOf(caller);
    // A long text is not scanned in the main thread.
    const named = text.length > MAX_SCANNED || mentionsGraph(text);
    const key = datasetKey(caller.agent, named);
    return {
      key,
      named,
      cost: this.context.workers.costOf({ key, statements: size.latest + (named ? size.named : 0) }),
    };
  }

  #isForWorkers(cost: DatasetCost): boolean {
    return (this.context.isForWorkers ?? isForWorkers)(cost);
  }

  /** Makes a worker fill a dataset for later queries. */
  #fill(key: string, named: boolean, caller: Caller): void {
    if (this.#filling.has(key) || this.context.isForWorkers !== undefined) return;
    this.#filling.add(key);
    const never = new AbortController().signal;
    this.context.workers
      .ask(fillingRequest(named, undefined), caller, never)
      // The filling continues when this query has waited long enough; any other failure concerns later queries, too.
      .catch(() => undefined)
      .finally(() => this.#filling.delete(key));
  }

  async #askEngineFirst(request: QueryRequest, caller: Caller, aborted: AbortSignal): Promise<QueryResult> {
    const { workers } = this.context;
    try {
      return await this.#askEngine(request, caller, aborted);
    } catch (error) {
      if (aborted.aborted || !isAnsweredByWorkers(error)) throw error;
      try {
        return await workers.ask(request, caller, aborted);
      } catch (problem) {
        if (!isTooLarge(problem)) throw problem;
        if (!(error instanceof NotRewritable)) throw error;
        throw new ServiceError('insufficient-storage', `this node cannot answer this query for you: ${error.message}`, {
          cause: error,
        });
      }
    }
  }

  async #askEngine(request: QueryRequest, caller: Caller, aborted: AbortSignal): Promise<QueryResult> {
    const { engine, store, extentOf, run } = this.context;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const before = await extentOf(caller);
      await store.refresh();
      const query = this.#scoped(request.text, caller.agent, before, store.sequence);
      // The engine's commit number would disclose the amount of data hidden from a partner.
      const { dataset, ...result } = await run(request, query, caller, aborted);
      // If the engine's position was moved back meanwhile, the query found nothing.
      const { sequence = 0 } = await readState(engine);
      if (sequence < dataset.sequence)
        throw new EngineNotReady('the SPARQL engine of this node was reset to an earlier state');
      await store.refresh();
      // The permissions belong to commits that a restored record has lost.
      if (dataset.sequence > store.sequence)
        throw new EngineNotReady('the SPARQL engine has another state of the record');
      const after = await extentOf(caller);
      if (after.withdrawals === before.withdrawals && after.ends.join() === before.ends.join()) return result;
    }
    throw new ServiceError('unavailable', 'your access changed during the query', {
      headers: { 'Retry-After': '1' },
    });
  }

  #scoped(text: string, agent: Iri, { ends }: AccessExtent, sequence: number): RewrittenQuery {
    const { base, prefixes, maxRows } = this.context;
    if (ends.length > MAX_ENDS) throw new NotRewritable('your access has too many different expiry times');
    const caller = {
      agents: [agentName(agent), agentName(undefined)],
      predicates: [Infinity, ...ends].map(readableBy),
      sequence,
    };
    return limitedQuery(text, { base, prefixes, maxRows, caller });
  }
}

/**
 * Limits a query to the data of its caller.
 *
 * @throws NotRewritable
 */
export function limitedQuery(text: string, options: ScopedQueryOptions & RewriteOptions): RewrittenQuery {
  // Checked before parsing, which happens in the main thread.
  assertShort(text);
  try {
    if (rewriteQuery(text, options).datasetQuery !== undefined) throw new NotRewritable('remove FROM');
    return rewriteQuery(scopedQuery(text, options), options);
  } catch (error) {
    // The worker reports the error of the query, if there is one.
    if (error instanceof QueryError) throw new NotRewritable(error.message, { cause: error });
    throw error;
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'insufficient-storage';

/** Whether a worker may have an answer when the engine has none. */
const isAnsweredByWorkers = (error: unknown): error is NotRewritable | EngineNotReady | EngineError =>
  error instanceof NotRewritable ||
  error instanceof EngineNotReady ||
  (error instanceof EngineError && ['unreachable', 'credentials', 'refused', 'failed'].includes(error.reason));
