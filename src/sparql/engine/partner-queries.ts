/**
 * Queries of partners on a node with a SPARQL engine, which holds all data. If a partner may see little, its data is
 * copied to a worker (`QueryPool`), which requires no trust in an engine. If it may see much, the engine answers a
 * rewritten query that is limited to its data (scoped-query.ts). If a query cannot be limited, a worker answers it,
 * provided that it can hold the copy.
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
import { QueryError, type RewriteOptions, type RewrittenQuery, rewriteQuery } from '../query/rewrite-query.js';
import type { QueryPool } from '../query-pool.js';
import type { QueryRequest, QueryResult } from '../worker/protocol.js';
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
  readonly workers: Pick<QueryPool, 'ask'>;
  readonly extentOf: (caller: Caller) => Promise<AccessExtent>;
  readonly base: Iri;
  readonly prefixes: Prefixes;
  readonly maxRows: number;
  /** The largest number of visible objects that are copied to a worker. */
  readonly maxCopied?: number | undefined;
  /** Sends a query to the engine. */
  readonly run: (
    request: QueryRequest,
    query: RewrittenQuery,
    caller: Caller,
    aborted: AbortSignal,
  ) => Promise<Required<EngineResult>>;
}

/**
 * Objects with their events. A worker copies this many in about a second and 70 MB (20 statements per object, 350 bytes
 * per statement), and queries on the copy are faster than queries with conditions. With ten times as many objects, both
 * advantages are gone.
 */
const MAX_COPIED = 10_000;
/** The maximum number of predicates for access with an end, in one query. */
const MAX_ENDS = 100;
/** The number of attempts whose answers are discarded because access was withdrawn meanwhile. */
const MAX_ATTEMPTS = 3;

export class PartnerQueries {
  constructor(private readonly context: PartnerQueriesContext) {}

  /** @throws ServiceError as `QueryPool.ask`; EngineError for failures that another engine would repeat. */
  async ask(request: QueryRequest, caller: Caller, aborted: AbortSignal): Promise<QueryResult> {
    const { workers, extentOf, maxCopied = MAX_COPIED } = this.context;
    const { objects } = await extentOf(caller);
    if (objects <= maxCopied) return workers.ask(request, caller, aborted);
    try {
      return await this.#askEngine(request, caller, aborted);
    } catch (error) {
      if (aborted.aborted || !isForWorkers(error)) throw error;
      try {
        return await workers.ask(request, caller, aborted);
      } catch (problem) {
        if (!(problem instanceof ServiceError) || problem.kind !== 'insufficient-storage') throw problem;
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

/** Whether a worker may have an answer when the engine has none. */
const isForWorkers = (error: unknown): error is NotRewritable | EngineNotReady | EngineError =>
  error instanceof NotRewritable ||
  error instanceof EngineNotReady ||
  (error instanceof EngineError && ['unreachable', 'credentials', 'refused', 'failed'].includes(error.reason));
