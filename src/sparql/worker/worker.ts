/** A query worker: a thread with a copy of the dataset that answers one question at a time, and may be ended at any moment. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority, totalmem } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../errors.js';
import { type Prefixes, prefixesOf } from '../../rdf/prefixes.js';
import { createVocabulary, rdfNs } from '../../rdf/vocabulary.js';
import { isBroken } from '../../store/oxigraph/engine.js';
import { QueryExecution } from '../query/query-execution.js';
import { DatasetReplica } from './dataset-replica.js';
import { available, contentTypeOf } from '../formats.js';
import {
  type QueryResult,
  type FromWorker,
  MAX_QUERY_BYTES,
  type QueryRequest,
  type QueryFailure,
  type Scope,
  type ToWorker,
  type WorkerSetup,
} from './protocol.js';
import { explain } from '../query/parse-error.js';
import { ParseError, type RewrittenQuery, rewriteQuery, QueryError } from '../query/rewrite-query.js';
import { truncateGraph, truncateTable, UnwritableGraph, writeGraph } from './results.js';

/** The engine's names of the result formats. */
const N_TRIPLES = 'nt';

class NotAcceptable extends Error {}

class QueryExecutor {
  readonly #copy: DatasetReplica;
  readonly #prefixes: Prefixes;
  readonly #written: Prefixes;

  constructor(
    private readonly setup: WorkerSetup,
    private readonly tell: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
  ) {
    this.#copy = new DatasetReplica(setup.base, createVocabulary(setup.namespaces), setup.maxEngineBytes);
    this.#written = prefixesOf(setup.namespaces);
    this.#prefixes = { ...this.#written, rdf: rdfNs };
  }

  onMessage(message: ToWorker): void {
    if (message.kind === 'graphs') {
      if (message.graphs.length === 0) this.#copy.settle();
      else this.#copy.apply(message.graphs);
      this.tell({ kind: 'applied', figures: this.#copy.metrics });
      return;
    }
    try {
      const answer = this.#answer(message.question, message.scope);
      const { buffer } = answer.body;
      this.tell({ kind: 'answered', answer }, buffer instanceof ArrayBuffer ? [buffer] : []);
    } catch (error) {
      this.tell({ kind: 'refused', ...toFailure(error) });
    }
  }

  #answer(question: QueryRequest, scope: Scope): QueryResult {
    try {
      return this.#run(question, scope);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw explain(question.text, this.#prefixes, this.setup.base, error);
    }
  }

  #run(question: QueryRequest, scope: Scope): QueryResult {
    const plan = rewriteQuery(question.text, { prefixes: this.#prefixes, maxRows: this.setup.maxRows });
    const hasDataset = question.dataset !== undefined || plan.datasetQuery !== undefined;
    if (hasDataset && question.at !== undefined) {
      throw new QueryError('at chooses the default graph, and so does a dataset (FROM): give one or the other');
    }
    const form = plan.kind === 'SELECT' || plan.kind === 'ASK' ? 'results' : 'graph';
    const { [form]: format } = question;
    if (format === undefined) {
      const types = available[form].join(', ');
      throw new NotAcceptable(`none of the media types in Accept can be given for ${plan.kind}; available: ${types}`);
    }
    const view = this.#copy.view(scope, question.at, plan.named || hasDataset);
    // As much as a query may need at all, on a machine that has it.
    view.prepare(Math.min(MAX_QUERY_BYTES, totalmem() / 2));
    this.tell({ kind: 'running' });
    const execution = new QueryExecution(view, plan, `${this.setup.base}/`);
    execution.choose(question.dataset);
    const { content, truncated } = this.#write(plan, question, execution);
    return { body: new TextEncoder().encode(content), contentType: contentTypeOf(format), truncated };
  }

  #write(
    plan: RewrittenQuery,
    { results, graph }: QueryRequest,
    execution: QueryExecution,
  ): { content: string; truncated: boolean } {
    const { maxRows } = this.setup;
    if (plan.kind === 'SELECT' || plan.kind === 'ASK') {
      const format = results ?? 'json';
      return truncateTable(execution.run(plan.text, format), format, maxRows);
    }
    const cut = truncateGraph(execution.run(plan.text, N_TRIPLES), maxRows, plan.marker);
    const more = !cut.truncated && plan.overflow !== undefined && lineCount(execution.run(plan.overflow, 'tsv')) > 1;
    return {
      content: writeGraph(cut.content, graph ?? 'turtle', this.#written),
      truncated: cut.truncated || more,
    };
  }
}

const lineCount = (text: string): number => text.split('\n').filter((line) => line !== '').length;

/** What a refusal is told as; what is no refusal is a fault of ours, for the log. */
function toFailure(error: unknown): { refusal: QueryFailure; broken: boolean; fault?: string } {
  if (error instanceof NotAcceptable || error instanceof UnwritableGraph) {
    return { refusal: { kind: 'not-acceptable', message: error.message }, broken: false };
  }
  if (error instanceof QueryError) {
    return { refusal: { kind: 'invalid-query', message: error.message }, broken: false };
  }
  if (isBroken(error)) {
    return { refusal: { kind: 'unavailable', message: 'the query needs more memory than it may have' }, broken: true };
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { refusal: { kind: 'unavailable', message: 'the query could not be answered' }, broken: true, fault };
}

/**
 * So that the exchange has the processor when it wants it: on Linux a thread may have a priority of its own. Not the
 * lowest one, or other programs on the machine would leave a query next to nothing.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // Without /proc, or without the right to: then all threads have the same priority, and queries are only less polite.
  }
}

const port = parentPort;
if (port !== null) {
  lowerPriority();
  // What the thread that makes a worker hands to it.
  const analyst = new QueryExecutor(workerData as WorkerSetup, (message, transfer) => {
    port.postMessage(message, transfer);
  });
  port.on('message', (message: ToWorker) => {
    analyst.onMessage(message);
  });
}
