/**
 * Queries of partners where a SPARQL engine holds everything. What a partner may see that is little is copied to a worker
 * (`QueryPool`), which needs no trust in any engine; the engine answers partners that may see much, by a query that is limited to
 * what they may see (scoped-query.ts). A query that cannot be limited is answered by the worker where it can hold the copy.
 *
 * A withdrawal counts from the next query on: the permissions in the engine are those of the commit as of which access was
 * determined, or of a later one: otherwise the query finds nothing, and its answer is given up. And it counts for queries under way: after the answer access is determined once more, and an
 * answer is given up if anything was taken away meanwhile, since the engine could have what was written after that.
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

/** The engine is filled, or does not follow. */
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
  /** How many objects a partner may see at most for a copy of them in a worker. */
  readonly maxCopied?: number | undefined;
  /** Has the engine answer. */
  readonly run: (
    request: QueryRequest,
    query: RewrittenQuery,
    caller: Caller,
    aborted: AbortSignal,
  ) => Promise<Required<EngineResult>>;
}

/**
 * Objects with their events. A copy of so many takes a worker about a second and 70 MB (20 statements each, 350
 * bytes a statement), and queries on it are faster than those with conditions; of ten times as many neither is so.
 */
const MAX_COPIED = 10_000;
/** Predicates that a query names for access that ends. */
const MAX_ENDS = 100;
/** How often an answer is given up because access was withdrawn meanwhile. */
const MAX_ATTEMPTS = 3;

export class PartnerQueries {
  constructor(private readonly context: PartnerQueriesContext) {}

  /** @throws ServiceError as `QueryPool.ask`; EngineError for what another engine would not answer either. */
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
      // Which commit an engine is as of says how much there is that a partner does not see.
      const { dataset, ...result } = await run(request, query, caller, aborted);
      // An engine whose position was taken back meanwhile has found nothing.
      const { sequence = 0 } = await readState(engine);
      if (sequence < dataset.sequence)
        throw new EngineNotReady('the SPARQL engine of this node was reset to an earlier state');
      await store.refresh();
      // Permissions of commits that the record has lost: it was restored.
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
 * A query for the engine that is limited to what its caller may see.
 *
 * @throws NotRewritable
 */
export function limitedQuery(text: string, options: ScopedQueryOptions & RewriteOptions): RewrittenQuery {
  // Before anything of it is read, which is done in the main thread.
  assertShort(text);
  try {
    if (rewriteQuery(text, options).datasetQuery !== undefined) throw new NotRewritable('remove FROM');
    return rewriteQuery(scopedQuery(text, options), options);
  } catch (error) {
    // The worker says what is wrong with it, if anything is.
    if (error instanceof QueryError) throw new NotRewritable(error.message, { cause: error });
    throw error;
  }
}

/** Whether a worker may have an answer where the engine had none. */
const isForWorkers = (error: unknown): error is NotRewritable | EngineNotReady | EngineError =>
  error instanceof NotRewritable ||
  error instanceof EngineNotReady ||
  (error instanceof EngineError && ['unreachable', 'credentials', 'refused', 'failed'].includes(error.reason));
