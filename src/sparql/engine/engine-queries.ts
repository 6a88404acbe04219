/**
 * Decides whether the SPARQL engine or a query worker answers a query. The engine answers internal agents, and partners
 * that may see much (partner-queries.ts). Workers answer queries with a time (`at`) or with a dataset of their own:
 * they read the record itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import { type Prefixes, prefixesOf } from '../../rdf/prefixes.js';
import type { Iri } from '../../rdf/terms.js';
import { rdfNs, type Namespaces } from '../../rdf/vocabulary.js';
import type { AccessExtent } from '../access-scopes.js';
import type { GraphSource, Store } from '../../store/store.js';
import { available, contentTypeOf } from '../formats.js';
import { QueryError, type RewrittenQuery, rewriteQuery } from '../query/rewrite-query.js';
import { overTime } from '../over-time.js';
import type { AskedQuery } from '../query-phases.js';
import type { QueryPool } from '../query-pool.js';
import type { QueryRequest } from '../worker/protocol.js';
import { type AnswerForm, ENGINE_GRAPH, ENGINE_RESULTS } from './answer-writer.js';
import type { AnswerWriters } from './answer-writers.js';
import { type EngineClient, EngineError } from './engine-client.js';
import type { DatasetState, EngineResult } from './engine-result.js';
import { EngineNotReady, PartnerQueries } from './partner-queries.js';
import { readState } from './projection-state.js';
import { readSolutions } from './solutions.js';

export interface EngineQueriesContext {
  readonly engine: Pick<EngineClient, 'query'>;
  readonly store: Pick<GraphSource, 'sequence'> & Pick<Store, 'refresh'>;
  readonly workers: Pick<QueryPool, 'ask'>;
  readonly writers: Pick<AnswerWriters, 'write'>;
  /** Makes the projector write commits at once. */
  readonly hurry: () => void;
  readonly base: Iri;
  readonly namespaces: Namespaces;
  readonly maxRows: number;
  readonly timeoutMs: number;
  readonly log: Logger;
  /** Aborts when the node begins to stop. */
  readonly stopping: AbortSignal;
  /** The longest time that a query waits for earlier commits. */
  readonly maxWaitMs?: number;
  /** The number of objects that a partner may see. */
  readonly extentOf: (caller: Caller) => Promise<AccessExtent>;
  /** See `PartnerQueries`. */
  readonly maxCopied?: number | undefined;
}

/**
 * The longest query that the main thread parses, in a few dozen milliseconds; workers parse longer ones in their
 * threads.
 */
const MAX_LENGTH = 16 * 1024;
const MAX_RUNNING = 16;
const MAX_RUNNING_OF_CALLER = 8;
/** The limit of all partners together, so that internal agents always have capacity. */
const MAX_RUNNING_OF_PARTNERS = 8;
const MAX_WAIT_MS = 3_000;
const POLL_MS = 15;
const RETRY_AFTER = { headers: { 'Retry-After': '5' } };
/** The workers support the whole grammar, and find the errors of a query without any data. */
const NO_DATA = { defaultGraphs: [], namedGraphs: [] };

export class EngineQueries {
  /** The number of each caller's running queries in the engine. */
  readonly #running = new Map<Iri, number>();
  #runningOfPartners = 0;
  readonly #partners: PartnerQueries;
  readonly #outputPrefixes: Prefixes;
  readonly #prefixes: Prefixes;

  constructor(private readonly context: EngineQueriesContext) {
    this.#outputPrefixes = prefixesOf(context.namespaces);
    this.#prefixes = { ...this.#outputPrefixes, rdf: rdfNs };
    this.#partners = new PartnerQueries({
      ...context,
      prefixes: this.#prefixes,
      run: (request, query, caller, aborted) => this.#run(request, query, caller, aborted),
    });
  }

  /**
   * Runs a query in the engine or in a worker.
   *
   * @throws ServiceError as `QueryPool.ask`; `unavailable` also while the engine is unreachable or being filled.
   */
  async ask(request: AskedQuery, caller: Caller, aborted: AbortSignal): Promise<EngineResult> {
    const { workers, stopping } = this.context;
    request.phases?.begin('scope');
    if (request.at !== undefined || request.dataset !== undefined) return workers.ask(request, caller, aborted);
    try {
      return caller.internal
        ? await this.#askInternal(request, caller, aborted)
        : await this.#partners.ask(request, caller, aborted);
    } catch (error) {
      const isOfEngine = error instanceof EngineError || error instanceof EngineNotReady;
      if (stopping.aborted) throw new ServiceError('unavailable', 'this node is stopping', { cause: error });
      if (aborted.aborted) throw new ServiceError('unavailable', 'the caller has disconnected', { cause: error });
      throw isOfEngine ? this.#failure(error, request.text) : error;
    }
  }

  async #askInternal(request: AskedQuery, caller: Caller, aborted: AbortSignal): Promise<EngineResult> {
    const { workers, maxRows } = this.context;
    if (request.text.length > MAX_LENGTH) return workers.ask(request, caller, aborted);
    let query: RewrittenQuery;
    try {
      query = rewriteQuery(request.text, { prefixes: this.#prefixes, maxRows });
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      await workers.ask({ ...request, dataset: NO_DATA }, caller, aborted);
      throw new ServiceError('invalid-query', error.message, { cause: error });
    }
    if (query.datasetQuery !== undefined) return workers.ask(request, caller, aborted);
    try {
      return await this.#run(request, query, caller, aborted);
    } catch (error) {
      // The engine's own message may disclose more than the caller may see.
      if (error instanceof EngineError && error.reason === 'refused') {
        await workers.ask({ ...request, dataset: NO_DATA }, caller, aborted);
      }
      throw error;
    }
  }

  /** Sends a query to the engine. @throws EngineError, EngineNotReady, ServiceError */
  async #run(
    request: AskedQuery,
    query: RewrittenQuery,
    caller: Caller,
    aborted: AbortSignal,
  ): Promise<Required<EngineResult>> {
    const { stopping, log } = this.context;
    const leave = this.#enter(caller);
    try {
      return await this.#answer(request, query, caller, AbortSignal.any([aborted, stopping]));
    } catch (error) {
      if (error instanceof EngineError && !stopping.aborted && !aborted.aborted) {
        log.warn({ reason: error.reason, err: error.message }, 'the SPARQL engine has not answered a query');
      }
      throw error;
    } finally {
      leave();
    }
  }

  /** An engine's queue is invisible from here, so this limits the number of its running queries. */
  #enter({ agent, internal }: Caller): () => void {
    const total = Array.from(this.#running.values()).reduce((sum, count) => sum + count, 0);
    const own = this.#running.get(agent) ?? 0;
    const isFull = total >= MAX_RUNNING || (!internal && this.#runningOfPartners >= MAX_RUNNING_OF_PARTNERS);
    if (isFull || own >= MAX_RUNNING_OF_CALLER) {
      throw new ServiceError('too-many-requests', 'too many queries are being answered', {
        headers: { 'Retry-After': String(Math.ceil(this.context.timeoutMs / 1000)) },
      });
    }
    this.#running.set(agent, own + 1);
    if (!internal) this.#runningOfPartners += 1;
    return () => {
      const left = (this.#running.get(agent) ?? 1) - 1;
      if (left === 0) this.#running.delete(agent);
      else this.#running.set(agent, left);
      if (!internal) this.#runningOfPartners -= 1;
    };
  }

  async #answer(
    request: AskedQuery,
    query: RewrittenQuery,
    caller: Caller,
    aborted: AbortSignal,
  ): Promise<Required<EngineResult>> {
    const { engine, writers, timeoutMs } = this.context;
    const { phases } = request;
    const form = this.#formOf(request, query);
    phases?.begin('waiting');
    const dataset = await this.#upToDate(aborted);
    if (dataset.behind > 0 && !caller.internal) {
      throw new EngineNotReady('the SPARQL engine of this node is behind');
    }
    const send = (text: string, accept: string): Promise<Buffer> =>
      engine.query({ text: `BASE <${this.context.base}/> ${text}`, accept, timeoutMs, signal: aborted });
    phases?.begin('running');
    const body = await send(query.text, form.kind === 'results' ? ENGINE_RESULTS : ENGINE_GRAPH);
    phases?.begin('writing');
    const { text, truncated } = await writers.write(body, form);
    phases?.begin('running');
    const more =
      !truncated &&
      query.overflow !== undefined &&
      readSolutions(await send(query.overflow, ENGINE_RESULTS)).rows.length > 0;
    const written = text.endsWith('\n') ? text : `${text}\n`;
    return {
      body: new TextEncoder().encode(written),
      contentType: contentTypeOf(form.format),
      truncated: truncated || more,
      dataset,
    };
  }

  #formOf({ results, graph }: QueryRequest, { kind, marker }: RewrittenQuery): AnswerForm {
    const { maxRows } = this.context;
    const isTable = kind === 'SELECT' || kind === 'ASK';
    if (isTable && results !== undefined) return { kind: 'results', format: results, maxRows };
    if (!isTable && graph !== undefined) {
      return { kind: 'graph', format: graph, maxRows, marker, prefixes: this.#outputPrefixes };
    }
    const types = available[isTable ? 'results' : 'graph'].join(', ');
    const message = `none of the media types in Accept is supported for ${kind}; available: ${types}`;
    throw new ServiceError('not-acceptable', message);
  }

  /** Waits until the engine has all commits before the query, or until the time limit. */
  async #upToDate(aborted: AbortSignal): Promise<DatasetState> {
    const { engine, store, base, hurry, maxWaitMs = MAX_WAIT_MS } = this.context;
    await store.refresh();
    const wanted = store.sequence;
    const end = performance.now() + maxWaitMs;
    for (;;) {
      const { sequence, base: ofNode } = await readState(engine);
      if (sequence === undefined || ofNode !== base) {
        throw new EngineNotReady('the SPARQL engine of this node is being filled');
      }
      if (sequence >= wanted || performance.now() >= end) return { sequence, behind: Math.max(0, wanted - sequence) };
      hurry();
      await sleep(POLL_MS);
      aborted.throwIfAborted();
    }
  }

  #failure(error: EngineError | EngineNotReady, query: string): ServiceError {
    const cause = { cause: error };
    if (error instanceof EngineNotReady)
      return new ServiceError('unavailable', error.message, { ...cause, ...RETRY_AFTER });
    switch (error.reason) {
      case 'timeout':
        return new ServiceError('unavailable', overTime(query, this.context.timeoutMs), cause);
      case 'refused':
        return new ServiceError('invalid-query', 'the SPARQL engine of this node does not accept this query', cause);
      case 'too-large':
        return new ServiceError(
          'insufficient-storage',
          'the answer is larger than this node reads: reduce the query',
          cause,
        );
      case 'invalid-answer':
        return new ServiceError(
          'unavailable',
          'the SPARQL engine of this node did not finish its answer: reduce the query',
          cause,
        );
      case 'unreachable':
      case 'credentials':
      case 'failed':
        return new ServiceError('unavailable', 'the SPARQL engine of this node cannot answer now', {
          ...cause,
          ...RETRY_AFTER,
        });
    }
  }
}
