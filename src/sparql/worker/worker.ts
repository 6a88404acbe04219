/** A query worker: a thread with its own datasets that runs one query at a time, and may be ended at any moment. */
import { totalmem } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../async/thread-priority.js';
import { type Prefixes, prefixesOf } from '../../rdf/prefixes.js';
import { isIri } from '../../rdf/terms.js';
import { rdfNs } from '../../rdf/vocabulary.js';
import { LmdbReader } from '../../store/lmdb/lmdb-reader.js';
import { isBroken } from '../../store/oxigraph/engine.js';
import { lines } from '../../store/oxigraph/ntriples.js';
import { available, contentTypeOf } from '../formats.js';
import { explain } from '../query/parse-error.js';
import { datasetOf, type Execution, executionOf } from '../query/query-execution.js';
import { ParseError, QueryError, type RewrittenQuery, rewriteQuery } from '../query/rewrite-query.js';
import { askedDataset } from './asked-dataset.js';
import { DatasetElsewhere, DatasetRejected, DatasetReplica, ScopeOutdated } from './dataset-replica.js';
import { DatasetView } from './dataset-view.js';
import {
  type FromWorker,
  MAX_QUERY_BYTES,
  type QueryFailure,
  type QueryRequest,
  tooLargeMessage,
  type ToWorker,
  type WorkerSetup,
} from './protocol.js';
import { truncateGraph, truncateTable, UnwritableGraph, writeGraph } from './results.js';
import { SentGraphs } from './sent-graphs.js';

/** The engine's names of the result formats. */
const N_TRIPLES = 'nt';

class NotAcceptable extends Error {}

type QueryMessage = Extract<ToWorker, { kind: 'query' }>;

/** Handles the messages to a worker, in any thread. */
export class QueryExecutor {
  readonly #sent = new SentGraphs();
  readonly #replica: DatasetReplica;
  readonly #prefixes: Prefixes;
  readonly #outputPrefixes: Prefixes;
  /** Resolves the names of a query's dataset. */
  readonly #empty = new DatasetView();
  #isPreparing = false;

  constructor(
    private readonly setup: WorkerSetup,
    private readonly send: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
  ) {
    const onDamaged = (graph: string): void => {
      if (isIri(graph)) send({ kind: 'damaged', graph });
    };
    const source = setup.file === undefined ? this.#sent : new LmdbReader(setup.file, onDamaged);
    this.#replica = new DatasetReplica(setup, source, {
      onPreparing: () => {
        if (!this.#isPreparing) send({ kind: 'preparing' });
        this.#isPreparing = true;
      },
      onProgress: (progress) => {
        send({ kind: 'progress', progress });
      },
      onFilled: (dataset) => {
        send({ kind: 'filled', dataset });
      },
    });
    this.#outputPrefixes = prefixesOf(setup.namespaces);
    this.#prefixes = { ...this.#outputPrefixes, rdf: rdfNs };
    send({ kind: 'ready' });
  }

  onMessage(message: ToWorker): void {
    this.#isPreparing = false;
    switch (message.kind) {
      case 'graphs':
        this.#sent.apply(message);
        return;
      case 'warm':
        this.#finish(this.#try(() => ({ kind: 'warmed', sequence: this.#replica.warm(message.named) })));
        return;
      case 'query':
        this.#finish(this.#try(() => this.#answer(message)));
    }
  }

  /** The datasets are reported before the outcome: the next query may arrive at once. */
  #finish(outcome: FromWorker): void {
    const isEvicted = this.#replica.evictGarbage();
    if (this.#isPreparing || isEvicted) {
      this.send({ kind: 'held', datasets: this.#replica.held });
    }
    const buffer = outcome.kind === 'answered' ? outcome.result.body.buffer : undefined;
    this.send(outcome, buffer instanceof ArrayBuffer ? [buffer] : []);
  }

  #try(work: () => FromWorker): FromWorker {
    try {
      return work();
    } catch (error) {
      if (error instanceof ScopeOutdated) return { kind: 'retry', sequence: error.sequence };
      if (error instanceof DatasetElsewhere) return { kind: 'elsewhere', dataset: error.dataset };
      return { kind: 'failed', ...toFailure(error) };
    }
  }

  #answer(message: QueryMessage): FromWorker {
    try {
      return this.#run(message);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw explain(message.request.text, this.#prefixes, this.setup.base, error);
    }
  }

  #run({ request, scope, sequence, elsewhere }: QueryMessage): FromWorker {
    const base = `${this.setup.base}/`;
    const options = { prefixes: this.#prefixes, maxRows: this.setup.maxRows };
    const asWritten = rewriteQuery(request.text, options);
    const asked = askedDataset(request.dataset ?? datasetOf(asWritten, base, this.#empty), {
      base: this.setup.base,
      named: asWritten.named,
      mirrored: request.mirrored === true,
      mayMirror: this.setup.hasMirror === true && scope.kind === 'everything',
    });
    const { at } = request;
    if (asked.kind === 'graphs' && at !== undefined) {
      throw new QueryError('at and a dataset (FROM) both choose the default graph: give one of them');
    }
    const isNamedInText = asked.kind === 'data' && asWritten.datasetQuery !== undefined;
    const query = isNamedInText ? rewriteQuery(request.text, { ...options, withoutDataset: true }) : asWritten;
    const form = query.kind === 'SELECT' || query.kind === 'ASK' ? 'results' : 'graph';
    const { [form]: format } = request;
    if (format === undefined) {
      const types = available[form].join(', ');
      throw new NotAcceptable(`none of the media types in Accept is supported for ${query.kind}; available: ${types}`);
    }
    const { view, moment, filledUpTo, key } =
      asked.kind === 'data'
        ? this.#replica.view({ scope, at, extents: asked.extents, sequence, elsewhere: new Set(elsewhere) })
        : {
            view: this.#replica.viewOf(scope, asked.dataset, asked.extent),
            ...{ moment: undefined, filledUpTo: undefined, key: undefined },
          };
    // The most that a query may need, within the machine's memory.
    view.prepare(Math.min(MAX_QUERY_BYTES, totalmem() / 2));
    // Filling may have taken longer than the query may wait.
    if (filledUpTo !== undefined) return { kind: 'prepared', sequence: filledUpTo };
    if (this.#isPreparing) this.send({ kind: 'running' });
    const run = executionOf(view, query, base, {
      ...(asked.kind === 'data' ? { isDefaultEmpty: asked.isDefaultEmpty } : { dataset: asked.dataset }),
      moment,
    });
    const begin = performance.now();
    let runningMs = 0;
    const execution: Execution = (text, format) => {
      const since = performance.now();
      try {
        return run(text, format);
      } finally {
        runningMs += performance.now() - since;
      }
    };
    const { content, truncated } = this.#write(query, request, execution);
    const body = new TextEncoder().encode(content.endsWith('\n') ? content : `${content}\n`);
    const result = { body, contentType: contentTypeOf(format), truncated };
    return { kind: 'answered', result, writingMs: performance.now() - begin - runningMs, dataset: key };
  }

  #write(
    query: RewrittenQuery,
    { results, graph }: QueryRequest,
    execution: Execution,
  ): { content: string; truncated: boolean } {
    const { maxRows } = this.setup;
    if (query.kind === 'SELECT' || query.kind === 'ASK') {
      const format = results ?? 'json';
      return truncateTable(execution(query.text, format), format, maxRows);
    }
    const cut = truncateGraph(execution(query.text, N_TRIPLES), maxRows, query.marker);
    const more = !cut.truncated && query.overflow !== undefined && lines(execution(query.overflow, 'tsv')).length > 1;
    return {
      content: writeGraph(cut.content, graph ?? 'turtle', this.#outputPrefixes),
      truncated: cut.truncated || more,
    };
  }
}

/** The error for the caller. An error that the query did not cause is an internal fault, for the log. */
function toFailure(error: unknown): Omit<Extract<FromWorker, { kind: 'failed' }>, 'kind'> {
  if (error instanceof NotAcceptable || error instanceof UnwritableGraph) {
    return { failure: { kind: 'not-acceptable', message: error.message }, broken: false };
  }
  if (error instanceof QueryError) {
    return { failure: { kind: 'invalid-query', message: error.message }, broken: false };
  }
  if (error instanceof DatasetRejected) {
    const failure: QueryFailure = { kind: 'insufficient-storage', message: tooLargeMessage(error.named) };
    // The worker is replaced, so that its memory returns to the system at once.
    return { failure, broken: error.cause !== undefined, ...(error.key !== undefined && { tooLarge: error.key }) };
  }
  if (isBroken(error)) {
    return { failure: { kind: 'unavailable', message: 'the query needs more memory than it may have' }, broken: true };
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { failure: { kind: 'unavailable', message: 'the query could not be answered' }, broken: true, fault };
}

const port = parentPort;
if (port !== null) {
  lowerThreadPriority();
  // The value with which the main thread created the worker.
  const executor = new QueryExecutor(workerData as WorkerSetup, (message, transfer) => {
    port.postMessage(message, transfer);
  });
  port.on('message', (message: ToWorker) => {
    executor.onMessage(message);
  });
}
