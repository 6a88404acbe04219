/**
 * Decides whether the SPARQL engine or a query worker answers a query. The engine answers internal agents, and partners
 * whose data no worker holds or can soon hold (partner-queries.ts). Workers answer queries with a time (`at`), with a
 * dataset of their own, or with copies of partners' objects (M52): they read the record itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withAnySignal } from '../../async/with-any-signal.js';
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import { type Prefixes, prefixesOf } from '../../rdf/prefixes.js';
import type { Iri } from '../../rdf/terms.js';
import { rdfNs, type Namespaces } from '../../rdf/vocabulary.js';
import type { AccessExtent } from '../access-scopes.js';
import type { DatasetCost } from '../dataset-costs.js';
import type { ExplainedEngine } from '../explain/schema.js';
import type { GraphSource, Store } from '../../store/store.js';
import { available, contentTypeOf } from '../formats.js';
import { QueryError, type RewrittenQuery, rewriteQuery } from '../query/rewrite-query.js';
import { overTime } from '../over-time.js';
import type { AskedQuery } from '../query-phases.js';
import type { QueryPool } from '../query-pool.js';
import { inWorker, type QueryRoute } from '../query-route.js';
import { NO_DATA, type QueryRequest } from '../worker/protocol.js';
import { type AnswerForm, ENGINE_GRAPH, ENGINE_RESULTS } from './answer-writer.js';
import type { AnswerWriters } from './answer-writers.js';
import { type EngineClient, EngineError } from './engine-client.js';
import { explainedEngine } from './engine-explanation.js';
import type { DatasetState, EngineResult } from './engine-result.js';
import { EngineNotReady, PartnerQueries } from './partner-queries.js';
import { readState } from './projection-state.js';
import { RunningQueries } from './running-queries.js';
import { readSolutions } from './solutions.js';

export interface EngineQueriesContext {
  readonly engine: Pick<EngineClient, 'query' | 'plan'>;
  readonly store: Pick<GraphSource, 'sequence'> & Pick<Store, 'refresh'>;
  readonly workers: Pick<QueryPool, 'ask' | 'costOf'>;
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
  /** The extent of what a partner may see. */
  readonly extentOf: (caller: Caller) => Promise<AccessExtent>;
  /** See `PartnerQueries`. */
  readonly isForWorkers?: ((cost: DatasetCost) => boolean) | undefined;
}

/**
 * The longest query that the main thread parses, in a few dozen milliseconds; workers parse longer ones in their
 * threads.
 */
const MAX_LENGTH = 16 * 1024;
const MAX_WAIT_MS = 3_000;
const POLL_MS = 15;
const RETRY_AFTER = { headers: { 'Retry-After': '5' } };

export class EngineQueries {
  readonly #running: RunningQueries;
  readonly #partners: PartnerQueries;
  readonly #outputPrefixes: Prefixes;
  readonly #prefixes: Prefixes;

  constructor(private readonly context: EngineQueriesContext) {
    this.#running = new RunningQueries(context.timeoutMs);
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
    if (namesData(request)) return workers.ask(request, caller, aborted);
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

  /**
   * Where `ask` would run a query.
   *
   * @throws ServiceError `invalid-query`
   */
  async routeOf(request: QueryRequest, caller: Caller): Promise<QueryRoute> {
    if (namesData(request))
      return inWorker('queries with at, with mirrored, or with a dataset in the URL, read the record itself');
    if (!caller.internal) return this.#partners.routeOf(request, caller);
    const query = this.#forEngine(request.text);
    if (query === 'too-long') return inWorker(`the query has more than ${MAX_LENGTH} characters`);
    if (query === 'names-data') return inWorker('queries with FROM read the record itself');
    return { runsIn: 'engine', because: 'the engine answers queries of internal agents' };
  }

  /** What the engine tells about a query for it. */
  explain(text: string, aborted: AbortSignal): Promise<ExplainedEngine> {
    const query = this.#forEngine(text);
    const sent = typeof query === 'string' ? text : query.text;
    return explainedEngine(this.context, `BASE <${this.context.base}/> ${sent}`, aborted);
  }

  /** The text for the engine, or the reason why a worker answers an internal agent. @throws ServiceError */
  #forEngine(text: string): RewrittenQuery | 'too-long' | 'names-data' {
    if (text.length > MAX_LENGTH) return 'too-long';
    try {
      const query = rewriteQuery(text, { prefixes: this.#prefixes, maxRows: this.context.maxRows });
      return query.datasetQuery === undefined ? query : 'names-data';
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      throw new ServiceError('invalid-query', error.message, { cause: error });
    }
  }

  async #askInternal(request: AskedQuery, caller: Caller, aborted: AbortSignal): Promise<EngineResult> {
    const { workers } = this.context;
    let query: RewrittenQuery | 'too-long' | 'names-data';
    try {
      query = this.#forEngine(request.text);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // A worker supports the whole grammar, and finds the errors of a query without any data.
      await workers.ask({ ...request, dataset: NO_DATA }, caller, aborted);
      throw error;
    }
    if (typeof query === 'string') return workers.ask(request, caller, aborted);
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
    const leave = this.#running.enter(caller);
    try {
      return await withAnySignal([aborted, stopping], (ended) => this.#answer(request, query, caller, ended));
    } catch (error) {
      if (error instanceof EngineError && !stopping.aborted && !aborted.aborted) {
        log.warn({ reason: error.reason, err: error.message }, 'the SPARQL engine has not answered a query');
      }
      throw error;
    } finally {
      leave();
    }
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

/** Whether a request defines its data itself. */
const namesData = ({ at, dataset, mirrored }: QueryRequest): boolean =>
  at !== undefined || dataset !== undefined || mirrored === true;
